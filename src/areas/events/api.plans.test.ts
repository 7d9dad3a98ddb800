import type { RawBuilder } from "kysely";
import type { Client } from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { eventTypeNames } from "../../contract/events/event-types.ts";
import { openApi, readBody } from "../../testing/harness/requests/api.ts";
import { createTenant, createKey, type TestTenant } from "../../testing/harness/tenant.ts";
import { explainPrepared } from "../../testing/database/explain.ts";
import { isFullExtent } from "../../testing/harness/extent.ts";
import { idAt, remakePartitions, tableOfPartition } from "../../testing/database/remake-partitions.ts";
import { startOwnServer, type TestServer } from "../../testing/harness/server.ts";
import type { EventRecord } from "./schema.ts";
import { selectNewest, type NewestFilters } from "./newest/store.ts";
import { selectEvents, type Choice } from "./store.ts";

/** A feed of so many events, of which every so many-th is one that matters. */
const total = isFullExtent ? 20_000 : 5_000;
const rare = total / 10;
const secondsBetween = 5_000_000 / total;
/**
 * Six hours into a month, so that its rows lie in three months, the first nearly whole, on each day: plans depend on
 * how many rows a month has.
 */
const sixHours = 6 * 3_600_000;
const begun = new Date(Date.now() - sixHours);
const lastInstant = Date.UTC(begun.getUTCFullYear(), begun.getUTCMonth()) + sixHours;
const firstInstant = lastInstant - total * secondsBetween * 1000;
/** Of two years, where events are kept for 90 days. */
const months = 24;
/** Four or five months of 90 days, the next and what is after. */
const keptPartitions = 7;
const middle = firstInstant + (total / 2) * secondsBetween * 1000;

let server: TestServer;
let owner: Client;
let tenant: TestTenant;

beforeAll(async () => {
  server = await startOwnServer();
  owner = await server.connectOwner();
  await remakePartitions(owner, ["Event"], months);
  tenant = await createTenant(server.services.database);
  const others = await createTenant(server.services.database);
  for (const { organizationId } of [tenant, others]) await fill(organizationId);
  await owner.query(`ANALYZE "Event"`);
});
afterAll(() => server.close(1000));

/** One case is changed all the time, now and then a facility; the case's own first event is its only one of that type. */
async function fill(organizationId: string): Promise<void> {
  await owner.query(
    `INSERT INTO "Event"
     SELECT $1, n, ${idAt("evt", "at", "n")}, split_part(type, '.', 1), CASE split_part(type, '.', 1) WHEN 'case' THEN 'case_1' ELSE 'fac_' || n END, type,
            at, jsonb_build_object('id', 'key_' || n % 3, 'type', 'integration_key', 'name', 'Key'), '{"id": "x"}', '{}', '[]', 'req', '{}'
     FROM (SELECT n, to_timestamp($2::bigint / 1000) + n * interval '${secondsBetween} seconds' AS at, CASE WHEN n = 1 THEN 'case.created' WHEN n % $3 = 0 THEN 'medical_facility.updated' ELSE 'case.updated' END AS type
           FROM generate_series(1, $4::integer) n) e`,
    [organizationId, firstInstant, rare, total],
  );
  await owner.query(`INSERT INTO "EventCounter" ("organizationId", last) VALUES ($1, $2)`, [organizationId, total]);
}

/** In `test:full` months have rows enough. */
const withoutSmallWays = isFullExtent ? [] : ["enable_seqscan", "enable_bitmapscan"];

/** @returns how the statement's reads of Event went, and from which partitions */
async function explain(
  statement: RawBuilder<unknown>,
  planning: string,
): Promise<{ read: number; scans: string[]; partitions: Set<string> }> {
  const all = await explainPrepared(server, tenant, statement, { planning, ways: withoutSmallWays });
  const scans = all.filter(({ table }) => tableOfPartition(table) === "Event");
  const read = scans.reduce((sum, scan) => sum + scan.read, 0);
  // A partition without rows may be read from end to end.
  return {
    read,
    scans: scans.filter((scan) => scan.read > 0).map(({ node }) => node),
    partitions: new Set(scans.map(({ table }) => table)),
  };
}

