import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { purgeSessions } from "../../platform/jobs/maintenance.ts";
import { hashings } from "../harness/quick-passwords.ts";
import { startOwnServer, type TestServer } from "../harness/server.ts";
import {
  callIdentity,
  createPerson,
  drawCode,
  readCookies,
  signIn,
  type CookieJar,
  type TestPerson,
} from "../harness/identity.ts";
import { send } from "../harness/requests/send.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startOwnServer();
});
afterAll(() => server.close(1_000));

const findSession = (cookies: string) => server.services.identity.findSession(cookies);
const database = () => server.services.database.withoutTenant;
const age = (person: TestPerson, column: "createdAt" | "lastSeenAt" | "expiresAt", interval: string) =>
  sql`UPDATE "Session" SET ${sql.ref(column)} = now() - ${interval}::interval WHERE "userId" = ${person.userId}`.execute(
    database(),
  );
const readLastSeen = async (person: TestPerson) => {
  const { rows } = await sql<{ idle: number }>`
    SELECT extract(epoch FROM now() - "lastSeenAt")::float8 AS idle FROM "Session" WHERE "userId" = ${person.userId}`.execute(
    database(),
  );
  return rows[0]?.idle ?? Number.NaN;
};

/** Every character may be written as an escape. */
const escape = (text: string) => text.replaceAll(/./g, (character) => `%${character.charCodeAt(0).toString(16)}`);

