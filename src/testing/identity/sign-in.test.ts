import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { createTenant } from "../harness/tenant.ts";
import { startTestServer, type TestServer } from "../harness/server.ts";
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
import { decodeTotpSecret } from "../../platform/identity/second-factor/totp.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close(1_000));

const sessionCookie = "caseport_session";
const pendingCookie = "caseport_second_factor";
const deviceCookie = "caseport_device";

const findSession = (cookies: string) => server.services.identity.findSession(cookies);
const enter = (person: TestPerson, jar: CookieJar) =>
  callIdentity(server, "/sign-in/email", { email: person.email, password: person.password }, { jar });
const draw = ({ totpSecret }: TestPerson) => drawCode(totpSecret ?? "");
const openJar = async (person: TestPerson): Promise<CookieJar> => readCookies(await signIn(server, person));

/** As if the second factor had been shown so many minutes ago. */
const ageConfirmation = (person: TestPerson, minutes: number) =>
  sql`UPDATE "Session" SET "secondFactorAt" = now() - make_interval(mins => ${minutes}::integer) WHERE "userId" = ${person.userId}`.execute(
    server.services.database.withoutTenant,
  );

describe("with a password alone", () => {
  test("creates a session, and signing out ends it for good", async () => {
    const person = await createPerson(server, { hasSecondFactor: false });
    const jar: CookieJar = new Map();
    expect((await enter(person, jar)).body).toEqual({ success: true });
    expect([...jar.keys()]).toEqual([sessionCookie, deviceCookie]);
    const cookies = writeCookies(jar);
    expect(await findSession(cookies)).toMatchObject({
      userId: person.userId,
      twoFactorEnabled: false,
      secondFactorAt: null,
    });
    expect((await callIdentity(server, "/sign-out", {}, { jar })).body).toEqual({ success: true });
    expect([...jar.keys()]).toEqual([deviceCookie]);
    expect(await findSession(cookies)).toBeNull();
  });

  test("gives each session a random token of its own, of more than 128 bits", async () => {
    const person = await createPerson(server, { hasSecondFactor: false });
    for (const _time of [1, 2, 3]) await signIn(server, person);
    const sessions = await server.services.database.withoutTenant
      .selectFrom("Session")
      .select("token")
      .where("userId", "=", person.userId)
      .execute();
    expect(new Set(sessions.map(({ token }) => token)).size).toBe(3);
    // 62 signs: 5.95 bits each.
    for (const { token } of sessions) expect(token).toMatch(/^[A-Za-z0-9]{32}$/);
  });

  test("ignores the letter case of the email address", async () => {
    const person = await createPerson(server, { hasSecondFactor: false });
    const reply = await callIdentity(server, "/sign-in/email", {
      email: person.email.toUpperCase(),
      password: person.password,
    });
    expect(reply.status).toBe(200);
  });

  test("ends the earlier session of the same browser", async () => {
    const person = await createPerson(server, { hasSecondFactor: false });
    const jar: CookieJar = new Map();
    await enter(person, jar);
    const earlier = writeCookies(jar);
    await enter(person, jar);
    expect(await findSession(earlier)).toBeNull();
    expect(await findSession(writeCookies(jar))).not.toBeNull();
  });
});

