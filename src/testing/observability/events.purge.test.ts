import { setTimeout as delay } from "node:timers/promises";
import { Client } from "pg";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createEvents } from "../../areas/events/fixtures.ts";
import { ensureApplicationRole } from "../../platform/database/application-role.ts";
import { openDatabase, type Database } from "../../platform/database/database.ts";
import { createId } from "../../platform/database/ids.ts";
import { purgeDeliveries, purgeSubscriptions } from "../../areas/webhooks/jobs.ts";
import { purgeEvents } from "../../platform/jobs/maintenance.ts";
import { cloneDatabase } from "../database/clone-database.ts";
import { createTenant, type TestTenant } from "../harness/tenant.ts";
import { explainPurge } from "../database/explain-purge.ts";

let database: Database;
let owner: Client;
let tenant: TestTenant;

beforeAll(async () => {
  const ownerUrl = await cloneDatabase();
  database = openDatabase(await ensureApplicationRole(ownerUrl), 4);
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

/** Events behind those that there are, of such an age in days; the further back, the older. */
async function insertEvents(organizationId: string, count: number, days: number): Promise<void> {
  await owner.query(
    `WITH counter AS (
       INSERT INTO "EventCounter" ("organizationId", last) VALUES ($1, $2::integer)
       ON CONFLICT ("organizationId") DO UPDATE SET last = "EventCounter".last + excluded.last RETURNING last - $2::integer AS base)
     INSERT INTO "Event"
     SELECT $1, base + n, 'evt_' || base + n, 'case', 'case_1', 'case.updated', now() - make_interval(days => $3::integer) - make_interval(secs => $2::integer - n),
            '{}', '{"id": "x"}', '{}', '[]', 'req', '{}'
     FROM counter, generate_series(1, $2::integer) n`,
    [organizationId, count, days],
  );
}

const keptNumbers = async (of: TestTenant) =>
  (await of.inside((transaction) => transaction.selectFrom("Event").select("number").orderBy("number").execute())).map(({ number }) => number);

test("50,000 old events of two organizations are purged in batches without blocking others, and newer ones are kept", async () => {
  const other = await createTenant(database);
  await insertEvents(tenant.organizationId, 40_000, 91);
  await insertEvents(other.organizationId, 10_000, 91);
  for (const { organizationId } of [tenant, other]) await insertEvents(organizationId, 1_000, 89);
  await owner.query(`ANALYZE "Event"`);
  let written = 0;
  let purging = true;
  const writing = (async () => {
    // A writer that had to wait for a lock would break off after two seconds.
    for (; purging; written += 1) {
      await createEvents(tenant, 1);
      await delay(5);
    }
  })();
  expect(await purgeEvents(database)).toBe(50_000);
  purging = false;
  await writing;
  expect(written).toBeGreaterThan(5);
  expect((await keptNumbers(tenant))[0]).toBe(40_001);
  expect(await keptNumbers(tenant)).toHaveLength(1_000 + written);
  expect(await keptNumbers(other)).toEqual(Array.from({ length: 1_000 }, (_, index) => 10_001 + index));
  expect(await purgeEvents(database)).toBe(0);
});

test("an interrupted purge leaves no gap, because the oldest events are deleted first", async () => {
  await insertEvents(tenant.organizationId, 3_500, 91);
  await owner.query("SELECT purge_events(1000)");
  expect((await keptNumbers(tenant))[0]).toBe(1_001);
  expect(await keptNumbers(tenant)).toHaveLength(2_500);
});

/** @param deletedDays how many days ago it was deleted; null when it was not. Its one secret ended then. */
async function insertSubscription(deletedDays: number | null = null): Promise<string> {
  const { organizationId, keyId } = tenant;
  const subscriptionId = createId("webhookSubscription");
  await owner.query(
    `INSERT INTO "WebhookSubscription" ("organizationId", id, "keyId", name, url, "eventTypes", "createdBy", "deletedAt")
     VALUES ($1, $2, $3, 'Hooks', 'https://hooks.example.com', '{*}', '{}', now() - make_interval(days => $4::integer))`,
    [organizationId, subscriptionId, keyId, deletedDays],
  );
  await owner.query(
    `INSERT INTO "WebhookSecret" ("organizationId", id, "subscriptionId", prefix, sealed, "expiresAt")
     VALUES ($1, $2, $3, 'whsec_', 'x', now() - make_interval(days => $4::integer))`,
    [organizationId, createId("webhookSecret"), subscriptionId, deletedDays],
  );
  return subscriptionId;
}

test("deliveries are deleted 30 days after they end, unless a later round is pending", async () => {
  const { organizationId } = tenant;
  const subscriptionId = await insertSubscription();
  const insert = (status: string, days: number, count: number) =>
    owner.query(
      `INSERT INTO "WebhookDelivery" ("organizationId", id, "subscriptionId", "eventId", "eventNumber", "eventType", status, "createdAt", "nextAttemptAt", "finishedAt")
       SELECT $1, 'dlv_' || $3 || $4::integer || '_' || n, $2, 'evt_' || n, n, 'case.updated', $3, now() - interval '40 days',
              CASE $3 WHEN 'pending' THEN now() END, CASE $3 WHEN 'pending' THEN NULL ELSE now() - make_interval(days => $4::integer) END
       FROM generate_series(1, $5::integer) n`,
      [organizationId, subscriptionId, status, days, count],
    );
  await insert("succeeded", 31, 2_500);
  await insert("failed", 31, 10);
  await insert("succeeded", 30, 7);
  await insert("pending", 31, 5);
  expect(await purgeDeliveries(database)).toBe(2_510);
  expect(await purgeDeliveries(database)).toBe(0);
  const { rows } = await owner.query(`SELECT status, count(*)::integer FROM "WebhookDelivery" WHERE "organizationId" = $1 GROUP BY status ORDER BY status`, [organizationId]);
  expect(rows).toEqual([{ status: "pending", count: 5 }, { status: "succeeded", count: 7 }]);
});

test("secrets are deleted 30 days after their end, and deleted subscriptions once they have no deliveries", async () => {
  const { organizationId } = tenant;
  const [kept, young, old, delivered] = [await insertSubscription(), await insertSubscription(29), await insertSubscription(31), await insertSubscription(31)];
  await owner.query(
    `INSERT INTO "WebhookDelivery" ("organizationId", id, "subscriptionId", "eventId", "eventNumber", "eventType", status, "nextAttemptAt", "finishedAt")
     VALUES ($1, 'dlv_last', $2, 'evt_1', 1, 'case.updated', 'failed', NULL, now())`,
    [organizationId, delivered],
  );
  const left = async (table: string, column: string) =>
    (await owner.query<{ id: string }>(`SELECT "${column}" AS id FROM "${table}" WHERE "organizationId" = $1`, [organizationId])).rows.map(({ id }) => id).toSorted();
  expect(await purgeSubscriptions(database)).toBe(3);
  expect(await left("WebhookSecret", "subscriptionId")).toEqual([kept, young].toSorted());
  expect(await left("WebhookSubscription", "id")).toEqual([kept, young, delivered].toSorted());
  await owner.query(`DELETE FROM "WebhookDelivery" WHERE "organizationId" = $1`, [organizationId]);
  expect(await purgeSubscriptions(database)).toBe(1);
  expect(await left("WebhookSubscription", "id")).not.toContain(old);
  expect(await left("WebhookSubscription", "id")).toEqual([kept, young].toSorted());
});

test.each([
  ["purge_webhook_secrets", /Index Scan using "WebhookSecret_ended"/],
  ["purge_webhook_subscriptions", /Index Scan using "WebhookSubscription_deleted"/],
  ["purge_events", /Index (Only )?Scan using "Event_organizationId_occurredAt_number_idx"/],
  ["purge_webhook_deliveries", /Index Scan using "WebhookDelivery_finishedAt_idx"/],
])("%s finds its rows by an index", async (name, index) => {
  const text = await explainPurge(owner, name);
  expect(text).toMatch(index);
  expect(text).not.toMatch(/Seq Scan on "(Event|Webhook[A-Za-z]*)"|Sort/);
});