describe("a session", () => {
  test("ends twelve hours after it began, also for Better Auth's endpoints, or at an earlier expiry", async () => {
    const person = await createPerson(server);
    const cookies = await signIn(server, person);
    await age(person, "createdAt", "11 hours 59 minutes");
    expect(await findSession(cookies)).not.toBeNull();
    await age(person, "createdAt", "12 hours 1 second");
    expect(await findSession(cookies)).toBeNull();
    const reply = await callIdentity(
      server,
      "/two-factor/disable",
      { password: person.password },
      { jar: readCookies(cookies) },
    );
    expect([reply.status, reply.body["reason"]]).toEqual([401, "sign_in"]);
    await age(person, "createdAt", "1 hour");
    expect(await findSession(cookies)).not.toBeNull();
    await age(person, "expiresAt", "1 second");
    expect(await findSession(cookies)).toBeNull();
  });

  test("is not extended by use", async () => {
    const person = await createPerson(server, { hasSecondFactor: false });
    const cookies = await signIn(server, person);
    const before = await findSession(cookies);
    await age(person, "lastSeenAt", "3 hours");
    await findSession(cookies);
    await callIdentity(server, "/revoke-other-sessions", {}, { jar: readCookies(cookies) });
    expect(await findSession(cookies)).toEqual(before);
  });

  test("of a platform administrator ends after fifteen idle minutes; others do not", async () => {
    const [administrator, member] = [
      await createPerson(server, { isPlatformAdministrator: true }),
      await createPerson(server),
    ];
    const [cookies, others] = [await signIn(server, administrator), await signIn(server, member)];
    expect(await findSession(cookies)).toMatchObject({ isPlatformAdministrator: true });
    for (const person of [administrator, member]) await age(person, "lastSeenAt", "14 minutes 50 seconds");
    expect(await findSession(cookies)).not.toBeNull();
    expect(await readLastSeen(administrator)).toBeLessThan(60);
    for (const person of [administrator, member]) await age(person, "lastSeenAt", "15 minutes 1 second");
    expect(await findSession(cookies)).toBeNull();
    expect(await findSession(others)).not.toBeNull();
    // Neither is it there for Better Auth, nor woken up by being requested.
    const jar = readCookies(cookies);
    expect(
      (
        await callIdentity(
          server,
          "/change-password",
          { currentPassword: administrator.password, newPassword: "a password that is new" },
          { jar },
        )
      ).status,
    ).toBe(401);
    expect(
      (
        await callIdentity(
          server,
          "/two-factor/verify-totp",
          { code: await drawCode(administrator.totpSecret ?? "") },
          { jar },
        )
      ).status,
    ).toBe(401);
    expect(await findSession(cookies)).toBeNull();
  });

  test("records when it was last seen at most once a minute", async () => {
    const person = await createPerson(server, { hasSecondFactor: false });
    const cookies = await signIn(server, person);
    await age(person, "lastSeenAt", "55 seconds");
    await findSession(cookies);
    expect(await readLastSeen(person)).toBeGreaterThan(54);
    await age(person, "lastSeenAt", "61 seconds");
    await findSession(cookies);
    expect(await readLastSeen(person)).toBeLessThan(10);
  });

  test("is not kept alive by background requests of its page", async () => {
    const administrator = await createPerson(server, { isPlatformAdministrator: true });
    const cookies = await signIn(server, administrator);
    const query = (headers: Record<string, string>) =>
      send(server.baseUrl, {
        method: "GET",
        target: "/api/trpc/account.get?input=%7B%7D",
        headers: { Cookie: cookies, Origin: server.origin, ...headers },
      });
    await age(administrator, "lastSeenAt", "14 minutes");
    expect((await query({ "X-Background": "1" })).status).toBe(200);
    expect(await readLastSeen(administrator)).toBeGreaterThan(14 * 60 - 1);
    await age(administrator, "lastSeenAt", "15 minutes 1 second");
    expect((await query({ "X-Background": "1" })).status).toBe(401);
    await age(administrator, "lastSeenAt", "14 minutes");
    expect((await query({})).status).toBe(200);
    expect(await readLastSeen(administrator)).toBeLessThan(10);
  });

  test("that ended is purged in batches, as are expired links; others are kept", async () => {
    const person = await createPerson(server, { hasSecondFactor: false });
    const cookies = await signIn(server, person);
    await purgeSessions(server.services.database);
    const owner = await server.connectOwner();
    try {
      await owner.query(`
        CREATE TABLE purged_batch (rows integer);
        CREATE FUNCTION note_purge() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
        BEGIN INSERT INTO public.purged_batch SELECT count(*) FROM gone; RETURN NULL; END $$`);
      for (const table of ["Session", "Verification"]) {
        await owner.query(
          `CREATE TRIGGER note_purge AFTER DELETE ON "${table}" REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION note_purge()`,
        );
      }
      await owner.query(
        `INSERT INTO "Session" (id, token, "userId", "expiresAt", "updatedAt")
         SELECT 'ses_over_' || i, 'over' || i, $1, now() - interval '1 minute', now() FROM generate_series(1, 2500) i`,
        [person.userId],
      );
      await owner.query(
        `INSERT INTO "Verification" (id, identifier, value, "expiresAt", "updatedAt")
         SELECT 'ver_over_' || i, 'over' || i, 'x', now() - interval '1 minute', now() FROM generate_series(1, 1200) i`,
      );
      expect(await purgeSessions(server.services.database)).toBe(3_700);
      const { rows } = await owner.query<{ rows: number }>("SELECT rows FROM purged_batch");
      expect(rows.map((batch) => batch.rows)).toEqual([1_000, 1_000, 500, 1_000, 200]);
    } finally {
      await owner.query(`DROP TRIGGER note_purge ON "Session"; DROP TRIGGER note_purge ON "Verification"`);
      await owner.end();
    }
    expect(await findSession(cookies)).not.toBeNull();
  });
});

