import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startOwnServer, type TestServer } from "../../testing/harness/server.ts";
import { createRequestingKey, signInAdministrator } from "../scope-requests/fixtures.ts";
import { createManagedTenant } from "../team/fixtures.ts";

let server: TestServer;
const dataDirectory = mkdtempSync(join(tmpdir(), "caseport-notices-"));

beforeAll(async () => {
  server = await startOwnServer({ dataDirectory, worker: "inside" });
});
afterAll(async () => {
  await server.close(1000);
  rmSync(dataDirectory, { recursive: true, force: true });
});

test("a notification email links to its page under this installation's base URL", async () => {
  const administrator = await signInAdministrator(server);
  const { tenant, manager } = await createManagedTenant(server);
  await createRequestingKey(manager.portal, tenant);
  const outbox = join(dataDirectory, "outbox");
  const list = () => (existsSync(outbox) ? readdirSync(outbox) : []);
  await expect.poll(() => list().length).toBe(1);
  const file = join(outbox, list()[0] ?? "");
  const mail = readFileSync(file, "utf8").replaceAll("=\r\n", "");
  expect(mail).toContain(`To: ${administrator.person.email}`);
  expect(mail).toContain("Subject: Elevated scopes requested by Test Firm");
  expect(mail).toContain("http://localhost:3000/administration/scope-requests");
  expect(mail).not.toContain("Retrieving medical records");
  expect(statSync(file).mode & 0o077).toBe(0);
});
