import { Client } from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { ensureApplicationRole } from "../../platform/database/application-role.ts";
import { openDatabase, type Database } from "../../platform/database/database.ts";
import { createId } from "../../platform/database/ids.ts";
import { purgeUsageAndNotifications } from "../../platform/jobs/maintenance.ts";
import { cloneDatabase } from "../database/clone-database.ts";
import { createTenant, type TestTenant } from "../harness/tenant.ts";
import { explainPurge } from "../database/explain-purge.ts";
import { hooks } from "../../composition/transaction-hooks.ts";

let database: Database;
let owner: Client;
let tenant: TestTenant;

beforeAll(async () => {
  const ownerUrl = await cloneDatabase();
  database = openDatabase(await ensureApplicationRole(ownerUrl), { poolSize: 4, hooks });
  owner = new Client({ connectionString: ownerUrl });
  await owner.connect();
});
beforeEach(async () => {
  tenant = await createTenant(database);
});
afterAll(async () => {
  await database.close();
  await owner.end();
});

const countOf = async (table: string) =>
  Number(
    (
      await owner.query<{ count: string }>(`SELECT count(*) FROM "${table}" WHERE "organizationId" = $1`, [
        tenant.organizationId,
      ])
    ).rows[0]?.count,
  );

describe("log retention", () => {
  test.each([
    "purge_request_log_gaps",
    "purge_key_usage",
    "purge_key_operations",
    "purge_key_usage_hours",
    "purge_notifications",
  ])("%s finds its rows by an index", async (name) => {
    const text = await explainPurge(owner, name);
    expect(text).toMatch(
      /Index (Only )?Scan using "(RequestLogGap_untilAt|KeyUsageDay_day|KeyOperationDay_day|KeyUsageHour_hour|Notification_createdAt)_idx"/,
    );
    expect(text).not.toMatch(/Seq Scan|Sort/);
  });

  test("counts by day and gaps are deleted after 400 days, counts by hour after 30, notifications after 90", async () => {
    const { organizationId, keyId, attorneyId } = tenant;
    for (const age of [399, 401]) {
      await owner.query(
        `INSERT INTO "KeyUsageDay" ("organizationId", "keyId", day, "durationBuckets") VALUES ($1, $2, current_date - $3::integer, '{}')`,
        [organizationId, keyId, age],
      );
      await owner.query(
        `INSERT INTO "KeyOperationDay" ("organizationId", "keyId", day, operation, "durationBuckets") VALUES ($1, $2, current_date - $3::integer, 'cases.get', '{}')`,
        [organizationId, keyId, age],
      );
      await owner.query(
        `INSERT INTO "RequestLogGap" VALUES ($1, $2, now() - make_interval(days => $3), now() - make_interval(days => $3), 1)`,
        [organizationId, createId("requestLogGap"), age],
      );
    }
    for (const age of [29, 31]) {
      await owner.query(
        `INSERT INTO "KeyUsageHour" VALUES ($1, now() - make_interval(days => $3), $2, 'succeeded', '', 1, '{}')`,
        [organizationId, keyId, age],
      );
    }
    for (const age of [89, 91]) {
      await owner.query(
        `INSERT INTO "Notification" ("organizationId", id, "memberId", kind, "createdAt") VALUES ($1, $2, $3, 'x', now() - make_interval(days => $4))`,
        [organizationId, createId("notification"), attorneyId, age],
      );
    }
    expect(await purgeUsageAndNotifications(database)).toBe(5);
    expect([
      await countOf("KeyUsageDay"),
      await countOf("KeyOperationDay"),
      await countOf("KeyUsageHour"),
      await countOf("RequestLogGap"),
      await countOf("Notification"),
    ]).toEqual([1, 1, 1, 1, 1]);
  });
});
