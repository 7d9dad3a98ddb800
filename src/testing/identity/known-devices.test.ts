import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { createDeviceToken } from "../../platform/identity/known-devices.ts";
import { createPasswordLink } from "../../platform/identity/people.ts";
import { decodeTotpSecret } from "../../platform/identity/second-factor/totp.ts";
import {
  callIdentity,
  createPerson,
  drawCode,
  openSession,
  readCookies,
  writeCookies,
  type CookieJar,
  type TestPerson,
} from "../harness/identity.ts";
import { openPortal } from "../harness/requests/portal-calls.ts";
import { startOwnServer, testSecret, type TestServer } from "../harness/server.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startOwnServer({ trustedProxies: ["127.0.0.1"], signInLimit: 20 });
});
afterAll(() => server.close(1_000));

const database = () => server.services.database;
const deviceCookie = "caseport_device";

let hosts = 0;
/** An address that no test has used. */
const anotherAddress = () => `2001:db8:${(hosts += 1).toString(16)}::1`;

/** A request from an address; without one from an unused address, so that only the account's limits matter. */
const call = (path: string, body: object, jar?: CookieJar, address = anotherAddress()) =>
  callIdentity(server, path, body, { jar, headers: { "X-Forwarded-For": address } });
const enter = (
  person: TestPerson,
  { password = person.password, jar, address }: { password?: string; jar?: CookieJar; address?: string } = {},
) => call("/sign-in/email", { email: person.email, password }, jar, address);

/**
 * Signs in, second factor included.
 *
 * @returns the browser's cookies
 */
async function signIn(person: TestPerson): Promise<CookieJar> {
  const jar: CookieJar = new Map();
  expect((await enter(person, { jar })).status).toBe(200);
  if (person.totpSecret !== null)
    expect((await call("/two-factor/verify-totp", { code: await drawCode(person.totpSecret) }, jar)).status).toBe(200);
  return jar;
}

/** A browser that has signed in as the person, and whose session is over. */
const makeDevice = async (person: TestPerson): Promise<CookieJar> => keepDevice(await signIn(person));

const keepDevice = (jar: CookieJar): CookieJar => new Map([...jar].filter(([name]) => name === deviceCookie));
const asDevice = (token: string): CookieJar => new Map([[deviceCookie, token]]);

/** Five wrong guesses: the right password is rejected at this address, except in a lane of its own. */
async function lockOut(person: TestPerson): Promise<string> {
  const address = anotherAddress();
  for (let count = 0; count < 5; count += 1)
    expect((await enter(person, { password: "wrong password", address })).status).toBe(401);
  expect((await enter(person, { address })).status).toBe(429);
  return address;
}

/** Whether the jar has a lane at this person's account. */
async function hasLane(person: TestPerson, jar: CookieJar): Promise<boolean> {
  const { status } = await enter(person, { jar: new Map(jar), address: await lockOut(person) });
  expect([200, 429]).toContain(status);
  return status === 200;
}

const readLink = async ({ userId }: TestPerson) =>
  new URL(await createPasswordLink(database().withoutTenant, server.origin, userId, 30)).searchParams.get("token") ??
  "";

