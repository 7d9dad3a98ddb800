import { createHash, randomUUID } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startOwnServer, type TestServer } from "../harness/server.ts";
import { createTenant } from "../harness/tenant.ts";
import { callIdentity, createPerson, openSession, readCookies, signIn, type TestPerson } from "../harness/identity.ts";

let server: TestServer;
let folder: string;
const breached = "a password that somebody had before";
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "caseport-outbox-"));
  const breachedPasswords = join(folder, "breached-passwords.txt");
  writeFileSync(breachedPasswords, `${createHash("sha1").update(breached).digest("hex").toUpperCase()}:7\n`);
  server = await startOwnServer({ dataDirectory: folder, worker: "inside", breachedPasswords });
});
afterAll(async () => {
  await server.close(1_000);
  rmSync(folder, { recursive: true, force: true });
});

const database = () => server.services.database.withoutTenant;
const requestReset = (email: string) => callIdentity(server, "/request-password-reset", { email });
const reset = (token: string, newPassword = "a new and long password") =>
  callIdentity(server, "/reset-password", { token, newPassword });

const listMails = () => {
  const outbox = join(folder, "outbox");
  return readdirSync(folder).includes("outbox") ? readdirSync(outbox).map((name) => join(outbox, name)) : [];
};

/** The token in the mail that came for this person. */
async function receiveToken(person: TestPerson): Promise<string> {
  const find = () =>
    listMails()
      .map((file) => readFileSync(file, "utf8"))
      .findLast((text) => text.includes(person.email));
  await expect.poll(find, { interval: 200 }).toBeDefined();
  const text = (find() ?? "").replaceAll("=\r\n", "").replaceAll("=3D", "=");
  return /\/reset-password\?token=([\w-]+)/.exec(text)?.[1] ?? "";
}

test("the link sets a password once, ends all sessions and is stored as a digest", async () => {
  const person = await createPerson(server);
  const cookies = await signIn(server, person);
  expect((await requestReset(person.email)).body).toEqual({ success: true });
  const token = await receiveToken(person);
  expect(token).toMatch(/^[\w-]{20,}$/);
  const { rows } = await sql<{
    all: string;
  }>`SELECT v::text AS all FROM "Verification" v WHERE value = ${person.userId}`.execute(database());
  expect(rows).toHaveLength(1);
  expect(rows[0]?.all).not.toContain(token);
  // Too short a password does not use the link up.
  expect((await reset(token, "short")).body).toMatchObject({ faults: [{ path: "newPassword" }] });
  expect((await reset(token)).body).toEqual({ success: true });
  expect(await server.services.identity.findSession(cookies)).toBeNull();
  expect(
    (await callIdentity(server, "/sign-in/email", { email: person.email, password: person.password })).status,
  ).toBe(401);
  // The second factor is still required: a mailbox alone opens nothing.
  const entered = await callIdentity(server, "/sign-in/email", {
    email: person.email,
    password: "a new and long password",
  });
  expect(entered.body).toEqual({ success: true, twoFactorRedirect: true });
  const again = await reset(token, "yet another long password");
  expect([again.status, again.body]).toEqual([
    400,
    {
      success: false,
      error: expect.stringContaining("token"),
      code: "VALIDATION_FAILED",
      faults: [{ path: "token", message: expect.any(String) }],
    },
  ]);
});

test("a password that is easily guessed or was breached is rejected at its field, and the link still works", async () => {
  const person = await createPerson(server);
  await requestReset(person.email);
  const token = await receiveToken(person);
  for (const [password, message] of [
    ["password12345", /^must be harder to guess/],
    [breached, /^must be another one: it became known in a breach/],
  ] as const) {
    const rejected = await reset(token, password);
    expect([rejected.status, (JSON.parse(rejected.text) as { faults: unknown }).faults]).toEqual([
      400,
      [{ path: "newPassword", message: expect.stringMatching(message) }],
    ]);
  }
  expect((await reset(token)).status).toBe(200);
});

