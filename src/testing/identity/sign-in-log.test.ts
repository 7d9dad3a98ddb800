import { randomUUID } from "node:crypto";
import { hashPassword } from "better-auth/crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ensureApplicationRole } from "../../platform/database/application-role.ts";
import { openDatabase, type Database } from "../../platform/database/database.ts";
import { cloneDatabase } from "../database/clone-database.ts";
import { callIdentity, createPerson, drawCode, type CookieJar } from "../harness/identity.ts";
import { startPostgresProxy, type PostgresProxy } from "../servers/postgres-proxy.ts";
import { startServerProcess, type ServerProcess } from "../servers/server-process.ts";
import { hooks } from "../../composition/transaction-hooks.ts";

let database: Database;
let proxy: PostgresProxy;
let program: ServerProcess;
beforeAll(async () => {
  const applicationUrl = await ensureApplicationRole(await cloneDatabase());
  database = openDatabase(applicationUrl, { poolSize: 2, hooks });
  proxy = await startPostgresProxy(applicationUrl);
  program = await startServerProcess(proxy.url, "trace");
});
afterAll(async () => {
  await program.end("SIGKILL");
  await proxy.close();
  await database.close();
});

test("the log has IDs and actions, and no email address, password, code, cookie or link, also during a database outage", async () => {
  const server = { baseUrl: program.baseUrl, origin: "http://localhost:3000", services: { database } };
  const person = await createPerson(server, { hashPassword });
  const unknown = `${randomUUID()}@firm.example`;
  const jar: CookieJar = new Map();
  const cookies: string[] = [];
  const call = async (path: string, body: object) => {
    const reply = await callIdentity(server, path, body, { jar });
    cookies.push(...jar.values());
    return reply;
  };
  const code = await drawCode(person.totpSecret ?? "");
  const newPassword = `a new password ${randomUUID()}`;
  await call("/sign-in/email", { email: unknown, password: "wrong password one" });
  await call("/sign-in/email", { email: person.email, password: "wrong password two" });
  await call("/sign-in/email", { email: person.email, password: person.password });
  await call("/two-factor/verify-totp", { code });
  const renewed = await call("/two-factor/generate-backup-codes", { password: person.password });
  await call("/change-password", { currentPassword: person.password, newPassword });
  await call("/request-password-reset", { email: person.email });
  await call("/reset-password", { token: "a-made-up-token", newPassword });
  await expect.poll(() => program.output()).toContain("mail sent");
  await call("/sign-out", {});

  await proxy.close();
  const reply = await call("/sign-in/email", { email: person.email, password: newPassword });
  expect([reply.status, reply.body]).toEqual([
    503,
    { success: false, error: "Internal server error", code: "INTERNAL_ERROR" },
  ]);
  expect(reply.headers["retry-after"]).toBe("1");

  // The process writes its log after it has answered.
  for (const action of [
    "sign_in.refused",
    "sign_in.succeeded",
    "recovery_codes.renewed",
    "password.changed",
    "sign_out.succeeded",
  ]) {
    await expect.poll(() => program.output()).toContain(`"action":"${action}","userId":"${person.userId}"`);
  }
  const log = program.output();
  expect(log).toContain('"action":"sign_in.refused","userId":null');
  const secrets = [
    unknown,
    person.email,
    person.password,
    person.totpSecret ?? "",
    newPassword,
    "wrong password",
    "a-made-up-token",
    "reset-password?token",
    ...(renewed.body["backupCodes"] as string[]),
    ...cookies.flatMap((cookie) => [cookie, decodeURIComponent(cookie).split(".")[0] ?? cookie]),
  ];
  for (const secret of secrets) expect(log).not.toContain(secret);
});