describe("a known device", () => {
  test("can sign in, with the second factor, while guesses from many IP addresses block all others", async () => {
    const person = await createPerson(server);
    const device = await makeDevice(person);
    for (let round = 0; round < 10; round += 1) {
      const address = anotherAddress();
      await Promise.all([1, 2, 3, 4, 5].map(() => enter(person, { password: "wrong password", address })));
    }
    const locked = await enter(person);
    expect([locked.status, locked.body["code"]]).toEqual([429, "RATE_LIMITED"]);
    expect((await enter(person, { jar: device })).body).toEqual({ success: true, twoFactorRedirect: true });
    expect(
      (await call("/two-factor/verify-totp", { code: await drawCode(person.totpSecret ?? "") }, device)).status,
    ).toBe(200);
    expect(await server.services.identity.findSession(writeCookies(device))).toMatchObject({ userId: person.userId });
    expect((await enter(person)).status).toBe(429);
  });

  test("can sign in from an IP address whose limit others have used up", async () => {
    const [person, address] = [await createPerson(server), anotherAddress()];
    const device = await makeDevice(person);
    for (let count = 0; count < 20; count += 1)
      await call("/two-factor/verify-totp", { code: "000000" }, undefined, address);
    expect((await enter(person, { address })).status).toBe(429);
    expect((await enter(person, { jar: device, address })).status).toBe(200);
    expect(
      (await call("/two-factor/verify-totp", { code: await drawCode(person.totpSecret ?? "") }, device, address))
        .status,
    ).toBe(200);
  });

  test("has its own limit of five attempts a minute", async () => {
    const person = await createPerson(server, { hasSecondFactor: false });
    const [device, other] = [await makeDevice(person), await makeDevice(person)];
    for (let count = 0; count < 5; count += 1)
      expect((await enter(person, { password: "wrong password", jar: device })).status).toBe(401);
    expect((await enter(person, { jar: device })).status).toBe(429);
    expect((await enter(person, { jar: other })).status).toBe(200);
    expect((await enter(person)).status).toBe(200);
  });

  test("gets its cookie only when the sign-in is complete", async () => {
    const person = await createPerson(server);
    const jar: CookieJar = new Map();
    await enter(person, { password: "wrong password", jar });
    await enter(person, { jar });
    await call("/two-factor/verify-totp", { code: "000000" }, jar);
    expect([...jar.keys()]).toEqual(["caseport_second_factor"]);
    const reply = await call("/two-factor/verify-totp", { code: await drawCode(person.totpSecret ?? "") }, jar);
    expect(reply.headers["set-cookie"]).toContainEqual(
      expect.stringMatching(/^caseport_device=[\w-]+; Max-Age=15552000; Path=\/; HttpOnly; SameSite=Lax$/),
    );
  });

  test("gets a Secure cookie over HTTPS that other subdomains cannot set", async () => {
    const secured = await startOwnServer({ baseUrl: "https://portal.example.com" });
    try {
      const { email, password } = await createPerson(secured, { hasSecondFactor: false });
      const reply = await callIdentity(secured, "/sign-in/email", { email, password });
      expect(reply.headers["set-cookie"]).toContainEqual(
        expect.stringMatching(
          /^__Host-caseport_device=[\w-]+; Max-Age=15552000; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
        ),
      );
    } finally {
      await secured.close(1_000);
    }
  });

  test("has a unique cookie that reveals neither the person nor the device", async () => {
    const person = await createPerson(server, { hasSecondFactor: false });
    const tokens = [await makeDevice(person), await makeDevice(person)].map((jar) => jar.get(deviceCookie) ?? "");
    expect(tokens[0]?.slice(0, 20)).not.toBe(tokens[1]?.slice(0, 20));
    for (const token of tokens) {
      const text = token + Buffer.from(token, "base64url").toString("latin1");
      for (const shown of [person.userId, person.email, "userId"]) expect(text).not.toContain(shown);
    }
  });
});