const choices: [string, Choice, number][] = [
  ["everything", { by: "everything" }, 1],
  ["the area that a key sees", { by: "entity", entities: ["medical_facility", "retrieval_request"] }, 2],
  ["areas of which one is crowded", { by: "entity", entities: ["medical_facility", "case", "folder"] }, 3],
  ["a rare type", { by: "eventType", eventTypes: ["medical_facility.updated"] }, 1],
  ["a type that never happened", { by: "eventType", eventTypes: ["invoice.created"] }, 1],
  ["a record", { by: "record", entityId: "case_1", eventTypes: eventTypeNames }, 2],
  ["a record and a type that it has once", { by: "record", entityId: "case_1", eventTypes: ["case.created"] }, 1],
  ["a record that there is not", { by: "record", entityId: "case_2", eventTypes: eventTypeNames }, 1],
];

describe.each(["force_custom_plan", "force_generic_plan"])("%s", (planning) => {
  describe.each(choices)("%s", (_, choice, walks) => {
    test.each([
      ["at the beginning", 0, null],
      ["in the midst", total / 2, null],
      ["at the end", total, null],
      ["since an instant", 0, middle],
    ])("%s: reads by indexes, and no more than the page needs", async (_place, after, since) => {
      const limit = 20;
      const { read, scans, partitions } = await explain(
        selectEvents(tenant, { choice, after, since, limit }),
        planning,
      );
      expect(scans.filter((scan) => !/^Index( Only)? Scan$/.test(scan))).toEqual([]);
      // A page of each walk, of each month that is kept one row more, the oldest event and the one at that time.
      expect(read).toBeLessThanOrEqual(walks * limit + walks * keptPartitions + 2);
      expect(partitions.size).toBeLessThanOrEqual(keptPartitions);
    });
  });
});

const filters: [string, NewestFilters, number][] = [
  ["everything", {}, 1],
  ["a rare kind of record", { entity: "medical_facility" }, 1],
  ["a rare type", { eventType: "medical_facility.updated" }, 1],
  ["a type that never happened", { eventType: "invoice.created" }, 1],
  ["a record", { entityId: "case_1" }, 2],
  ["a record that there is not", { entityId: "case_2" }, 1],
  ["a busy actor", { actorId: "key_1" }, 1],
  ["an actor who did nothing", { actorId: "key_3" }, 1],
];

describe.each(["force_custom_plan", "force_generic_plan"])("newest first, %s", (planning) => {
  const since = new Date(middle).toISOString();
  describe.each(filters)("%s", (_, filter, walks) => {
    test.each<[string, number | null, NewestFilters]>([
      ["at the end", null, {}],
      ["in the midst", total / 2, {}],
      ["at the beginning", 2, {}],
      ["since an instant", null, { since }],
      ["up to an instant", null, { until: since }],
    ])("%s: reads by indexes, and no more than the page needs", async (_place, before, span) => {
      const limit = 20;
      const { read, scans, partitions } = await explain(
        selectNewest(tenant, { ...filter, ...span }, before, limit),
        planning,
      );
      expect(scans.filter((scan) => !/^Index( Only)? Scan$/.test(scan))).toEqual([]);
      expect(read).toBeLessThanOrEqual(walks * limit + walks * keptPartitions + 2);
      expect(partitions.size).toBeLessThanOrEqual(keptPartitions);
    });
  });
});

test("sparse matches fill whole pages, and the last cursor is at the end of the feed", async () => {
  const { secret } = await createKey(tenant, { scopes: ["medical:read"] });
  const api = openApi(server, secret);
  const seen: number[] = [];
  for (let after = ""; ;) {
    const { events, nextCursor } = readBody<{ events: EventRecord[]; nextCursor: string }>(
      await api.get(`/events?limit=4${after}`),
    );
    seen.push(...events.map(({ entityId }) => Number(entityId.slice(4))));
    after = `&after=${nextCursor}`;
    if (events.length < 4) break;
  }
  expect(seen).toEqual(Array.from({ length: total / rare }, (_, index) => (index + 1) * rare));
});
