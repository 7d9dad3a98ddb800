import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { AccountPasskey } from "../../areas/account/schema.ts";
import {
  callIdentity,
  createPerson,
  openSession,
  readCookies,
  writeCookies,
  type CookieJar,
  type TestPerson,
} from "../harness/identity.ts";
import { PasskeyDevice } from "../harness/passkey-device.ts";
import { openPortal } from "../harness/requests/portal-calls.ts";
import { startTestServer, type TestServer } from "../harness/server.ts";
import { createMember } from "../../areas/team/fixtures.ts";
import { createTenant, type TestTenant } from "../harness/tenant.ts";

let server: TestServer;
let tenant: TestTenant;
beforeAll(async () => {
  server = await startTestServer();
  tenant = await createTenant(server.services.database);
});
afterAll(() => server.close(1_000));

const database = () => server.services.database.withoutTenant;
const call = (path: string, body: object, jar: CookieJar) => callIdentity(server, `/passkey/${path}`, body, { jar });
const findSession = (jar: CookieJar) => server.services.identity.findSession(writeCookies(jar));
const openJar = async (person: TestPerson) => readCookies(await openSession(server, person));
const list = async (jar: CookieJar) =>
  (await openPortal(server, writeCookies(jar)).query<{ passkeys: AccountPasskey[] }>("account.listPasskeys")).data
    .passkeys;
const ageConfirmation = ({ userId }: TestPerson) =>
  sql`UPDATE "Session" SET "secondFactorAt" = now() - interval '11 minutes' WHERE "userId" = ${userId}`.execute(
    database(),
  );

async function createMemberPerson(): Promise<TestPerson> {
  const person = await createPerson(server);
  await createMember(tenant, { userId: person.userId });
  return person;
}

async function register(jar: CookieJar, device = new PasskeyDevice(), isVerified = true) {
  const { challenge } = (await call("start-registration", {}, jar)).body as { challenge: string };
  return {
    device,
    reply: await call(
      "register",
      { name: "Laptop", response: device.create({ challenge, origin: server.origin, isVerified }) },
      jar,
    ),
  };
}

/** Requests its passkey from the device, as `sign-in` or `confirm`. */
async function use(step: "sign-in" | "confirm", device: PasskeyDevice, jar: CookieJar, isVerified = true) {
  const begun = await call(step === "confirm" ? "start-confirmation" : "start-sign-in", {}, jar);
  const { challenge = "" } = begun.body as { challenge?: string };
  return call(step, { response: device.get({ challenge, origin: server.origin, isVerified }) }, jar);
}

const listActions = async ({ userId }: TestPerson) => {
  const entries = await server.services.database.withTenantTransaction(tenant.organizationId, (transaction) =>
    transaction.selectFrom("AuditEntry").select("action").where("entityId", "=", userId).orderBy("id").execute(),
  );
  return entries.map(({ action }) => action);
};