describe("with a second factor", () => {
  test("records the time of the code by the database's clock, whatever the process's clock", async () => {
    const person = await createPerson(server);
    // Not ahead: ids of one process never go back, and later tests compare theirs with the clock.
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() - 8 * 60_000 });
    try {
      await signIn(server, person);
    } finally {
      vi.useRealTimers();
    }
    const { rows } = await sql<{ ahead: number }>`
      SELECT extract(epoch FROM "secondFactorAt" - now())::float8 AS ahead FROM "Session" WHERE "userId" = ${person.userId}`.execute(
      server.services.database.withoutTenant,
    );
    expect(rows).toEqual([{ ahead: expect.closeTo(0, -2) }]);
  });

  test("creates a session only after the code", async () => {
    const person = await createPerson(server);
    const jar: CookieJar = new Map();
    expect((await enter(person, jar)).body).toEqual({ success: true, twoFactorRedirect: true });
    expect([...jar.keys()]).toEqual([pendingCookie]);
    expect(await findSession(writeCookies(jar))).toBeNull();
    expect((await callIdentity(server, "/two-factor/verify-totp", { code: await draw(person) }, { jar })).body).toEqual(
      {
        success: true,
      },
    );
    expect([...jar.keys()]).toEqual([sessionCookie, deviceCookie]);
    expect(await findSession(writeCookies(jar))).toMatchObject({ userId: person.userId, isSecondFactorFresh: true });
  });

  test("confirms the second factor again with a code within a session", async () => {
    const person = await createPerson(server);
    const jar = await openJar(person);
    await ageConfirmation(person, 11);
    expect(await findSession(writeCookies(jar))).toMatchObject({ isSecondFactorFresh: false });
    expect((await callIdentity(server, "/two-factor/verify-totp", { code: await draw(person) }, { jar })).body).toEqual(
      {
        success: true,
      },
    );
    expect(await findSession(writeCookies(jar))).toMatchObject({ isSecondFactorFresh: true });
  });

  test("creates recovery codes only with the password and a recent second factor, each usable once", async () => {
    const person = await createPerson(server);
    const jar = await openJar(person);
    const renew = (password: string) =>
      callIdentity(server, "/two-factor/generate-backup-codes", { password }, { jar });
    expect((await renew("wrong")).body).toMatchObject({
      code: "VALIDATION_FAILED",
      faults: [{ path: "password", message: "is wrong" }],
    });
    await ageConfirmation(person, 11);
    const stale = await renew(person.password);
    expect([stale.status, stale.body]).toEqual([
      403,
      { success: false, error: expect.any(String), code: "FORBIDDEN", reason: "confirm" },
    ]);
    await ageConfirmation(person, 9);
    const { backupCodes } = (await renew(person.password)).body as { backupCodes: string[] };
    expect(backupCodes).toHaveLength(10);
    const [code = ""] = backupCodes;
    const { rows } = await sql<{
      stored: string;
    }>`SELECT "backupCodes" AS stored FROM "TwoFactor" WHERE "userId" = ${person.userId}`.execute(
      server.services.database.withoutTenant,
    );
    expect(rows[0]?.stored).not.toContain(code);
    const other: CookieJar = new Map();
    await enter(person, other);
    expect((await callIdentity(server, "/two-factor/verify-backup-code", { code }, { jar: other })).body).toEqual({
      success: true,
    });
    expect(await findSession(writeCookies(other))).toMatchObject({ isSecondFactorFresh: true });
    const again: CookieJar = new Map();
    await enter(person, again);
    expect((await callIdentity(server, "/two-factor/verify-backup-code", { code }, { jar: again })).body).toMatchObject(
      {
        code: "VALIDATION_FAILED",
      },
    );
    expect(await findSession(writeCookies(again))).toBeNull();
  });

  test("accepts one of two recovery codes sent concurrently, and rejects the other as wrong", async () => {
    const person = await createPerson(server);
    const jar = await openJar(person);
    const { backupCodes } = (
      await callIdentity(server, "/two-factor/generate-backup-codes", { password: person.password }, { jar })
    ).body as { backupCodes: string[] };
    const owner = await server.connectOwner();
    try {
      // Held until both have read the codes and want to write them.
      await owner.query("BEGIN");
      await owner.query(`SELECT FROM "TwoFactor" WHERE "userId" = $1 FOR UPDATE`, [person.userId]);
      const replies = backupCodes
        .slice(0, 2)
        .map((code) => callIdentity(server, "/two-factor/verify-backup-code", { code }, { jar: new Map(jar) }));
      const countWaiting = async () =>
        (
          await sql`SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`.execute(
            server.services.database.withoutTenant,
          )
        ).rows.length;
      await expect.poll(countWaiting).toBe(2);
      await owner.query("COMMIT");
      const [taken, refused] = (await Promise.all(replies)).toSorted((left, right) => left.status - right.status);
      expect(taken?.status).toBe(200);
      expect([refused?.status, refused?.body]).toMatchObject([
        400,
        { code: "VALIDATION_FAILED", faults: [{ path: "code", message: "is wrong, expired or already used" }] },
      ]);
    } finally {
      await owner.end();
    }
  });

  test("can be removed only with the password and a fresh second factor", async () => {
    const person = await createPerson(server);
    const jar = await openJar(person);
    await ageConfirmation(person, 11);
    const body = { password: person.password };
    expect((await callIdentity(server, "/two-factor/disable", body, { jar })).body).toMatchObject({
      code: "FORBIDDEN",
      reason: "confirm",
    });
    await callIdentity(server, "/two-factor/verify-totp", { code: await draw(person) }, { jar });
    expect((await callIdentity(server, "/two-factor/disable", body, { jar })).body).toEqual({ success: true });
    expect(await findSession(writeCookies(jar))).toMatchObject({ twoFactorEnabled: false, secondFactorAt: null });
  });
});