describe("password guessing", () => {
  const guess = (email: string, password: string) => callIdentity(server, "/sign-in/email", { email, password });

  test("returns the same response for an unknown email address, a wrong password and a person without a password", async () => {
    const person = await createPerson(server);
    const invited = `${randomUUID()}@firm.example`;
    await database()
      .insertInto("User")
      .values({ id: `usr_${randomUUID()}`, name: "Invited", email: invited })
      .execute();
    const responses = [];
    for (const email of [`${randomUUID()}@firm.example`, person.email, invited]) {
      const { status, body, headers } = await guess(email, "a wrong password");
      responses.push({ status, body, cookies: headers["set-cookie"], names: Object.keys(headers).toSorted() });
    }
    expect(responses[0]).toMatchObject({ status: 401, body: { code: "UNAUTHORIZED" }, cookies: undefined });
    expect(responses[1]).toEqual(responses[0]);
    expect(responses[2]).toEqual(responses[0]);
  });

  test("takes as long for an unknown email address as for a wrong password: one hash, which is most of the time", async () => {
    const { email } = await createPerson(server, { hasSecondFactor: false });
    const count = async (address: string) => {
      const before = hashings.hash + hashings.verify;
      await guess(address, "a wrong password");
      return hashings.hash + hashings.verify - before;
    };
    expect([await count(email), await count(`${randomUUID()}@firm.example`)]).toEqual([1, 1]);
  });

  test("is limited to five attempts a minute per account, regardless of letter case, even with the right password", async () => {
    const person = await createPerson(server);
    for (const email of [person.email, person.email.toUpperCase(), person.email, person.email, person.email])
      expect((await guess(email, "wrong password")).status).toBe(401);
    const reply = await guess(person.email, person.password);
    expect([reply.status, reply.body["code"]]).toEqual([429, "RATE_LIMITED"]);
    expect(Number(reply.headers["retry-after"])).toBeGreaterThan(0);
    expect((await guess((await createPerson(server)).email, "wrong password")).status).toBe(401);
  });

  test("from elsewhere does not block an account until many addresses take part; one network counts as one address", async () => {
    const forwarded = await startOwnServer({ trustedProxies: ["127.0.0.1"] });
    try {
      const person = await createPerson(forwarded, { hasSecondFactor: false });
      const enter = async (address: string, password = "wrong password") =>
        (
          await callIdentity(
            forwarded,
            "/sign-in/email",
            { email: person.email, password },
            {
              jar: new Map(),
              headers: {
                "X-Forwarded-For": address,
              },
            },
          )
        ).status;
      for (const statuses of [
        [401, 401, 401, 401, 401],
        [429, 429, 429, 429, 429],
      ]) {
        expect(await Promise.all([1, 2, 3, 4, 5].map((host) => enter(`2001:db8::${host}`)))).toEqual(statuses);
      }
      expect(await enter("192.0.2.1", person.password)).toBe(200);
      // 44 more make fifty; what was rejected does not count.
      for (let host = 2; host <= 12; host += 1) await Promise.all([1, 2, 3, 4].map(() => enter(`192.0.2.${host}`)));
      expect(await enter("192.0.2.13", person.password)).toBe(429);
    } finally {
      await forwarded.close(1_000);
    }
  });

  test("is limited per IP address for all accounts; signed-in people there are unaffected", async () => {
    const strict = await startOwnServer({ signInLimit: 6 });
    try {
      const person = await createPerson(strict, { hasSecondFactor: false });
      const cookies = await signIn(strict, person);
      const statuses = [];
      for (let count = 0; count < 7; count += 1) {
        statuses.push(
          (await callIdentity(strict, "/sign-in/email", { email: `${count}@firm.example`, password: "wrong" })).status,
        );
      }
      expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429]);
      // Being signed in helps nobody to try other accounts.
      for (const [path, body] of [
        ["/sign-in/email", { email: "8@firm.example", password: "wrong" }],
        ["/request-password-reset", { email: "8@firm.example" }],
        ["/reset-password", { token: "x", newPassword: "a new and long password" }],
      ] as const) {
        expect((await callIdentity(strict, path, body, { jar: readCookies(cookies) })).status).toBe(429);
      }
      expect((await callIdentity(strict, "/sign-out", {}, { jar: readCookies(cookies) })).status).toBe(200);
    } finally {
      await strict.close(1_000);
    }
  });

  test("codes are limited to five a minute per sign-in and ten in a row per account, then blocked for 15 minutes", async () => {
    const person = await createPerson(server);
    const begin = async (): Promise<CookieJar> => {
      const jar: CookieJar = new Map();
      await callIdentity(server, "/sign-in/email", { email: person.email, password: person.password }, { jar });
      return jar;
    };
    const verify = (code: string, jar: CookieJar) => callIdentity(server, "/two-factor/verify-totp", { code }, { jar });
    // What is rejected is not used up: one good code serves all that must fail with it, and nobody waits for the next step.
    const good = await drawCode(person.totpSecret ?? "");
    for (const jar of [await begin(), await begin()]) {
      for (let count = 0; count < 5; count += 1) expect((await verify("000000", jar)).status).toBe(400);
      expect((await verify(good, jar)).status).toBe(429);
    }
    const locked = await verify(good, await begin());
    expect([locked.status, locked.headers["retry-after"]]).toEqual([429, "900"]);
    await sql`UPDATE "TwoFactor" SET "lockedUntil" = now() - interval '1 second' WHERE "userId" = ${person.userId}`.execute(
      database(),
    );
    expect((await verify(await drawCode(person.totpSecret ?? ""), await begin())).status).toBe(200);
  });

  test("codes of one sign-in are counted together, however its cookie is encoded", async () => {
    const person = await createPerson(server);
    const jar: CookieJar = new Map();
    await callIdentity(server, "/sign-in/email", { email: person.email, password: person.password }, { jar });
    const [[name, value] = ["", ""]] = jar;
    const spellings = [value, ...[1, 2, 3].map((length) => escape(value.slice(0, length)) + value.slice(length))];
    expect(new Set(spellings).size).toBe(4);
    const statuses = [];
    for (const spelling of [...spellings, ...spellings]) {
      statuses.push(
        (
          await callIdentity(
            server,
            "/two-factor/verify-totp",
            { code: "000000" },
            { jar: new Map([[name, spelling]]) },
          )
        ).status,
      );
    }
    expect(statuses).toEqual([400, 400, 400, 400, 400, 429, 429, 429]);
  });

  test("codes within a session are counted and blocked the same way", async () => {
    const person = await createPerson(server);
    const cookies = await signIn(server, person);
    await sql`UPDATE "TwoFactor" SET "knownFailureCount" = 7 WHERE "userId" = ${person.userId}`.execute(database());
    const verify = (code: string) =>
      callIdentity(server, "/two-factor/verify-totp", { code }, { jar: readCookies(cookies) });
    for (let count = 0; count < 3; count += 1) expect((await verify("000000")).status).toBe(400);
    expect(await verify(await drawCode(person.totpSecret ?? ""))).toMatchObject({
      status: 429,
      headers: { "retry-after": "900" },
    });
    await sql`UPDATE "TwoFactor" SET "knownLockedUntil" = now() - interval '1 second' WHERE "userId" = ${person.userId}`.execute(
      database(),
    );
    expect((await verify(await drawCode(person.totpSecret ?? ""))).status).toBe(200);
    const { rows } =
      await sql`SELECT "knownFailureCount" AS wrong, "knownLockedUntil" AS until FROM "TwoFactor" WHERE "userId" = ${person.userId}`.execute(
        database(),
      );
    expect(rows).toEqual([{ wrong: 0, until: null }]);
  });

  test("the password within a session is limited to five attempts a minute", async () => {
    const person = await createPerson(server, { hasSecondFactor: false });
    const cookies = await signIn(server, person);
    const statuses = [];
    for (let count = 0; count < 6; count += 1) {
      statuses.push(
        (await callIdentity(server, "/two-factor/enable", { password: "wrong" }, { jar: readCookies(cookies) })).status,
      );
    }
    expect(statuses).toEqual([400, 400, 400, 400, 400, 429]);
  });
});