describe("a device is unknown with", () => {
  test("a cookie that is forged, modified or signed for another purpose", async () => {
    const person = await createPerson(server, { hasSecondFactor: false });
    const jar = await signIn(person);
    const token = jar.get(deviceCookie) ?? "";
    const address = await lockOut(person);
    const changed = Buffer.from(token, "base64url");
    changed[40] = (changed[40] ?? 0) ^ 1;
    const plain = Buffer.from(
      JSON.stringify({ id: "x", userId: person.userId, state: "x", expiresAt: Date.now() + 1e9 }),
    ).toString("base64url");
    const foreign = await createDeviceToken(
      database(),
      ["the secret of another installation, just as long"],
      person.userId,
    );
    const forged = [
      "",
      "x",
      plain,
      changed.toString("base64url"),
      token.slice(0, -8),
      jar.get("caseport_session") ?? "",
      foreign?.token ?? "",
    ];
    for (const cookie of forged) expect((await enter(person, { jar: asDevice(cookie), address })).status).toBe(429);
    expect((await enter(person, { jar: asDevice(token), address })).status).toBe(200);
  });

  test("a cookie older than 180 days", async () => {
    const person = await createPerson(server, { hasSecondFactor: false });
    const createTokenBefore = async (days: number) => {
      vi.useFakeTimers({ toFake: ["Date"], now: Date.now() - days * 86_400_000 });
      try {
        return (await createDeviceToken(database(), [testSecret], person.userId))?.token ?? "";
      } finally {
        vi.useRealTimers();
      }
    };
    const [older, newer] = [await createTokenBefore(180.1), await createTokenBefore(179.9)];
    const address = await lockOut(person);
    expect((await enter(person, { jar: asDevice(older), address })).status).toBe(429);
    expect((await enter(person, { jar: asDevice(newer), address })).status).toBe(200);
  });

  test("another person's cookie, which also does not reveal existing email addresses", async () => {
    const [person, other] = [
      await createPerson(server, { hasSecondFactor: false }),
      await createPerson(server, { hasSecondFactor: false }),
    ];
    const device = await makeDevice(other);
    expect(await hasLane(person, device)).toBe(false);
    const unknown = { ...person, email: `${randomUUID()}@firm.example` };
    const [first, second] = await Promise.all(
      [unknown, await createPerson(server)].map((somebody) =>
        enter(somebody, { password: "wrong password", jar: new Map(device) }),
      ),
    );
    expect([first?.status, first?.text, Object.keys(first?.headers ?? {})]).toEqual([
      401,
      second?.text,
      Object.keys(second?.headers ?? {}),
    ]);
    expect(await hasLane(other, device)).toBe(true);
  });

  test("a cookie from before a password reset", async () => {
    const person = await createPerson(server, { hasSecondFactor: false });
    const device = await makeDevice(person);
    expect(
      (await call("/reset-password", { token: await readLink(person), newPassword: "a new and long password" }))
        .headers["set-cookie"],
    ).toBeUndefined();
    expect(await hasLane({ ...person, password: "a new and long password" }, device)).toBe(false);
  });

  test("a cookie from before a password change, except in the browser that changed it", async () => {
    const person = await createPerson(server, { hasSecondFactor: false });
    const [device, jar] = [await makeDevice(person), await signIn(person)];
    expect(
      (
        await call(
          "/change-password",
          { currentPassword: person.password, newPassword: "a new and long password" },
          jar,
        )
      ).status,
    ).toBe(200);
    const changed = { ...person, password: "a new and long password" };
    const address = await lockOut(changed);
    expect((await enter(changed, { jar: device, address })).status).toBe(429);
    expect((await enter(changed, { jar: keepDevice(jar), address })).status).toBe(200);
  });

  test.each([
    ["other sessions were ended", "/revoke-other-sessions", true],
    ["all sessions were ended", "/revoke-sessions", false],
  ])("a cookie from before %s; the browser that did it: %s stays known: %s", async (_, path, staysKnown) => {
    const person = await createPerson(server, { hasSecondFactor: false });
    const [device, jar] = [await makeDevice(person), await signIn(person)];
    expect((await call(path, {}, jar)).status).toBe(200);
    const address = await lockOut(person);
    expect((await enter(person, { jar: device, address })).status).toBe(429);
    expect((await enter(person, { jar: keepDevice(jar), address })).status).toBe(staysKnown ? 200 : 429);
  });

  test("a cookie from before its session was ended", async () => {
    const person = await createPerson(server, { hasSecondFactor: false });
    const jar = await signIn(person);
    const session = await server.services.identity.findSession(writeCookies(jar));
    const portal = openPortal(server, writeCookies(await signIn(person)));
    expect((await portal.mutate("account.endSession", { sessionId: session?.sessionId })).status).toBe(200);
    expect(await hasLane(person, keepDevice(jar))).toBe(false);
  });

  test("a cookie from before setting up or removing a second factor, except in the browser that did it", async () => {
    const person = await createPerson(server, { hasSecondFactor: false });
    const [device, jar] = [await makeDevice(person), await signIn(person)];
    const enabled = await call("/two-factor/enable", { password: person.password }, jar);
    const secret = decodeTotpSecret(new URL(String(enabled.body["totpURI"])).searchParams.get("secret") ?? "");
    expect((await call("/two-factor/verify-totp", { code: await drawCode(secret) }, jar)).status).toBe(200);
    const earlier = keepDevice(jar);
    const address = await lockOut(person);
    expect((await enter(person, { jar: device, address })).status).toBe(429);
    expect((await enter(person, { jar: new Map(earlier), address })).status).toBe(200);
    expect((await call("/two-factor/disable", { password: person.password }, jar)).status).toBe(200);
    expect((await enter(person, { jar: earlier, address })).status).toBe(429);
    expect((await enter(person, { jar: keepDevice(jar), address })).status).toBe(200);
  });
});