describe("a passkey", () => {
  test("is added, named and removed, each audited; adding and removing are notified by email", async () => {
    const person = await createMemberPerson();
    const jar = await openJar(person);
    const { reply } = await register(jar);
    expect([reply.status, reply.body]).toEqual([200, { success: true }]);
    const [added] = await list(jar);
    expect(added).toEqual({
      id: expect.stringMatching(/^psk_/),
      name: "Laptop",
      createdAt: expect.any(String),
      lastUsedAt: null,
    });
    expect((await call("rename", { id: added?.id, name: "Work laptop" }, jar)).status).toBe(200);
    expect(await list(jar)).toMatchObject([{ name: "Work laptop" }]);
    expect((await call("remove", { id: added?.id }, jar)).status).toBe(200);
    expect(await list(jar)).toEqual([]);
    await expect.poll(() => listActions(person)).toEqual(["passkey.added", "passkey.renamed", "passkey.removed"]);
    const mails = () =>
      sql<{
        subject: string;
      }>`SELECT data->>'subject' AS subject FROM pgboss.job WHERE name = 'mail' AND data->>'to' = ${person.email} ORDER BY 1`.execute(
        database(),
      );
    await expect
      .poll(async () => (await mails()).rows.map(({ subject }) => subject))
      .toEqual(["A passkey was added to your Caseport account", "A passkey was removed from your Caseport account"]);
  });

  test("signs in without a password, counts as the second factor, and ends the earlier session of the browser", async () => {
    const person = await createMemberPerson();
    const jar = await openJar(person);
    const { device } = await register(jar);
    const earlier = new Map(jar);
    const reply = await use("sign-in", device, jar);
    expect([reply.status, reply.body]).toEqual([200, { success: true }]);
    expect(await findSession(jar)).toMatchObject({ userId: person.userId, isSecondFactorFresh: true });
    expect(await findSession(earlier)).toBeNull();
    expect(await list(jar)).toMatchObject([{ lastUsedAt: expect.any(String) }]);
    await expect.poll(() => listActions(person)).toEqual(["passkey.added", "sign_in.succeeded"]);
  });

  test("replaces the code after the password, once", async () => {
    const person = await createMemberPerson();
    const { device } = await register(await openJar(person));
    const jar: CookieJar = new Map();
    await callIdentity(server, "/sign-in/email", { email: person.email, password: person.password }, { jar });
    const pending = new Map(jar);
    expect((await use("confirm", device, jar)).status).toBe(200);
    expect(await findSession(jar)).toMatchObject({ userId: person.userId, isSecondFactorFresh: true });
    expect([...jar.keys()]).not.toContain("caseport_second_factor");
    expect((await use("confirm", device, pending)).body).toMatchObject({ code: "UNAUTHORIZED", reason: "sign_in" });
  });

  test("confirms the session that is there, without another one", async () => {
    const person = await createMemberPerson();
    const jar = await openJar(person);
    const { device } = await register(jar);
    await ageConfirmation(person);
    const before = await findSession(jar);
    expect((await use("confirm", device, jar)).status).toBe(200);
    expect(await findSession(jar)).toMatchObject({
      sessionId: before?.sessionId,
      expiresAt: before?.expiresAt,
      isSecondFactorFresh: true,
    });
    const { rows } = await sql`SELECT id FROM "Session" WHERE "userId" = ${person.userId}`.execute(database());
    expect(rows).toHaveLength(1);
  });
});

