import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createEvents } from "../../../areas/events/fixtures.ts";
import { cloneDatabase } from "../../../testing/database/clone-database.ts";
import { createTenant, type TestTenant } from "../../../testing/harness/tenant.ts";
import { ensureApplicationRole } from "../application-role.ts";
import { openDatabase, type Database } from "../database.ts";
import { createEventNotifier, type EventNotifier, type WaitingPlace } from "./event-notifier.ts";
import { createLogger } from "../../observability/logger.ts";
import { noHooks } from "../transaction-hooks.ts";

let database: Database;
/** Of another process: the watch is not notified of its commits. */
let elsewhere: Database;
let tenant: TestTenant;
let watch: EventNotifier;

beforeAll(async () => {
  const url = await ensureApplicationRole(await cloneDatabase());
  database = openDatabase(url, { poolSize: 4, hooks: noHooks });
  elsewhere = openDatabase(url, { poolSize: 2, hooks: noHooks });
});
beforeEach(async () => {
  tenant = await createTenant(database);
  watch = createEventNotifier(database, createLogger("silent"));
});
afterAll(async () => {
  await database.close();
  await elsewhere.close();
});

function enter(keyId = "key_1", of: EventNotifier = watch, organizationId = tenant.organizationId): WaitingPlace {
  const place = of.admit({ organizationId, keyId });
  if (place === null) throw new Error("no place is free");
  return place;
}

test("a wait ends at events of this process, of others, and at earlier ones", async () => {
  const place = enter();
  const waits = [place.wait(0, 5_000)];
  await createEvents(tenant, 1);
  expect(await waits[0]).toBe("news");
  const other = enter("key_2").wait(1, 5_000);
  await createEvents({ ...tenant, inside: (work) => elsewhere.withTenantTransaction(tenant.organizationId, work) }, 1);
  expect(await other).toBe("news");
  expect(await enter("key_3").wait(1, 5_000)).toBe("news");
  watch.close();
});

test("a wait is not ended by other organizations' events or by a rolled-back one", async () => {
  const wait = enter().wait(0, 700);
  await createEvents(await createTenant(database), 2);
  await tenant
    .inside(async (transaction) => {
      await createEvents({ ...tenant, inside: (work) => work(transaction) }, 1);
      throw new Error("in vain");
    })
    .catch(() => undefined);
  expect(await wait).toBe("over");
  watch.close();
});

test("one statement at a time serves all waits, and none runs without a wait", async () => {
  let statements = 0;
  const counting: Database = {
    ...database,
    withoutTenant: database.withoutTenant.withPlugin({
      transformQuery: ({ node }) => node,
      transformResult: ({ result }) => ((statements += 1), Promise.resolve(result)),
    }),
  };
  const counted = createEventNotifier(counting, createLogger("silent"));
  await delay(700);
  expect(statements).toBe(0);
  const waits = Array.from({ length: 200 }, (_, index) => enter(`key_${index % 20}`, counted).wait(0, 5_000));
  expect(new Set(await Promise.all(waits))).toEqual(new Set(["over"]));
  expect(statements).toBeGreaterThan(1);
  expect(statements).toBeLessThan(24);
  const before = statements;
  await delay(700);
  expect(statements - before).toBeLessThan(2);
  counted.close();
});

test("repeated wake-ups of one reader are limited in rate", async () => {
  const place = enter();
  let wakes = 0;
  let isOver = false;
  const reading = (async () => {
    // As one whose filter nothing fits: it always waits for what comes after what it saw.
    for (let newest = 0; !isOver; wakes += 1) {
      await place.wait(newest, 5_000);
      newest = await tenant.inside(
        async (transaction) =>
          (await transaction.selectFrom("EventCounter").select("last").executeTakeFirst())?.last ?? 0,
      );
    }
  })();
  const until = performance.now() + 1_500;
  while (performance.now() < until) await createEvents(tenant, 1);
  isOver = true;
  place.leave();
  await reading;
  // Every 300 ms, not at each of many events.
  expect(wakes).toBeGreaterThan(1);
  expect(wakes).toBeLessThan(8);
  watch.close();
});

test("places are limited to ten per key, two hundred per organization and a thousand in total; leaving frees one and ends its wait", async () => {
  const places = Array.from({ length: 10 }, () => enter("greedy"));
  expect(watch.admit({ organizationId: tenant.organizationId, keyId: "greedy" })).toBeNull();
  const waiting = places[0]?.wait(0, 5_000);
  places[0]?.leave();
  // A second time changes nothing.
  places[0]?.leave();
  expect(await waiting).toBe("ended");
  expect(await places[0]?.wait(0, 5_000)).toBe("ended");
  enter("greedy");
  expect(watch.admit({ organizationId: tenant.organizationId, keyId: "greedy" })).toBeNull();
  for (let index = 0; index < 190; index += 1) enter(`key_${index}`);
  expect(watch.admit({ organizationId: tenant.organizationId, keyId: "late" })).toBeNull();
  for (let index = 0; index < 800; index += 1) enter(`key_of_others_${index}`, watch, `org_${index % 4}`);
  expect(watch.admit({ organizationId: "org_late", keyId: "later" })).toBeNull();
  places[1]?.leave();
  enter("late");
  expect(watch.admit({ organizationId: "org_late", keyId: "later" })).toBeNull();
  places[2]?.leave();
  enter("later", watch, "org_late");
  watch.close();
});

test("closing ends every wait at once and accepts no more", async () => {
  const places = Array.from({ length: 5 }, () => enter());
  const waits = places.slice(1).map((place) => place.wait(0, 20_000));
  watch.close();
  expect(new Set(await Promise.all(waits))).toEqual(new Set(["ended"]));
  expect(await places[0]?.wait(0, 20_000)).toBe("ended");
  expect(watch.admit({ organizationId: tenant.organizationId, keyId: "key_1" })).toBeNull();
});

test("a database outage ends the waits, so that each reader queries for itself", async () => {
  const away = openDatabase("postgres://nobody@127.0.0.1:1/none", { poolSize: 1, hooks: noHooks });
  const blind = createEventNotifier(away, createLogger("silent"));
  expect(await enter("key_1", blind).wait(0, 20_000)).toBe("news");
  blind.close();
  await away.close();
});