test("the link expires after thirty minutes, and an invented one is rejected", async () => {
  const person = await createPerson(server);
  await requestReset(person.email);
  const token = await receiveToken(person);
  const { rows } = await sql<{ minutes: number }>`
    SELECT extract(epoch FROM "expiresAt" - "createdAt")::float8 / 60 AS minutes FROM "Verification" WHERE value = ${person.userId}`.execute(
    database(),
  );
  expect(rows[0]?.minutes).toBeCloseTo(30, 0);
  await sql`UPDATE "Verification" SET "expiresAt" = now() - interval '1 second' WHERE value = ${person.userId}`.execute(
    database(),
  );
  for (const made of [token, randomUUID(), `reset-password:${token}`, "x"])
    expect((await reset(made)).status).toBe(400);
});

test.each(["\u0000", "a\u0000b", "a b", "ä", "", "x".repeat(201), "../x"])(
  "a malformed token (%j) is rejected at its field",
  async (token) => {
    const reply = await reset(token);
    expect([reply.status, reply.body]).toMatchObject([400, { code: "VALIDATION_FAILED", faults: [{ path: "token" }] }]);
  },
);

test("an unknown email address gets the same response and no email", async () => {
  const person = await createPerson(server);
  const unknown = `${randomUUID()}@firm.example`;
  const [first, second] = [await requestReset(unknown), await requestReset(person.email)];
  expect([first.status, first.text, Object.keys(first.headers)]).toEqual([
    second.status,
    second.text,
    Object.keys(second.headers),
  ]);
  await receiveToken(person);
  expect(listMails().filter((file) => readFileSync(file, "utf8").includes(unknown))).toEqual([]);
});

test("a reset is audited in the name of the link's person, also in a browser where somebody else is signed in", async () => {
  const tenant = await createTenant(server.services.database);
  const member = { organizationId: tenant.organizationId, memberId: tenant.attorneyId };
  const [person, other] = [await createPerson(server, { member }), await createPerson(server)];
  const jar = readCookies(await openSession(server, other));
  await callIdentity(server, "/request-password-reset", { email: person.email }, { jar });
  const token = await receiveToken(person);
  expect(
    (await callIdentity(server, "/reset-password", { token, newPassword: "a new and long password" }, { jar })).status,
  ).toBe(200);
  const listEntries = () =>
    server.services.database.withTenantTransaction(tenant.organizationId, (transaction) =>
      transaction.selectFrom("AuditEntry").select(["action", "entityId"]).orderBy("action").execute(),
    );
  await expect.poll(listEntries).toEqual([
    { action: "password.reset", entityId: person.userId },
    { action: "password.reset_requested", entityId: person.userId },
  ]);
});

test("an email address receives at most three links a minute", async () => {
  const email = `${randomUUID()}@firm.example`;
  const statuses = [];
  for (let count = 0; count < 4; count += 1) statuses.push((await requestReset(email)).status);
  expect(statuses).toEqual([200, 200, 200, 429]);
});

test("an email in the outbox is a file readable only by its owner, and the queue deletes sent contents", async () => {
  const person = await createPerson(server);
  await requestReset(person.email);
  await receiveToken(person);
  const file = listMails().find((name) => readFileSync(name, "utf8").includes(person.email)) ?? "";
  expect([statSync(file).mode & 0o777, statSync(join(folder, "outbox")).mode & 0o777]).toEqual([0o600, 0o700]);
  const text = readFileSync(file, "utf8");
  expect(text).toMatch(/^From: Caseport <no-reply@caseport\.example>\r$/m);
  expect(text).toMatch(new RegExp(`^To: ${person.email}\r$`, "m"));
  expect(text).toMatch(/^Content-Type: text\/plain; charset=utf-8\r$/m);
  expect(text).not.toMatch(/text\/html|<img|multipart/);
  const readQueue = async () =>
    (
      await sql<{
        state: string;
        data: unknown;
      }>`SELECT state::text, data FROM pgboss.job WHERE name = 'mail' ORDER BY created_on DESC`.execute(database())
    ).rows;
  await expect.poll(readQueue).toEqual((await readQueue()).map(() => ({ state: "completed", data: null })));
});