describe("setting up a second factor", () => {
  test("takes effect with the first code, renews the session and ends those without it", async () => {
    const person = await createPerson(server, { hasSecondFactor: false });
    const [jar, elsewhere] = [await openJar(person), await openJar(person)];
    const enabled = await callIdentity(server, "/two-factor/enable", { password: person.password }, { jar });
    expect(Object.keys(enabled.body)).toEqual(["success", "totpURI", "backupCodes"]);
    const uri = new URL(String(enabled.body["totpURI"]));
    expect([uri.protocol, uri.host, uri.searchParams.get("issuer")]).toEqual(["otpauth:", "totp", "Caseport"]);
    expect(await findSession(writeCookies(jar))).toMatchObject({ twoFactorEnabled: false });
    // The recovery codes open nothing while nothing is set up.
    const [recovery] = enabled.body["backupCodes"] as string[];
    expect(
      (await callIdentity(server, "/two-factor/verify-backup-code", { code: recovery }, { jar })).body,
    ).toMatchObject({
      code: "INVALID_STATE_TRANSITION",
    });
    const before = writeCookies(jar);
    const code = await drawCode(decodeTotpSecret(uri.searchParams.get("secret") ?? ""));
    expect((await callIdentity(server, "/two-factor/verify-totp", { code }, { jar })).body).toEqual({ success: true });
    expect(await findSession(writeCookies(jar))).toMatchObject({ twoFactorEnabled: true, isSecondFactorFresh: true });
    expect(await findSession(before)).toBeNull();
    expect(await findSession(writeCookies(elsewhere))).toBeNull();
    expect((await enter(person, new Map())).body).toMatchObject({ twoFactorRedirect: true });
    expect(
      (await callIdentity(server, "/two-factor/enable", { password: person.password }, { jar })).body,
    ).toMatchObject({
      code: "INVALID_STATE_TRANSITION",
    });
  });
});

describe("setting up a second factor without the password", () => {
  const enable = async (jar: CookieJar, body: object = {}) => callIdentity(server, "/two-factor/enable", body, { jar });
  const ageSession = async ({ userId }: TestPerson) =>
    sql`UPDATE "Session" SET "createdAt" = now() - interval '11 minutes' WHERE "userId" = ${userId}`.execute(
      server.services.database.withoutTenant,
    );

  test("is possible for ten minutes after it was typed", async () => {
    const person = await createPerson(server, { hasSecondFactor: false });
    const jar = await openJar(person);
    expect(Object.keys((await enable(jar)).body)).toEqual(["success", "totpURI", "backupCodes"]);
    await ageSession(person);
    expect((await enable(jar)).body).toMatchObject({ code: "VALIDATION_FAILED", faults: [{ path: "password" }] });
    expect((await enable(jar, { password: "" })).status).toBe(400);
    expect((await enable(jar, { password: "wrong" })).body).toMatchObject({ faults: [{ path: "password" }] });
    expect((await enable(jar, { password: person.password })).status).toBe(200);
  });

  test("is not possible without a session, or once there is one", async () => {
    expect((await enable(new Map())).status).toBe(401);
    const person = await createPerson(server, { hasSecondFactor: false });
    const jar = await openJar(person);
    const uri = new URL(String((await enable(jar)).body["totpURI"]));
    const code = await drawCode(decodeTotpSecret(uri.searchParams.get("secret") ?? ""));
    await callIdentity(server, "/two-factor/verify-totp", { code }, { jar });
    expect(await findSession(writeCookies(jar))).toMatchObject({ twoFactorEnabled: true, isPasswordFresh: false });
    expect((await enable(jar)).status).toBe(400);
    for (const path of ["/two-factor/disable", "/two-factor/generate-backup-codes"])
      expect((await callIdentity(server, path, {}, { jar })).body).toMatchObject({ faults: [{ path: "password" }] });
  });
});

