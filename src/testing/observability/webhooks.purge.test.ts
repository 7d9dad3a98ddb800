import { Client } from "pg";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { ensureApplicationRole } from "../../platform/database/application-role.ts";
import { openDatabase, type Database } from "../../platform/database/database.ts";
import { createId } from "../../platform/database/ids.ts";
import { purgeSubscriptions } from "../../areas/webhooks/jobs.ts";
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

test("secrets are deleted 30 days after their end, and deleted subscriptions once they have no deliveries", async () => {
  const { organizationId } = tenant;
  const [kept, young, old, delivered] = [
    await insertSubscription(),
    await insertSubscription(29),
    await insertSubscription(31),
    await insertSubscription(31),
  ];
  await owner.query(
    `INSERT INTO "WebhookDelivery" ("organizationId", id, "subscriptionId", "eventId", "eventNumber", "eventType", status, "nextAttemptAt", "finishedAt")
     VALUES ($1, 'dlv_last', $2, 'evt_1', 1, 'case.updated', 'failed', NULL, now())`,
    [organizationId, delivered],
  );
  const left = async (table: string, column: string) =>
    (
      await owner.query<{ id: string }>(`SELECT "${column}" AS id FROM "${table}" WHERE "organizationId" = $1`, [
        organizationId,
      ])
    ).rows
      .map(({ id }) => id)
      .toSorted();
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
])("%s finds its rows by an index", async (name, index) => {
  const text = await explainPurge(owner, name);
  expect(text).toMatch(index);
  expect(text).not.toMatch(/Seq Scan on "Webhook[A-Za-z]*"|Sort/);
});
