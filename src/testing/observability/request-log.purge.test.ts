import { setTimeout as delay } from "node:timers/promises";
import { Client } from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { noteOf } from "../../areas/request-logs/fixtures.ts";
import { ensureApplicationRole } from "../../platform/database/application-role.ts";
import { openPool } from "../../platform/database/connection-pool.ts";
import { openDatabase, type Database } from "../../platform/database/database.ts";
import { createId } from "../../platform/database/ids.ts";
import { createLogger } from "../../platform/observability/logger.ts";
import { purgeRequestLog, purgeUsageAndNotifications } from "../../platform/jobs/maintenance.ts";
import { createRequestLog } from "../../platform/observability/request-log.ts";
import { cloneDatabase } from "../database/clone-database.ts";
import { createTenant, type TestTenant } from "../harness/tenant.ts";
import { explainPurge } from "../database/explain-purge.ts";

let database: Database;
let owner: Client;
let applicationUrl = "";
let tenant: TestTenant;

beforeAll(async () => {
  const ownerUrl = await cloneDatabase();
  applicationUrl = await ensureApplicationRole(ownerUrl);
  database = openDatabase(applicationUrl, 4);
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
  Number((await owner.query<{ count: string }>(`SELECT count(*) FROM "${table}" WHERE "organizationId" = $1`, [tenant.organizationId])).rows[0]?.count);

describe("log retention", () => {
  test("100,000 old requests are purged in batches without blocking others, and newer ones are kept", async () => {
    const insert = (days: number, count: number) =>
      owner.query(
        `INSERT INTO "RequestLog" ("organizationId", id, "occurredAt", "keyId", "keyPrefix", "requestId", method, status, "durationMicros", address)
         SELECT $1, 'log_' || $2::integer || '_' || i, now() - make_interval(days => $2::integer) - make_interval(secs => i), 'key', 'p', 'r', 'GET', 200, 1, '192.0.2.1'
         FROM generate_series(1, $3::integer) i`,
        [tenant.organizationId, days, count],
      );
    await insert(30, 100_000);
    await insert(29, 5_000);
    await owner.query(`ANALYZE "RequestLog"`);
    const log = createRequestLog(openPool(applicationUrl, 1), createLogger("silent"));
    const waits: number[] = [];
    let purging = true;
    const writing = (async () => {
      while (purging) {
        const begun = performance.now();
        log.note(noteOf(tenant));
        await log.flush();
        waits.push(performance.now() - begun);
        await delay(5);
      }
    })();
    const begun = performance.now();
    expect(await purgeRequestLog(database)).toBe(100_000);
    const took = performance.now() - begun;
    purging = false;
    await writing;
    await log.close();
    console.log(`100,000 requests purged in ${Math.round(took)} ms; ${waits.length} flushes meanwhile, the longest ${Math.round(Math.max(...waits))} ms`);
    expect(Math.max(...waits)).toBeLessThan(1_000);
    expect(waits.length).toBeGreaterThan(5);
    expect(Number((await owner.query(`SELECT count(*) FROM "RequestLog" WHERE "keyId" = 'key'`)).rows[0].count)).toBe(5_000);
    expect(await purgeRequestLog(database)).toBe(0);
  });

  test.each(["purge_request_log", "purge_request_log_gaps", "purge_key_usage", "purge_key_usage_hours", "purge_notifications"])("%s finds its rows by an index", async (name) => {
    const text = await explainPurge(owner, name);
    expect(text).toMatch(/Index (Only )?Scan using "(RequestLog_occurredAt|RequestLogGap_untilAt|KeyUsageDay_day|KeyUsageHour_hour|Notification_createdAt)_idx"/);
    expect(text).not.toMatch(/Seq Scan|Sort/);
  });

  test("counts by day and gaps are deleted after 400 days, counts by hour after 30, notifications after 90", async () => {
    const { organizationId, keyId, attorneyId } = tenant;
    for (const age of [399, 401]) {
      await owner.query(`INSERT INTO "KeyUsageDay" ("organizationId", "keyId", day, "durationBuckets") VALUES ($1, $2, current_date - $3::integer, '{}')`, [organizationId, keyId, age]);
      await owner.query(`INSERT INTO "RequestLogGap" VALUES ($1, $2, now() - make_interval(days => $3), now() - make_interval(days => $3), 1)`, [organizationId, createId("requestLogGap"), age]);
    }
    for (const age of [29, 31]) {
      await owner.query(`INSERT INTO "KeyUsageHour" VALUES ($1, now() - make_interval(days => $3), $2, 'succeeded', '', 1, '{}')`, [organizationId, keyId, age]);
    }
    for (const age of [89, 91]) {
      await owner.query(`INSERT INTO "Notification" ("organizationId", id, "memberId", kind, "createdAt") VALUES ($1, $2, $3, 'x', now() - make_interval(days => $4))`, [organizationId, createId("notification"), attorneyId, age]);
    }
    expect(await purgeUsageAndNotifications(database)).toBe(4);
    expect([await countOf("KeyUsageDay"), await countOf("KeyUsageHour"), await countOf("RequestLogGap"), await countOf("Notification")]).toEqual([1, 1, 1, 1]);
  });
});
