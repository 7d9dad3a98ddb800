import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startOwnServer, startTestServer, type TestServer } from "../harness/server.ts";
import {
  callIdentity,
  createPerson,
  drawCode,
  readCookies,
  signIn,
  writeCookies,
  type CookieJar,
  type TestPerson,
} from "../harness/identity.ts";
import { send } from "../harness/requests/send.ts";

let server: TestServer;
let person: TestPerson;
beforeAll(async () => {
  server = await startTestServer();
});
// One each, since an account takes five attempts a minute.
beforeEach(async () => {
  person = await createPerson(server, { hasSecondFactor: false });
});
afterAll(() => server.close(1_000));

const findSession = (cookies: string | undefined) => server.services.identity.findSession(cookies);
const database = () => server.services.database.withoutTenant;

/** A sign-in with the right password, but for what is given. */
function post(headers: Record<string, string | undefined>, target = "/api/auth/sign-in/email", body?: string) {
  const plain = { "Content-Type": "application/json", Origin: server.origin, ...headers };
  const given = Object.fromEntries(
    Object.entries(plain).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
  return send(server.baseUrl, {
    method: "POST",
    target,
    headers: given,
    body: body ?? JSON.stringify({ email: person.email, password: person.password }),
  });
}

describe("cross-site requests", () => {
  test.each([
    ["another origin", { Origin: "https://evil.example" }],
    ["our name as the beginning of another", { Origin: "http://localhost:3000.evil.example" }],
    ["another port", { Origin: "http://localhost:3001" }],
    ["another scheme", { Origin: "https://localhost:3000" }],
    ["Origin: null", { Origin: "null" }],
    ["no Origin", { Origin: undefined }],
    ["no Origin, but a Referer of ours", { Origin: undefined, Referer: "http://localhost:3000/sign-in" }],
    ["a browser that says so", { "Sec-Fetch-Site": "cross-site" }],
    ["a browser that says it is a neighbor", { "Sec-Fetch-Site": "same-site" }],
  ])("%s: returns 403 and sets no cookie", async (_, headers) => {
    const reply = await post(headers);
    expect([reply.status, reply.body["code"], reply.headers["set-cookie"]]).toEqual([403, "FORBIDDEN", undefined]);
  });

  test("the same request from the portal's own page succeeds", async () => {
    for (const origin of ["http://localhost:3000", "http://127.0.0.1:3000", "http://[::1]:3000"]) {
      expect((await post({ Origin: origin, "Sec-Fetch-Site": "same-origin" })).status).toBe(200);
    }
  });

  test.each([
    "application/x-www-form-urlencoded",
    "text/plain",
    "multipart/form-data; boundary=x",
    "application/json, text/plain",
    undefined,
  ])("a form (%s) returns 415, also with the portal's Origin", async (type) => {
    const reply = await post({ "Content-Type": type });
    expect([reply.status, reply.body["code"]]).toEqual([415, "UNSUPPORTED_MEDIA_TYPE"]);
  });

  test("a form without a body cannot sign anybody out", async () => {
    const cookies = await signIn(server, person);
    const reply = await post(
      { "Content-Type": "application/x-www-form-urlencoded", Cookie: cookies },
      "/api/auth/sign-out",
      "",
    );
    expect(reply.status).toBe(415);
    expect(await findSession(cookies)).not.toBeNull();
  });

  test.each(["GET", "HEAD", "PUT", "DELETE", "PATCH", "OPTIONS"])("%s changes nothing", async (method) => {
    const cookies = await signIn(server, person);
    for (const path of ["/sign-out", "/revoke-sessions", "/sign-in/email"]) {
      const reply = await send(server.baseUrl, {
        method,
        target: `/api/auth${path}`,
        headers: { Cookie: cookies, Origin: server.origin },
      });
      expect([reply.status, reply.headers.allow, reply.headers["access-control-allow-origin"]]).toEqual([
        405,
        "POST",
        undefined,
      ]);
    }
    expect(await findSession(cookies)).not.toBeNull();
  });
});

describe("identity endpoints outside the allow list", () => {
  const paths = [
    "/sign-up/email",
    "/update-user",
    "/delete-user",
    "/list-sessions",
    "/revoke-session",
    "/get-session",
    "/change-email",
    "/set-password",
    "/verify-password",
    "/list-accounts",
    "/link-social",
    "/sign-in/social",
    "/callback/google",
    "/ok",
    "/error",
    "/update-session",
    "/two-factor/send-otp",
    "/two-factor/verify-otp",
    "/two-factor/get-totp-uri",
    "/two-factor/view-backup-codes",
    "/two-factor/generate-totp",
    "/reset-password/token",
    "/send-verification-email",
    "/verify-email",
    "/refresh-token",
    "/get-access-token",
    "/account-info",
    "/sign-in/email/",
    "//sign-in/email",
    "/sign-in%2Femail",
    "/../auth/sign-in/email",
    "/Sign-In/email",
    "",
    "/",
    "/__proto__",
    "/constructor",
  ];
  test("return 404 with the API's error body, also with a session", async () => {
    const cookies = await signIn(server, person);
    for (const path of paths) {
      for (const method of ["GET", "POST"]) {
        const reply = await send(server.baseUrl, {
          method,
          target: `/api/auth${path}`,
          headers: { "Content-Type": "application/json", Origin: server.origin, Cookie: cookies },
          ...(method === "POST" && { body: "{}" }),
        });
        expect([path, reply.status, reply.body]).toEqual([
          path,
          404,
          { success: false, error: "Path not found", code: "NOT_FOUND" },
        ]);
        expect(reply.headers).toMatchObject({
          "cache-control": "no-store",
          "x-request-id": expect.stringMatching(/^req_/),
        });
      }
    }
  });

  test.each([
    ["rememberMe", { rememberMe: false }],
    ["callbackURL", { callbackURL: "https://evil.example" }],
    ["trustDevice", { trustDevice: true }],
  ])("reject the field %s", async (_, fields) => {
    const reply = await callIdentity(server, "/sign-in/email", {
      email: person.email,
      password: person.password,
      ...fields,
    });
    expect([reply.status, reply.body["code"]]).toEqual([400, "VALIDATION_FAILED"]);
  });

  test("reject a body that is too large, too deep or not an object", async () => {
    expect((await post({}, undefined, JSON.stringify({ email: "x".repeat(70_000) }))).status).toBe(413);
    for (const body of [
      "[]",
      "null",
      '"x"',
      "{",
      `${"[".repeat(40)}${"]".repeat(40)}`,
      '{"email":["a"],"password":{"$ne":null}}',
    ]) {
      expect((await post({}, undefined, body)).status).toBe(400);
    }
  });

  test("responses contain no token, ID or email address", async () => {
    const other = await createPerson(server);
    const jar: CookieJar = new Map();
    const replies = [
      await callIdentity(server, "/sign-in/email", { email: other.email, password: other.password }, { jar }),
      await callIdentity(server, "/two-factor/verify-totp", { code: await drawCode(other.totpSecret ?? "") }, { jar }),
      await callIdentity(
        server,
        "/change-password",
        { currentPassword: other.password, newPassword: "a password that is new" },
        { jar },
      ),
    ];
    for (const { text, status } of replies) {
      expect([status, text]).toEqual([200, expect.not.stringMatching(/token|usr_|ses_|@/)]);
    }
  });
});

describe("cookies", () => {
  test("over HTTP on localhost are HttpOnly, SameSite=Strict and last as long as the session", async () => {
    const [line = ""] = (await post({})).headers["set-cookie"] ?? [];
    expect(line).toMatch(/^caseport_session=[^;]+; Max-Age=43200; Path=\/; HttpOnly; SameSite=Strict$/);
  });

  test("over HTTPS have the prefix __Host-, are Secure and have no domain", async () => {
    const secured = await startOwnServer({ baseUrl: "https://portal.example.com" });
    try {
      const somebody = await createPerson(secured);
      const reply = await callIdentity(secured, "/sign-in/email", {
        email: somebody.email,
        password: somebody.password,
      });
      expect(reply.headers["set-cookie"]).toEqual([
        expect.stringMatching(/^__Host-caseport_session=; Max-Age=0; Path=\/; HttpOnly; Secure; SameSite=Strict$/),
        expect.stringMatching(
          /^__Host-caseport_second_factor=[^;]+; Max-Age=600; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
        ),
      ]);
      expect(await secured.services.identity.findSession(await signIn(secured, somebody))).toMatchObject({
        userId: somebody.userId,
      });
      const http = await callIdentity(
        secured,
        "/sign-in/email",
        { email: somebody.email, password: somebody.password },
        { jar: new Map(), headers: { Origin: "http://portal.example.com" } },
      );
      expect(http.status).toBe(403);
    } finally {
      await secured.close(1_000);
    }
  });

  test("that are tampered with, unsigned, signed for another purpose or signed out give no session", async () => {
    const cookies = await signIn(server, person);
    const [name = "", value = ""] = [...readCookies(cookies)][0] ?? [];
    const decoded = decodeURIComponent(value);
    const token = decoded.slice(0, decoded.indexOf("."));
    const flipped = `${token.startsWith("A") ? "B" : "A"}${decoded.slice(1)}`;
    const pending: CookieJar = new Map();
    const factored = await createPerson(server);
    await callIdentity(
      server,
      "/sign-in/email",
      { email: factored.email, password: factored.password },
      { jar: pending },
    );
    const variants = [
      token,
      `${token}.`,
      flipped,
      `${decoded.slice(0, -4)}AAA=`,
      decodeURIComponent([...pending.values()].join("")),
      "",
      ".",
      "x.y",
    ];
    for (const variant of variants) expect(await findSession(`${name}=${encodeURIComponent(variant)}`)).toBeNull();
    const headers = [undefined, "", name, `${name}=%`, `${name}=%ZZ`, `${name}2=${value}`, `x${name}=${value}`];
    for (const header of headers) expect(await findSession(header)).toBeNull();
    expect(await findSession(`other=1; ${name}=${value}; more=2`)).not.toBeNull();
    await callIdentity(server, "/sign-out", {}, { jar: readCookies(cookies) });
    expect(await findSession(cookies)).toBeNull();
    expect((await callIdentity(server, "/revoke-sessions", {}, { jar: readCookies(cookies) })).status).toBe(401);
  });

  test("of another person's session are replaced at sign-in", async () => {
    const attacker = await createPerson(server, { hasSecondFactor: false });
    const planted = await signIn(server, attacker);
    const jar = readCookies(planted);
    await callIdentity(server, "/sign-in/email", { email: person.email, password: person.password }, { jar });
    expect(writeCookies(jar)).not.toBe(planted);
    expect(await findSession(writeCookies(jar))).toMatchObject({ userId: person.userId });
    expect(await findSession(planted)).toBeNull();
  });

  test("cannot mark a device as trusted to skip the second factor", async () => {
    const factored = await createPerson(server);
    const jar: CookieJar = new Map();
    await callIdentity(server, "/sign-in/email", { email: factored.email, password: factored.password }, { jar });
    const reply = await callIdentity(
      server,
      "/two-factor/verify-totp",
      { code: await drawCode(factored.totpSecret ?? ""), trustDevice: true },
      { jar },
    );
    expect(reply.status).toBe(400);
    const { rows } = await sql`SELECT 1 FROM "Verification" WHERE identifier LIKE 'trust%'`.execute(database());
    expect(rows).toEqual([]);
  });
});

describe("the second factor", () => {
  const enter = async (somebody: TestPerson): Promise<CookieJar> => {
    const jar: CookieJar = new Map();
    await callIdentity(server, "/sign-in/email", { email: somebody.email, password: somebody.password }, { jar });
    return jar;
  };

  test("cannot be skipped: the password alone gives no session", async () => {
    const somebody = await createPerson(server);
    const jar = await enter(somebody);
    const [[, value = ""] = []] = jar;
    for (const cookies of [writeCookies(jar), `caseport_session=${value}`]) {
      expect(await findSession(cookies)).toBeNull();
      for (const [path, body] of [
        ["/two-factor/disable", { password: somebody.password }],
        ["/two-factor/enable", { password: somebody.password }],
        ["/two-factor/generate-backup-codes", { password: somebody.password }],
        ["/change-password", { currentPassword: somebody.password, newPassword: "a password that is new" }],
        ["/revoke-sessions", {}],
      ] as const) {
        expect((await callIdentity(server, path, body, { jar: readCookies(cookies) })).status).toBe(401);
      }
    }
    const { rows } = await sql`SELECT 1 FROM "Session" WHERE "userId" = ${somebody.userId}`.execute(database());
    expect(rows).toEqual([]);
  });

  test("is required for every session, however it was created", async () => {
    const somebody = await createPerson(server);
    const cookies = await signIn(server, somebody);
    await sql`UPDATE "Session" SET "secondFactorAt" = NULL WHERE "userId" = ${somebody.userId}`.execute(database());
    expect(await findSession(cookies)).toBeNull();
    expect(
      (
        await callIdentity(
          server,
          "/two-factor/verify-totp",
          { code: await drawCode(somebody.totpSecret ?? "") },
          { jar: readCookies(cookies) },
        )
      ).status,
    ).toBe(401);
  });

  test("accepts a code once, at sign-in and within a session, and no earlier code afterwards", async () => {
    const somebody = await createPerson(server);
    const secret = somebody.totpSecret ?? "";
    const [older, code] = [await drawCode(secret), await drawCode(secret)];
    const jar = await enter(somebody);
    const verify = (given: string, where: CookieJar) =>
      callIdentity(server, "/two-factor/verify-totp", { code: given }, { jar: where });
    expect((await verify(code, jar)).status).toBe(200);
    for (const used of [code, older]) {
      expect((await verify(used, jar)).body).toMatchObject({ code: "VALIDATION_FAILED", faults: [{ path: "code" }] });
      expect((await verify(used, await enter(somebody))).body).toMatchObject({ code: "VALIDATION_FAILED" });
    }
  });

  test("accepts one of forty concurrent attempts with the same code", async () => {
    const somebody = await createPerson(server);
    const secret = somebody.totpSecret ?? "";
    const jars = await Promise.all(Array.from({ length: 4 }, () => enter(somebody)));
    // The first may be of the previous step, and too old for the last of forty on a busy machine.
    await drawCode(secret);
    const code = await drawCode(secret);
    const replies = await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        callIdentity(server, "/two-factor/verify-totp", { code }, { jar: new Map(jars[index % jars.length]) }),
      ),
    );
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    const { rows } = await sql`SELECT 1 FROM "Session" WHERE "userId" = ${somebody.userId}`.execute(database());
    expect(rows).toHaveLength(1);
  });

  test("rejects a pending sign-in with another person's code, and after ten minutes", async () => {
    const [victim, attacker] = [await createPerson(server), await createPerson(server)];
    const jar = await enter(victim);
    const reply = await callIdentity(
      server,
      "/two-factor/verify-totp",
      { code: await drawCode(attacker.totpSecret ?? "") },
      { jar },
    );
    expect(reply.body).toMatchObject({ code: "VALIDATION_FAILED" });
    await sql`UPDATE "Verification" SET "expiresAt" = now() - interval '1 second' WHERE value = ${victim.userId}`.execute(
      database(),
    );
    const late = await callIdentity(
      server,
      "/two-factor/verify-totp",
      { code: await drawCode(victim.totpSecret ?? "") },
      { jar },
    );
    expect([late.status, late.body["reason"]]).toEqual([401, "sign_in"]);
  });
});
