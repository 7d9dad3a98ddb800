import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startOwnServer } from "../testing/harness/server.ts";
import type { TestServer } from "../testing/harness/server.ts";
import { callIdentity } from "../testing/harness/identity.ts";
import type { CookieJar } from "../testing/harness/identity.ts";
import { writeCookies } from "../testing/harness/identity.ts";
import { listMemberships } from "../platform/identity/memberships.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startOwnServer();
});
afterAll(() => server.close(1_000));

const run = (program: string, ...words: string[]) =>
  promisify(execFile)(process.execPath, [new URL(program, import.meta.url).pathname, ...words], {
    env: { NODE_ENV: "test", DATABASE_URL: server.ownerUrl, CASEPORT_BASE_URL: server.origin },
  });

/** Sets a password by the link that was printed, and signs in with it. */
async function enter(output: string, email: string): Promise<string> {
  const token = /^ {2}http:\/\/localhost:3000\/reset-password\?token=([\w-]+)$/m.exec(output)?.[1] ?? "";
  const password = "a first and long password";
  expect((await callIdentity(server, "/reset-password", { token, newPassword: password })).status).toBe(200);
  const jar: CookieJar = new Map();
  expect((await callIdentity(server, "/sign-in/email", { email, password }, jar)).status).toBe(200);
  return writeCookies(jar);
}

test("an operator makes a platform administrator, who sets a password by the link; twice is once", async () => {
  await run("administrator.ts", "Rowan@Caseport.example", "Rowan Ellery");
  const { stdout } = await run("administrator.ts", "rowan@caseport.example", "Rowan Ellery");
  const session = await server.services.identity.findSession(await enter(stdout, "rowan@caseport.example"));
  expect(session).toMatchObject({ name: "Rowan Ellery", isPlatformAdministrator: true, twoFactorEnabled: false });
});

test("an operator makes a firm with its owner", async () => {
  const { stdout } = await run("organization.ts", "Ash & Vale, LLP", "Nora", "Vale", "nora@ashvale.example");
  const session = await server.services.identity.findSession(await enter(stdout, "nora@ashvale.example"));
  expect(session).toMatchObject({ name: "Nora Vale", isPlatformAdministrator: false });
  const memberships = await listMemberships(server.services.database, session?.userId ?? "");
  expect(memberships).toMatchObject([{ organizationName: "Ash & Vale, LLP", slug: "ash-vale-llp", role: "owner" }]);
  // The same firm again: rejected whole, so nobody is half made.
  await expect(run("organization.ts", "Ash & Vale, LLP", "Otto", "Ash", "otto@ashvale.example")).rejects.toMatchObject({ code: 1 });
  expect(await server.services.database.withoutTenant.selectFrom("User").select("id").where("email", "=", "otto@ashvale.example").execute()).toEqual([]);
});

test("says what is wrong in one sentence", async () => {
  await expect(run("organization.ts", "Ash")).rejects.toMatchObject({ code: 1, stderr: "It takes 4 words: <firm> <first name> <last name> <email>\n" });
  await expect(run("administrator.ts", "nobody", "No Body")).rejects.toMatchObject({ code: 1, stderr: "The e-mail address is none.\n" });
});
