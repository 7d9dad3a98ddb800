import { sql, type RawBuilder } from "kysely";
import type { Client } from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { eventEntityNames, scopesThatSee } from "../../contract/events/event-types.ts";
import { fanOut } from "./deliveries/store.fan-out.ts";
import { createTenant, type TestTenant } from "../../testing/harness/tenant.ts";
import { startOwnServer, type TestServer } from "../../testing/harness/server.ts";
import { idAt } from "../../testing/database/remake-partitions.ts";
import { explainRead } from "../../testing/database/explain.ts";
import { createDelivery, createSubscription } from "./fixtures.ts";
import { selectDeliveries, lockDeliveryRowsForUpdate } from "./deliveries/store.records.ts";
import { selectMissed } from "./recovery/store.ts";

let server: TestServer;
let owner: Client;
let tenant: TestTenant;
let subscriptionId: string;
let deliveryId: string;
let ended: string[];

/** So many subscriptions that were deleted, and deliveries to the one that is left. */
const many = 4_000;
/** Of a recovery's part. */
const limit = 200;

beforeAll(async () => {
  server = await startOwnServer();
  owner = await server.connectOwner();
  tenant = await createTenant(server.services.database);
  subscriptionId = await createSubscription(tenant, { eventTypes: ["*"] });
  deliveryId = await createDelivery(tenant, subscriptionId);
  await owner.query(
    `INSERT INTO "WebhookSubscription" ("organizationId", id, "keyId", name, url, "eventTypes", "createdBy", "deletedAt")
     SELECT $1, 'whs_old' || n, $2, 'Old', 'https://hooks.example.com', '{*}', '{}', now() FROM generate_series(1, ${many}) n`,
    [tenant.organizationId, tenant.keyId],
  );
  await owner.query(
    `INSERT INTO "WebhookDelivery" ("organizationId", id, "subscriptionId", "eventId", "eventNumber", "eventType", status, "nextAttemptAt", "finishedAt")
     SELECT $1, ${idAt("dlv", "now()", "n")}, $2, ${idAt("evt", "now()", "n")}, n, 'case.updated', CASE WHEN n % 200 = 0 THEN 'failed' ELSE 'succeeded' END, NULL, now() FROM generate_series(1, ${many}) n`,
    [tenant.organizationId, subscriptionId],
  );
  await owner.query(
    `INSERT INTO "Event" SELECT $1, 10 + n, ${idAt("evt", "now()", "n")}, 'case', 'case_1', 'case.updated', now(), '{}', '{"id": "x"}', '{}', '[]', 'req', '{}' FROM generate_series(1, ${many}) n`,
    [tenant.organizationId],
  );
  const { rows } = await owner.query<{ id: string }>(
    `SELECT id FROM "WebhookDelivery" WHERE status = 'succeeded' AND id <> $1 ORDER BY id LIMIT 2`,
    [deliveryId],
  );
  ended = rows.map(({ id }) => id);
  await owner.query(`ANALYZE "WebhookSubscription", "WebhookDelivery", "Event", "IntegrationKey"`);
});
afterAll(() => server.close(1000));

/**
 * Runs the statement as the application does, in a transaction that is undone.
 *
 * @returns how it reads the tables of webhooks
 */
async function explain(statement: RawBuilder<unknown>): Promise<{ read: number; indexes: (string | undefined)[] }> {
  const scans = (await explainRead(server, tenant, statement)).scans.filter(
    ({ table, node }) => /^(Webhook|Event)/.test(table) && node.includes("Scan"),
  );
  // A month without rows may be read from end to end.
  expect(scans.filter(({ node, read }) => node === "Seq Scan" && read > 0)).toEqual([]);
  return { read: scans.reduce((sum, { read }) => sum + read, 0), indexes: scans.map(({ index }) => index) };
}

describe("statements read by indexes, no more than needed", () => {
  const explainFanOut = (onlyTo: string | null) => {
    const events = [1, 2, 3].map((n) => ({
      id: `evt_new${n}`,
      eventType: "case.updated",
      visibleTo: ["cases:read"],
      onlyTo,
    }));
    const numbered = sql`(
      SELECT 'evt_new' || n AS id, 100000 + n AS number, 'case.updated' AS "eventType", ARRAY['cases:read'] AS "visibleTo", ${onlyTo}::text AS "onlyTo" FROM generate_series(1, 3) n)`;
    return explain(fanOut.insert(tenant.organizationId, events, numbered)[0] ?? sql``);
  };

  test("fan-out", async () => {
    const { read, indexes } = await explainFanOut(null);
    expect(indexes).toContain("WebhookSubscription_active");
    expect(read).toBeLessThanOrEqual(6);
  });

  test("fan-out of a test", async () => {
    const { read } = await explainFanOut(subscriptionId);
    expect(read).toBeLessThanOrEqual(6);
  });

  test("due jobs", async () => {
    expect((await explain(selectDeliveries(tenant.organizationId, [deliveryId, ...ended]))).read).toBeLessThanOrEqual(
      9,
    );
  });

  test("recording results", async () => {
    expect(
      (await explain(lockDeliveryRowsForUpdate(tenant.organizationId, [deliveryId, ...ended.slice(1)]))).read,
    ).toBeLessThanOrEqual(4);
  });

  test("one part of a recovery", async () => {
    const visibilities = eventEntityNames.map((entity) => ({ entity, scopes: scopesThatSee(entity) }));
    const part = { afterNumber: many / 4, untilNumber: many, limit };
    // The events, the deliveries of each, and the subscription.
    expect(
      (await explain(selectMissed(tenant.organizationId, subscriptionId, part, visibilities))).read,
    ).toBeLessThanOrEqual(3 * limit + 10);
  });

  test("overdue deliveries after the last one of the previous page", async () => {
    const { rows } = await owner.query<{ body: string }>(
      "SELECT prosrc AS body FROM pg_proc WHERE proname = 'list_overdue_deliveries'",
    );
    const query = rows[0]?.body.split("dues FROM (")[1]?.split(") f;")[0] ?? "";
    const body = query
      .replaceAll(/\bminutes\b(?! *=>)/g, "15")
      .replaceAll('"afterDue"', "now()")
      .replaceAll('"afterId"', "'x'")
      .replaceAll(/\bbatch\b/g, "10");
    await owner.query("SET enable_seqscan = off; SET enable_bitmapscan = off");
    const plan = await owner.query(`EXPLAIN ${body}`);
    await owner.query("RESET enable_seqscan; RESET enable_bitmapscan");
    const text = plan.rows.map((row) => Object.values(row as object).join("")).join("\n");
    expect(text).toMatch(/Index Scan using "WebhookDelivery_\d+_\d+_nextAttemptAt_id_idx"/);
    expect(text).not.toMatch(/-> +Sort/);
  });
});