describe("is rejected", () => {
  const rejected = {
    success: false,
    code: "UNAUTHORIZED",
    error: "The passkey was not accepted. Try again or use another way",
  };

  test("a passkey that is unknown, or whose device did not verify the person, with the same response", async () => {
    const { device } = await register(await openJar(await createMemberPerson()));
    for (const [shown, isVerified] of [
      [new PasskeyDevice(), true],
      [device, false],
    ] as const) {
      const jar: CookieJar = new Map();
      const reply = await use("sign-in", shown, jar, isVerified);
      expect([reply.status, reply.body]).toEqual([401, rejected]);
      expect(await findSession(jar)).toBeNull();
    }
  });

  test("a response that was used", async () => {
    const { device } = await register(await openJar(await createMemberPerson()));
    const jar: CookieJar = new Map();
    const { challenge } = (await call("start-sign-in", {}, jar)).body as { challenge: string };
    const begun = new Map(jar);
    const response = device.get({ challenge, origin: server.origin });
    expect((await call("sign-in", { response }, jar)).status).toBe(200);
    expect((await call("sign-in", { response }, begun)).body).toEqual(rejected);
  });

  test("a response that was made for another site", async () => {
    const { device } = await register(await openJar(await createMemberPerson()));
    const jar: CookieJar = new Map();
    const { challenge } = (await call("start-sign-in", {}, jar)).body as { challenge: string };
    expect(
      (await call("sign-in", { response: device.get({ challenge, origin: "https://caseport.evil.example" }) }, jar))
        .body,
    ).toEqual(rejected);
  });

  test("another person's passkey, in a session and after a password", async () => {
    const { device } = await register(await openJar(await createMemberPerson()));
    const person = await createMemberPerson();
    const session = await openJar(person);
    await ageConfirmation(person);
    expect((await use("confirm", device, session)).body).toEqual(rejected);
    expect(await findSession(session)).toMatchObject({ userId: person.userId, isSecondFactorFresh: false });
    const pending: CookieJar = new Map();
    await callIdentity(server, "/sign-in/email", { email: person.email, password: person.password }, { jar: pending });
    expect((await use("confirm", device, pending)).body).toEqual(rejected);
    expect(await findSession(pending)).toBeNull();
    await expect.poll(() => listActions(person)).toEqual(["passkey.refused", "passkey.refused"]);
  });

  test("adding one from a device that did not verify the person", async () => {
    const jar = await openJar(await createMemberPerson());
    expect((await register(jar, new PasskeyDevice(), false)).reply.status).toBe(401);
    expect(await list(jar)).toEqual([]);
  });

  test("a response of a device that is not one", async () => {
    const jar = await openJar(await createMemberPerson());
    await call("start-registration", {}, jar);
    const response = {
      id: "a",
      rawId: "a",
      type: "public-key",
      response: { clientDataJSON: "e30" },
      clientExtensionResults: {},
    };
    expect((await call("register", { name: "Odd", response }, jar)).body).toMatchObject({ code: "VALIDATION_FAILED" });
  });

  test("adding or removing one without a second factor, or with one that is not fresh", async () => {
    const bare = await createPerson(server, { hasSecondFactor: false });
    expect((await call("start-registration", {}, await openJar(bare))).body).toMatchObject({
      code: "FORBIDDEN",
      reason: "enroll",
    });
    const person = await createMemberPerson();
    const jar = await openJar(person);
    await register(jar);
    await ageConfirmation(person);
    const [passkey] = await list(jar);
    for (const [path, body] of [
      ["start-registration", {}],
      ["remove", { id: passkey?.id }],
    ] as const) {
      expect((await call(path, body, jar)).body).toMatchObject({ code: "FORBIDDEN", reason: "confirm" });
    }
  });

  test("renaming or removing another person's, as one that does not exist", async () => {
    const owner = await openJar(await createMemberPerson());
    await register(owner);
    const [theirs] = await list(owner);
    const jar = await openJar(await createMemberPerson());
    for (const id of [theirs?.id, "psk_none"]) {
      expect((await call("rename", { id, name: "Mine" }, jar)).body).toMatchObject({
        code: "NOT_FOUND",
        error: "Passkey not found",
      });
      expect((await call("remove", { id }, jar)).body).toMatchObject({ code: "NOT_FOUND", error: "Passkey not found" });
    }
    expect(await list(owner)).toMatchObject([{ name: "Laptop" }]);
  });

  test("a sixth try within a minute, after a password", async () => {
    const person = await createMemberPerson();
    const jar: CookieJar = new Map();
    await callIdentity(server, "/sign-in/email", { email: person.email, password: person.password }, { jar });
    const statuses: number[] = [];
    for (let tries = 0; tries < 6; tries += 1) statuses.push((await use("confirm", new PasskeyDevice(), jar)).status);
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429]);
  });
});

test("turning off the second factor removes the passkeys", async () => {
  const person = await createMemberPerson();
  const jar = await openJar(person);
  const { device } = await register(jar);
  expect((await callIdentity(server, "/two-factor/disable", { password: person.password }, { jar })).status).toBe(200);
  expect(await list(jar)).toEqual([]);
  expect((await use("sign-in", device, new Map())).status).toBe(401);
});

test("recovery codes have no signs that look like others", async () => {
  const person = await createPerson(server);
  const reply = await callIdentity(
    server,
    "/two-factor/generate-backup-codes",
    { password: person.password },
    { jar: await openJar(person) },
  );
  const { backupCodes } = reply.body as { backupCodes: string[] };
  expect(backupCodes).toHaveLength(10);
  for (const code of backupCodes) expect(code).toMatch(/^[a-km-np-zA-HJ-NP-Z2-9]{5}-[a-km-np-zA-HJ-NP-Z2-9]{5}$/);
});