describe("password resets", () => {
  test("send a link to a known device although others requested three; it has its own limit of three a minute", async () => {
    const person = await createPerson(server, { hasSecondFactor: false });
    const device = await makeDevice(person);
    const request = (jar?: CookieJar) => call("/request-password-reset", { email: person.email }, jar);
    const countStatuses = async (jar?: CookieJar) => [
      (await request(jar)).status,
      (await request(jar)).status,
      (await request(jar)).status,
      (await request(jar)).status,
    ];
    expect(await countStatuses()).toEqual([200, 200, 200, 429]);
    expect((await request(await makeDevice(await createPerson(server, { hasSecondFactor: false })))).status).toBe(429);
    expect(await countStatuses(device)).toEqual([200, 200, 200, 429]);
  });

  test("work on a known device from an IP address whose limit others have used up, and it stays known", async () => {
    const [person, stranger] = [
      await createPerson(server, { hasSecondFactor: false }),
      await createPerson(server, { hasSecondFactor: false }),
    ];
    const [device, foreign, address] = [await makeDevice(person), await makeDevice(stranger), anotherAddress()];
    for (let count = 0; count < 20; count += 1)
      await call("/reset-password", { token: "made-up", newPassword: "a new and long password" }, undefined, address);
    const link = { token: await readLink(person), newPassword: "a new and long password" };
    for (const jar of [new Map(), foreign])
      expect((await call("/reset-password", link, jar, address)).status).toBe(429);
    expect((await call("/reset-password", { ...link, token: "made-up" }, device, address)).status).toBe(429);
    expect((await call("/reset-password", link, device, address)).status).toBe(200);
    expect(await hasLane({ ...person, password: link.newPassword }, device)).toBe(true);
  });
});

describe("second-factor codes", () => {
  const verify = (code: string, jar: CookieJar) => call("/two-factor/verify-totp", { code }, jar);
  const begin = async (person: TestPerson, jar: CookieJar = new Map()): Promise<CookieJar> => {
    expect((await enter(person, { jar })).status).toBe(200);
    return jar;
  };

  test("ten wrong codes by somebody with the password lock out neither a known device nor a session", async () => {
    const person = await createPerson(server);
    const jar = await signIn(person);
    const device = keepDevice(jar);
    for (const stranger of [await begin(person), await begin(person)]) {
      for (let count = 0; count < 5; count += 1) expect((await verify("000000", stranger)).status).toBe(400);
    }
    const good = await drawCode(person.totpSecret ?? "");
    expect(await verify(good, await begin(person))).toMatchObject({ status: 429, headers: { "retry-after": "900" } });
    expect((await verify(good, await begin(person, device))).status).toBe(200);
    expect((await verify(await drawCode(person.totpSecret ?? ""), jar)).status).toBe(200);
    // The right code of the device gives the others no new guesses.
    expect((await verify("000000", await begin(person))).status).toBe(429);
  });

  test("ten wrong codes of known devices lock those devices, and others can continue", async () => {
    const person = await createPerson(server);
    const device = await makeDevice(person);
    await sql`UPDATE "TwoFactor" SET "knownFailureCount" = 5 WHERE "userId" = ${person.userId}`.execute(
      database().withoutTenant,
    );
    const pending = await begin(person, device);
    for (let count = 0; count < 5; count += 1) expect((await verify("000000", pending)).status).toBe(400);
    const good = await drawCode(person.totpSecret ?? "");
    // The limit of a minute; a new pending sign-in does not begin it anew.
    expect((await verify(good, await begin(person, device))).headers["retry-after"]).not.toBe("900");
    const { rows } = await sql`
      SELECT "knownFailureCount" AS known, "knownLockedUntil" > now() AS locked, "failedVerificationCount" AS wrong FROM "TwoFactor" WHERE "userId" = ${person.userId}`.execute(
      database().withoutTenant,
    );
    expect(rows).toEqual([{ known: 10, locked: true, wrong: 0 }]);
    expect((await verify(good, await begin(person))).status).toBe(200);
    expect(
      await verify(await drawCode(person.totpSecret ?? ""), readCookies(await openSession(server, person))),
    ).toMatchObject({ status: 429, headers: { "retry-after": "900" } });
  });
});
