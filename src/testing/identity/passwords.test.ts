import { scryptSync } from "node:crypto";
import { hashPassword } from "better-auth/crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { maxPasswordLength, minPasswordLength } from "../../contract/portal/passwords.ts";
import { ensureApplicationRole } from "../../platform/database/application-role.ts";
import { openDatabase, type Database } from "../../platform/database/database.ts";
import { cloneDatabase } from "../database/clone-database.ts";
import { callIdentity, createPerson, type CookieJar } from "../harness/identity.ts";
import { startServerProcess, type ServerProcess } from "../servers/server-process.ts";
import { hooks } from "../../composition/transaction-hooks.ts";

/** On a server in a process of its own: it hashes as in production. */
let database: Database;
let program: ServerProcess;
beforeAll(async () => {
  const applicationUrl = await ensureApplicationRole(await cloneDatabase());
  database = openDatabase(applicationUrl, { poolSize: 2, hooks });
  program = await startServerProcess(applicationUrl);
});
afterAll(async () => {
  await program.end("SIGKILL");
  await database.close();
});

/** A person, and what they do. */
async function begin() {
  const server = { baseUrl: program.baseUrl, origin: "http://localhost:3000", services: { database } };
  const person = await createPerson(server, { hasSecondFactor: false, hashPassword });
  const signIn = async (password: string, jar?: CookieJar) =>
    (await callIdentity(server, "/sign-in/email", { email: person.email, password }, { jar })).status;
  const jar: CookieJar = new Map();
  expect(await signIn(person.password, jar)).toBe(200);
  const change = (newPassword: string) =>
    callIdentity(server, "/change-password", { currentPassword: person.password, newPassword }, { jar });
  return { person, signIn, change };
}

test.each([
  ["of twelve letters, no other sign", "mzqvtkxwphgd"],
  ["of 128 characters", "mzqvtkxwphgd, and so on: ".repeat(6).slice(0, maxPasswordLength)],
  ["with spaces at its ends and letters of other alphabets", " Ünter die Brücke Жук "],
])("a password %s is taken, and compared as it was sent", async (_, password) => {
  const { signIn, change } = await begin();
  expect((await change(password)).status).toBe(200);
  const others = [
    password.slice(0, -1),
    password.toUpperCase(),
    password.trim() === password ? `${password.slice(0, -1)}?` : password.trim(),
  ];
  expect([await signIn(password), ...(await Promise.all(others.map((other) => signIn(other))))]).toEqual([
    200, 401, 401, 401,
  ]);
});

test.each([
  ["shorter", "mzqvtkxwphgd".slice(0, minPasswordLength - 1)],
  ["longer", "mzqvtkxwphgd, and so on: ".repeat(6).slice(0, maxPasswordLength + 1)],
])("a %s one is rejected at its field", async (_, password) => {
  const { change } = await begin();
  expect((await change(password)).body).toMatchObject({ code: "VALIDATION_FAILED", faults: [{ path: "newPassword" }] });
});

test("a password is stored as scrypt's hash with a salt of its own, and is valid for as long as no one changes it", async () => {
  const password = "another password entirely";
  const [one, other] = [await begin(), await begin()];
  expect([(await one.change(password)).status, (await other.change(password)).status]).toEqual([200, 200]);
  const accounts = database.withoutTenant;
  const stored = async (userId: string) =>
    (await accounts.selectFrom("Account").select("password").where("userId", "=", userId).executeTakeFirstOrThrow())
      .password ?? "";
  const hashes = [await stored(one.person.userId), await stored(other.person.userId)].map((text) => text.split(":"));
  for (const [salt = "", hash] of hashes) {
    expect(salt).toMatch(/^[0-9a-f]{32}$/);
    expect(scryptSync(password, salt, 64, { N: 16_384, r: 16, p: 1, maxmem: 64 * 1_048_576 }).toString("hex")).toBe(
      hash,
    );
  }
  expect(hashes[0]?.[0]).not.toBe(hashes[1]?.[0]);
  const longAgo = "2016-01-01T00:00:00.000Z";
  await accounts
    .updateTable("Account")
    .set({ createdAt: longAgo, updatedAt: longAgo })
    .where("userId", "=", one.person.userId)
    .execute();
  expect(await one.signIn(password)).toBe(200);
});