describe("other sessions", () => {
  const listSessions = async ({ userId }: TestPerson) =>
    (await sql`SELECT FROM "Session" WHERE "userId" = ${userId}`.execute(server.services.database.withoutTenant)).rows
      .length;

  test("from before a second factor was set up stay ended, also after its removal", async () => {
    const person = await createPerson(server, { hasSecondFactor: false });
    const [jar, elsewhere] = [await openJar(person), await openJar(person)];
    const enabled = await callIdentity(server, "/two-factor/enable", { password: person.password }, { jar });
    expect(await listSessions(person)).toBe(2);
    const secret = decodeTotpSecret(new URL(String(enabled.body["totpURI"])).searchParams.get("secret") ?? "");
    await callIdentity(server, "/two-factor/verify-totp", { code: await drawCode(secret) }, { jar });
    expect(await listSessions(person)).toBe(1);
    expect((await callIdentity(server, "/two-factor/disable", { password: person.password }, { jar })).status).toBe(
      200,
    );
    expect(await findSession(writeCookies(jar))).toMatchObject({ twoFactorEnabled: false });
    expect(await findSession(writeCookies(elsewhere))).toBeNull();
  });

  test("end when the second factor is removed, but not when it or a wrong password is entered", async () => {
    const person = await createPerson(server);
    const [jar, elsewhere] = [await openJar(person), await openJar(person)];
    await callIdentity(server, "/two-factor/verify-totp", { code: await draw(person) }, { jar });
    expect((await callIdentity(server, "/two-factor/disable", { password: "wrong" }, { jar })).status).toBe(400);
    expect(await findSession(writeCookies(elsewhere))).not.toBeNull();
    expect((await callIdentity(server, "/two-factor/disable", { password: person.password }, { jar })).status).toBe(
      200,
    );
    expect(await findSession(writeCookies(elsewhere))).toBeNull();
    expect(await listSessions(person)).toBe(1);
  });
});

describe("changing the password", () => {
  test("ends all other sessions and keeps this one with its second factor", async () => {
    const person = await createPerson(server);
    const [jar, elsewhere] = [await openJar(person), await openJar(person)];
    const change = (currentPassword: string, newPassword: string) =>
      callIdentity(server, "/change-password", { currentPassword, newPassword }, { jar });
    expect((await change("wrong", "a new and long password")).body).toMatchObject({
      faults: [{ path: "currentPassword", message: "is wrong" }],
    });
    expect((await change(person.password, "too short")).body).toMatchObject({ faults: [{ path: "newPassword" }] });
    expect((await change(person.password, "a new and long password")).body).toEqual({ success: true });
    expect(await findSession(writeCookies(jar))).toMatchObject({ userId: person.userId, isSecondFactorFresh: true });
    expect(await findSession(writeCookies(elsewhere))).toBeNull();
    expect((await enter(person, new Map())).status).toBe(401);
  });

  test("signing out everywhere, or everywhere else, ends the sessions at once", async () => {
    const person = await createPerson(server, { hasSecondFactor: false });
    const [jar, elsewhere] = [await openJar(person), await openJar(person)];
    expect((await callIdentity(server, "/revoke-other-sessions", {}, { jar })).body).toEqual({ success: true });
    expect(await findSession(writeCookies(elsewhere))).toBeNull();
    expect(await findSession(writeCookies(jar))).not.toBeNull();
    const here = writeCookies(jar);
    expect((await callIdentity(server, "/revoke-sessions", {}, { jar })).body).toEqual({ success: true });
    expect(await findSession(here)).toBeNull();
    expect((await callIdentity(server, "/revoke-sessions", {}, { jar: readCookies(here) })).body).toMatchObject({
      code: "UNAUTHORIZED",
      reason: "sign_in",
    });
  });
});

test("account changes are in the audit logs of the person's organizations", async () => {
  const { database } = server.services;
  const [tenant, other] = [await createTenant(database), await createTenant(database)];
  const person = await createPerson(server, {
    member: { organizationId: tenant.organizationId, memberId: tenant.attorneyId },
  });
  await callIdentity(server, "/sign-in/email", { email: person.email, password: "a wrong password" });
  const jar = await openJar(person);
  await callIdentity(server, "/two-factor/verify-totp", { code: "000000" }, { jar });
  await callIdentity(
    server,
    "/change-password",
    { currentPassword: person.password, newPassword: "another long password" },
    { jar },
  );
  await callIdentity(server, "/sign-out", {}, { jar });
  const list = (organizationId: string) =>
    database.withTenantTransaction(organizationId, (transaction) =>
      transaction
        .selectFrom("AuditEntry")
        .select(["action", "entity", "entityId", "actorType", "actorId", "address"])
        .orderBy("id")
        .execute(),
    );
  const common = {
    entity: "user",
    entityId: person.userId,
    actorType: "member",
    actorId: tenant.attorneyId,
    address: "127.0.0.1",
  };
  const actions = [
    "sign_in.refused",
    "sign_in.succeeded",
    "second_factor.refused",
    "password.changed",
    "sign_out.succeeded",
  ];
  await expect.poll(() => list(tenant.organizationId)).toEqual(actions.map((action) => ({ action, ...common })));
  expect(await list(other.organizationId)).toEqual([]);
});
