import { afterAll, beforeAll, expect, test } from "vitest";
import { ensureApplicationRole } from "../../platform/database/application-role.ts";
import { openDatabase, type Database } from "../../platform/database/database.ts";
import { cloneDatabase } from "../database/clone-database.ts";
import { createTenant } from "../harness/tenant.ts";
import { createSubscription, writeEvents } from "../harness/webhooks.ts";
import { hooks } from "../../composition/transaction-hooks.ts";

let database: Database;
beforeAll(async () => {
  database = openDatabase(await ensureApplicationRole(await cloneDatabase()), { poolSize: 2, hooks });
});
afterAll(() => database.close());

test("a commit wakes the worker only when it created webhook deliveries", async () => {
  const tenant = await createTenant(database);
  const notified: boolean[] = [];
  database.onEvents((organizationId, hasDeliveries) => {
    if (organizationId === tenant.organizationId) notified.push(hasDeliveries);
  });
  await writeEvents(tenant, 2);
  await createSubscription(tenant, { eventTypes: ["case.updated"] });
  await writeEvents(tenant, 2);
  await createSubscription(tenant);
  await writeEvents(tenant, 2);
  expect(notified).toEqual([false, false, true]);
});
