import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { hooks } from "../../composition/transaction-hooks.ts";
import { ensureApplicationRole } from "../../platform/database/application-role.ts";
import { openDatabase, type Database } from "../../platform/database/database.ts";
import { cloneDatabase } from "../database/clone-database.ts";
import { waitForLock } from "../database/wait-for-lock.ts";
import { createTenant, type TestTenant } from "../harness/tenant.ts";
import { createSubscription, writeEvents } from "../harness/webhooks.ts";

/** One connection, whose statements can be counted. */
let database: Database;
/** Of another process: it tells the first nothing. */
let other: Database;
let owner: Database;
let tenant: TestTenant;
let elsewhere: TestTenant;
beforeAll(async () => {
  const ownerUrl = await cloneDatabase();
  const url = await ensureApplicationRole(ownerUrl);
  database = openDatabase(url, { poolSize: 1, hooks });
  other = openDatabase(url, { poolSize: 2, hooks });
  owner = openDatabase(ownerUrl, { poolSize: 1, hooks });
});
afterAll(() => Promise.all([database.close(), other.close(), owner.close()]));
beforeEach(async () => {
  tenant = await createTenant(database);
  const { organizationId } = tenant;
  elsewhere = { ...tenant, database: other, inside: (work) => other.withTenantTransaction(organizationId, work) };
});

/** How often the connection has run the statement that writes deliveries. */
async function countFanOuts(): Promise<number> {
  const { rows } = await sql<{ runs: number }>`
    SELECT coalesce(sum(generic_plans + custom_plans), 0)::integer AS runs FROM pg_prepared_statements
    WHERE statement LIKE '%INSERT INTO "WebhookDelivery"%'`.execute(database.withoutTenant);
  return rows[0]?.runs ?? 0;
}

const listDeliveries = () =>
  tenant.inside((transaction) =>
    transaction
      .selectFrom("WebhookDelivery")
      .select(["subscriptionId", "eventNumber"])
      .orderBy("eventNumber")
      .execute(),
  );

test("events of a type that had no receiver are written without the statement of deliveries", async () => {
  await writeEvents(tenant);
  const before = await countFanOuts();
  for (let count = 0; count < 3; count += 1) await writeEvents(tenant, count + 1);
  expect(await countFanOuts()).toBe(before);
  await writeEvents(tenant, 1, { entity: "contact", eventType: "contact.updated" });
  expect(await countFanOuts()).toBe(before + 1);
});

test("a subscription that another process created a moment ago gets the next event, and all after it", async () => {
  await writeEvents(tenant, 2);
  const { subscriptionId } = await createSubscription(elsewhere, { eventTypes: ["client.updated"] });
  await writeEvents(tenant);
  await writeEvents(tenant, 2);
  expect(await listDeliveries()).toEqual([3, 4, 5].map((eventNumber) => ({ subscriptionId, eventNumber })));
});

test("so does a subscription that is created while the event waits for its number", async () => {
  await writeEvents(tenant);
  const { promise: done, resolve: finish } = Promise.withResolvers<void>();
  const { promise: isLocked, resolve: lock } = Promise.withResolvers<void>();
  const { keyId } = await createSubscription(elsewhere, { eventTypes: ["contact.updated"] });
  const created = elsewhere.inside(async (transaction) => {
    await transaction
      .updateTable("EventCounter")
      .set({ last: sql`last + 1` })
      .where("organizationId", "=", tenant.organizationId)
      .execute();
    await createSubscription({ ...elsewhere, inside: (work) => work(transaction) }, { keyId });
    lock();
    await done;
  });
  await isLocked;
  const written = writeEvents(tenant);
  await waitForLock(owner.pool);
  finish();
  await Promise.all([created, written]);
  expect(await listDeliveries()).toMatchObject([{ eventNumber: 3 }]);
});

test("a subscription whose key cannot see the event is no receiver, until it can", async () => {
  const { keyId } = await createSubscription(elsewhere);
  const setScopes = (scopes: string[]) =>
    elsewhere.inside((transaction) =>
      transaction
        .updateTable("IntegrationKey")
        .set({ scopes })
        .where("organizationId", "=", tenant.organizationId)
        .where("id", "=", keyId)
        .execute(),
    );
  await setScopes(["documents:read"]);
  await writeEvents(tenant);
  const before = await countFanOuts();
  await writeEvents(tenant);
  expect(await countFanOuts()).toBe(before);
  await setScopes(["clients:read"]);
  await writeEvents(tenant);
  expect(await listDeliveries()).toMatchObject([{ eventNumber: 3 }]);
});

test("a test is delivered, whatever is remembered of its type", async () => {
  await writeEvents(tenant);
  const { subscriptionId } = await createSubscription(elsewhere, { eventTypes: ["contact.updated"] });
  await writeEvents(tenant, 1, { onlyTo: subscriptionId });
  expect(await listDeliveries()).toMatchObject([{ subscriptionId, eventNumber: 2 }]);
});
