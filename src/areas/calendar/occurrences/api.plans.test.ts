import type { Client } from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { explainRead } from "../../../testing/database/explain.ts";
import { isFullExtent } from "../../../testing/harness/extent.ts";
import { startOwnServer, type TestServer } from "../../../testing/harness/server.ts";
import { createTenant, type TestTenant } from "../../../testing/harness/tenant.ts";
import { boundRuleDays } from "../domain.times.ts";
import { selectFound, selectSingles, selectStored, selectStoredOf, selectUnexpanded, type Position } from "./store.ts";

/**
 * Events of the organization over so many days, every fiftieth a series. Members attend as many each: of few they would
 * be read whole.
 */
const [total, members, days] = isFullExtent ? [100_000, 50, 500] : [6_000, 10, 1_000];
const limit = 20;

let server: TestServer;
let tenant: TestTenant;
let owner: Client;

beforeAll(async () => {
  server = await startOwnServer();
  owner = await server.connectOwner();
  tenant = await createTenant(server.services.database);
  await owner.query("SET session_replication_role = replica");
  for (const { organizationId } of [tenant, await createTenant(server.services.database)]) {
    await owner.query(
      `INSERT INTO "CalendarEvent" ("organizationId", id, type, title, "startAt", "endAt", "startOn", "endOn", "timeZone", rule, "seriesEndAt", "placedFromOn", "placedThroughOn", "createdBy")
       SELECT $1, 'cal_' || lpad(n::text, 8, '0'), 'internal', 'Call', s, s + interval '1 hour', s::date, s::date, 'UTC', CASE WHEN n % 50 = 0 THEN 'FREQ=WEEKLY' END, s + CASE WHEN n % 50 = 0 THEN interval '90 days' ELSE interval '1 hour' END, s::date, '9999-12-31', '{}'
       FROM (SELECT n, '2026-01-01T00:00:00Z'::timestamptz + n * interval '${days} days' / $2::integer AS s FROM generate_series(1, $2::integer) n) t`,
      [organizationId, total],
    );
    await owner.query(
      `INSERT INTO "CalendarAttendee" ("organizationId", id, "eventId", "memberId", "startAt")
       SELECT $1, 'cat_' || right(id, 8), id, 'mem_' || right(id, 8)::integer / 7 % $2, "startAt" FROM "CalendarEvent" WHERE "organizationId" = $1`,
      [organizationId, members],
    );
    await owner.query(
      `INSERT INTO "CalendarOccurrence" ("organizationId", "eventId", "occurrenceOn", "startAt", "endAt", "startOn", "endOn")
       SELECT $1, id, "startOn" + w * 7, "startAt" + w * interval '7 days', "endAt" + w * interval '7 days', "startOn" + w * 7, "endOn" + w * 7
       FROM "CalendarEvent", generate_series(0, 12) w WHERE "organizationId" = $1 AND rule IS NOT NULL`,
      [organizationId],
    );
    await owner.query(
      `INSERT INTO "CalendarException" ("organizationId", "eventId", "occurrenceOn", title)
       SELECT $1, "eventId", "occurrenceOn", 'Call, moved' FROM "CalendarOccurrence" WHERE "organizationId" = $1`,
      [organizationId],
    );
  }
  await owner.query(`ANALYZE "CalendarEvent", "CalendarAttendee", "CalendarOccurrence", "CalendarException"`);
});
afterAll(() => server.close(1000));

const window = { from: "2026-06-01T00:00:00.000Z", to: "2026-07-01T00:00:00.000Z" };
const filters = { memberIds: ["mem_7"], includeCancelled: false, words: [] };
const reader = { memberId: null, readsMedical: true };
const page = { window, filters, reader, after: null, limit };

test("acceptance 24: the events of a member in a month are read by the index of their starts; a far page reads what the first does", async () => {
  const explainPage = async (after: Position | null) => {
    const { scans } = await explainRead(server, tenant, selectSingles(tenant, { ...page, after }));
    expect(scans.map(({ index }) => index)).toContain("CalendarAttendee_member_start");
    expect(scans.filter(({ node }) => node === "Seq Scan")).toEqual([]);
    return scans.reduce((sum, { read }) => sum + read, 0);
  };
  const [first, far] = [
    await explainPage(null),
    await explainPage({ startAt: "2026-06-20T00:00:00.000Z", eventId: "cal_", occurrenceOn: "" }),
  ];
  // From 32 days before the window: an event can last as long. Of these the member's are read, and not those of all.
  const before = (total / members / days) * 32;
  expect(far).toBeLessThanOrEqual(Math.min(limit * 6, first * 1.2));
  expect(first).toBeLessThanOrEqual(before * 3 + limit * 6);
});

const explain = async (statement: ReturnType<typeof selectStored>) => {
  const { scans } = await explainRead(server, tenant, statement);
  expect(scans.filter(({ node }) => node === "Seq Scan")).toEqual([]);
  return {
    indexes: scans.map(({ index }) => index),
    readOf: (name: string) => scans.filter(({ table }) => table === name).reduce((sum, { read }) => sum + read, 0),
  };
};

test("acceptance 24: the series of a member in a month are read by indexes, and of each the first occurrences", async () => {
  const { rows } = await server.services.database.withTenantTransaction(tenant.organizationId, (transaction) =>
    selectFound(tenant, page, boundRuleDays(window), 51).execute(transaction),
  );
  expect(rows.length).toBeGreaterThan(0);
  const found = await explainRead(server, tenant, selectFound(tenant, page, boundRuleDays(window), 51));
  expect(found.scans.filter(({ node }) => node === "Seq Scan")).toEqual([]);
  const own = found.scans.filter(({ table }) => table === "CalendarEvent").reduce((sum, { read }) => sum + read, 0);
  expect(own).toBeLessThanOrEqual(total / 50);
  const { indexes, readOf } = await explain(
    selectStoredOf(
      tenant,
      page,
      rows.map(({ id }) => id),
    ),
  );
  expect(indexes).toContain("CalendarOccurrence_event_start");
  expect(readOf("CalendarOccurrence")).toBeLessThanOrEqual(rows.length * 13);
});

test("a page of all series' occurrences reads about as many as it has, wherever it begins", async () => {
  const all = { ...page, filters: { includeCancelled: false, words: [] } };
  for (const after of [
    null,
    { startAt: "2026-06-20T00:00:00.000Z", eventId: "cal_", occurrenceOn: "2026-06-20" },
    { startAt: "2026-06-20T00:00:00.000Z", eventId: "cal_", occurrenceOn: "" },
  ]) {
    const { indexes, readOf } = await explain(selectStored(tenant, { ...all, after }));
    expect(indexes).toEqual(expect.arrayContaining(["CalendarOccurrence_start", "CalendarOccurrence_long"]));
    expect(readOf("CalendarOccurrence")).toBeLessThanOrEqual(limit * 3);
  }
});

test("that everything in a window is stored is found without reading its series", async () => {
  const { readOf } = await explain(
    selectUnexpanded(
      tenant,
      { ...page, filters: { includeCancelled: false, words: [] } },
      boundRuleDays(window),
      1_001,
    ) as never,
  );
  expect(readOf("CalendarEvent")).toBeLessThanOrEqual(1);
});
