import { afterAll, beforeAll, expect, test } from "vitest";
import { ensureApplicationRole } from "../../platform/database/application-role.ts";
import { openDatabase } from "../../platform/database/database.ts";
import type { Database } from "../../platform/database/database.ts";
import { cloneDatabase } from "../database/clone-database.ts";
import { createTenant } from "../harness/tenant.ts";
import { createSubscription, writeEvents } from "../harness/webhooks.ts";

let database: Database;
beforeAll(async () => {
  database = openDatabase(await ensureApplicationRole(await cloneDatabase()), 2);
});
afterAll(() => database.close());

test("a commit says whether webhooks are told of its events: only then the worker is woken", async () => {
  const firm = await createTenant(database);
  const told: boolean[] = [];
  database.onEvents((organizationId, hasDeliveries) => {
    if (organizationId === firm.organizationId) told.push(hasDeliveries);
  });
  await writeEvents(firm, 2);
  await createSubscription(firm, { eventTypes: ["case.updated"] });
  await writeEvents(firm, 2);
  await createSubscription(firm);
  await writeEvents(firm, 2);
  expect(told).toEqual([false, false, true]);
});
