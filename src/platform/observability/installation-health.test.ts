import { Kysely, PostgresDialect, sql } from "kysely";
import { Pool } from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { importQueue } from "../../areas/imports/work/store.queue.ts";
import { cloneDatabase } from "../../testing/database/clone-database.ts";
import { ensureApplicationRole } from "../database/application-role.ts";
import { openDatabase, type Database } from "../database/database.ts";
import { noHooks } from "../database/transaction-hooks.ts";
import { insertJobs } from "../jobs/job-rows.ts";
import { mailQueue } from "../mail/mail-queue.ts";
import { readInstallationHealth } from "./installation-health.ts";

let database: Database;
let owner: Kysely<Record<string, never>>;
beforeAll(async () => {
  const ownerUrl = await cloneDatabase();
  database = openDatabase(await ensureApplicationRole(ownerUrl), { poolSize: 2, hooks: noHooks });
  owner = new Kysely({ dialect: new PostgresDialect({ pool: new Pool({ connectionString: ownerUrl, max: 1 }) }) });
});
afterAll(async () => {
  await database.close();
  await owner.destroy();
});

async function insertJob(queue: string, group: string, state: "created" | "active", dueMinutesAgo: number) {
  const source = sql`(SELECT gen_random_uuid() AS id, '{}'::jsonb AS data, ${group}::text AS "groupId", now() - ${dueMinutesAgo}::integer * interval '1 minute' AS due)`;
  await insertJobs(queue, source).execute(owner);
  if (state === "active")
    await sql`UPDATE pgboss.job SET state = 'active', started_on = now() WHERE name = ${queue} AND group_id = ${group}`.execute(
      owner,
    );
}

/** Minutes for which the oldest job has been due, rounded. */
async function readMinutes(): Promise<number | null> {
  const health = await readInstallationHealth(database, null);
  if (health === undefined || health.oldestJobAt === null) return null;
  return Math.round((Date.parse(health.readAt) - Date.parse(health.oldestJobAt)) / 60_000);
}

test("an import that waits for another one of its organization is not late; one of another organization is", async () => {
  await insertJob(importQueue.name, "org_one", "active", 40);
  await insertJob(importQueue.name, "org_one", "created", 30);
  expect(await readMinutes()).toBeNull();
  await insertJob(importQueue.name, "org_two", "created", 20);
  expect(await readMinutes()).toBe(20);
});

test("an email that waits while others of its organization are sent is late: each takes seconds", async () => {
  await insertJob(mailQueue.name, "org_one", "active", 40);
  await insertJob(mailQueue.name, "org_one", "created", 30);
  expect(await readMinutes()).toBe(30);
});
