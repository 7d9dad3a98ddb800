import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { Client } from "pg";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { ensureApplicationRole } from "../../platform/database/application-role.ts";
import { openDatabase, type Database } from "../../platform/database/database.ts";
import { createPerson } from "../../platform/identity/people.ts";
import { cloneDatabase } from "../../testing/database/clone-database.ts";
import { testSecret } from "../../testing/harness/server.ts";
import { createEsignRequest } from "../../areas/esign/fixtures.ts";
import { createCase, createTenant } from "../../testing/harness/tenant.ts";
import { addSigningSecret, createSubscription } from "../../testing/harness/webhooks.ts";
import { compileCacheFolder } from "../../testing/servers/compile-cache.ts";
import { diagnose } from "./diagnose.ts";
import { hooks } from "../../composition/transaction-hooks.ts";

let owner: Client;
let database: Database;
let folder: string;
let healthy: Record<string, string>;
const other = { CASEPORT_SECRET: "another secret with as many characters" };

beforeAll(async () => {
  const ownerUrl = await cloneDatabase();
  owner = new Client({ connectionString: ownerUrl });
  await owner.connect();
  folder = mkdtempSync(join(tmpdir(), "caseport-doctor-"));
  const url = await ensureApplicationRole(ownerUrl);
  database = openDatabase(url, { poolSize: 1, hooks });
  healthy = {
    DATABASE_URL: url,
    CASEPORT_SECRET: testSecret,
    CASEPORT_DATA_DIR: folder,
    CASEPORT_BASE_URL: "https://api.firm.example",
  };
  await owner.query("UPDATE pgboss.version SET cron_on = now()");
});
afterAll(async () => {
  await owner.end();
  await database.close();
  rmSync(folder, { recursive: true, force: true });
});

const examine = (more: Record<string, string> = {}) => diagnose({ ...healthy, ...more }, 10_000);
const findStored = async (more: Record<string, string>) =>
  (await examine(more)).find(({ check }) => check === "Stored secrets");

test("a secret that does not decrypt the newest second factor, and missing keys of social security numbers, fail", async () => {
  const userId = await createPerson(database.withoutTenant, {
    name: "Ada",
    email: "ada@firm.example",
    secondFactor: { secret: "a second factor", key: testSecret },
  });
  onTestFinished(async () => void (await owner.query(`DELETE FROM "User" WHERE id = $1`, [userId])));
  const failed = async (more: Record<string, string>) =>
    (await examine(more)).filter(({ status }) => status === "failure").map(({ check }) => check);
  expect([await failed({}), await failed(other)]).toEqual([[], ["Stored secrets"]]);
  const tenant = await createTenant(database);
  const { clientId } = await createCase(tenant);
  await owner.query(
    `INSERT INTO "ClientSsn" ("organizationId", "clientId", sealed, "keyNumber") VALUES ($1, $2, '\\x00', 2)`,
    [tenant.organizationId, clientId],
  );
  onTestFinished(async () => void (await owner.query(`DELETE FROM "ClientSsn" WHERE "clientId" = $1`, [clientId])));
  expect(await findStored({})).toMatchObject({
    status: "failure",
    finding: "Social security numbers are encrypted with keys 2, which are not configured.",
  });
});

test("a missing key of signatures fails, too", async () => {
  const tenant = await createTenant(database);
  const { recipientId } = await createEsignRequest(tenant);
  await owner.query(
    `INSERT INTO "EsignSubmission" ("organizationId", "recipientId", sealed, "keyNumber") VALUES ($1, $2, '\\x00', 3)`,
    [tenant.organizationId, recipientId],
  );
  onTestFinished(
    async () => void (await owner.query(`DELETE FROM "EsignSubmission" WHERE "recipientId" = $1`, [recipientId])),
  );
  expect(await findStored({})).toMatchObject({
    status: "failure",
    finding: "Signatures and what recipients filled in are encrypted with keys 3, which are not configured.",
  });
});

test("without second factors, a secret that does not decrypt the newest webhook secret fails with its line, and the command exits with 1", async () => {
  expect(await findStored(other)).toMatchObject({ status: "ok" });
  const tenant = await createTenant(database);
  const { subscriptionId } = await createSubscription(tenant);
  onTestFinished(async () => void (await owner.query(`DELETE FROM "WebhookSecret"`)));
  expect(await findStored({})).toMatchObject({ status: "ok" });
  const line = `✗ Stored secrets     A webhook secret, that of ${subscriptionId}, is encrypted with another secret. Set CASEPORT_SECRET to the secret with which they were stored.`;
  const program = new URL("../doctor.ts", import.meta.url).pathname;
  const run = promisify(execFile)(process.execPath, [program], {
    env: { NODE_ENV: "test", NODE_COMPILE_CACHE: compileCacheFolder(), ...healthy, ...other },
  });
  const { code, stdout } = (await run.catch((error: unknown) => error)) as { code?: number; stdout: string };
  expect([code, stdout.split("\n").filter((each) => each.startsWith("✗"))]).toEqual([1, [line]]);
  // While the secret is rotated either one decrypts it.
  expect(
    await findStored({
      ...other,
      CASEPORT_ACCEPTED_SECRET: testSecret,
      CASEPORT_PII_KEYS: `1=${randomBytes(32).toString("base64")}`,
    }),
  ).toMatchObject({ status: "warning" });
});

test("a webhook secret from before the newest one, or that no longer signs, may be encrypted with a secret that was lost", async () => {
  const tenant = await createTenant(database);
  const { subscriptionId } = await createSubscription(tenant);
  onTestFinished(async () => void (await owner.query(`DELETE FROM "WebhookSecret"`)));
  const lose = (where: string) => owner.query(`UPDATE "WebhookSecret" SET sealed = '\\x00' WHERE ${where}`);
  await lose("true");
  expect(await findStored({})).toMatchObject({ status: "failure" });
  await addSigningSecret(tenant, subscriptionId);
  expect(await findStored({})).toMatchObject({ status: "ok" });
  await addSigningSecret(tenant, subscriptionId, new Date(0).toISOString());
  await lose(`"expiresAt" IS NOT NULL`);
  expect(await findStored({})).toMatchObject({ status: "ok" });
});
