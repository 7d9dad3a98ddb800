import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { addDays, listOccurrences } from "../../../platform/recurrence-rule.ts";
import { isFullExtent } from "../../../testing/harness/extent.ts";
import { openApi, readBody, type Api } from "../../../testing/harness/requests/api.ts";
import { startTestServer, type TestServer } from "../../../testing/harness/server.ts";
import { changeRow, createTenant, type TestTenant } from "../../../testing/harness/tenant.ts";
import { createManagedTenant, signInMember, type SignedInMember } from "../../team/fixtures.ts";
import { ownTimes } from "./domain.occurrence.ts";
import { computeOccurrenceTimes } from "../domain.times.ts";
import { createEvent } from "../fixtures.ts";
import type { CalendarEvent, Occurrence } from "../schema.ts";
import { findEvents, type EventRow } from "../store.ts";
import { expandDueSeries } from "./domain.expansion.ts";

let server: TestServer;
let tenant: TestTenant;
let api: Api;

beforeAll(async () => {
  server = await startTestServer();
  tenant = await createTenant(server.services.database);
  api = openApi(server, tenant.secret);
});
afterAll(() => server.close(1000));

/** Today, in UTC: what is stored is counted from it. */
const today = new Date().toISOString().slice(0, 10);
const on = (days: number) => addDays(today, days);
const at = (day: string, time = "14:00") => `${day}T${time}:00.000Z`;

interface Shown {
  startAt: string;
  eventId: string;
  occurrenceOn: string | null;
  status: string;
}
const inOrder = (shown: readonly Shown[]) =>
  shown
    .map(({ startAt, eventId, occurrenceOn, status }) => `${startAt} ${eventId} ${occurrenceOn} ${status}`)
    .toSorted();

/** What the API shows of a window, page by page. */
async function readAll(caller: Api, from: string, to: string, more = ""): Promise<string[]> {
  const found: Occurrence[] = [];
  for (let after = ""; ;) {
    const { occurrences, nextCursor } = readBody<{ occurrences: Occurrence[]; nextCursor: string | null }>(
      await caller.get(
        `/calendar-occurrences?from=${from}T00:00:00Z&to=${to}T00:00:00Z&includeCancelled=true&limit=200${more}${after}`,
      ),
    );
    found.push(...occurrences);
    if (nextCursor === null) break;
    after = `&after=${encodeURIComponent(nextCursor)}`;
  }
  expect(found.map(({ startAt }) => startAt)).toEqual(found.map(({ startAt }) => startAt).toSorted());
  return inOrder(found);
}

const readEvents = (of: TestTenant) =>
  of.inside(async (transaction) => {
    const ids = await transaction
      .selectFrom("CalendarEvent")
      .select("id")
      .where("organizationId", "=", of.organizationId)
      .execute();
    return findEvents(
      { organizationId: of.organizationId, transaction },
      ids.map(({ id }) => id),
    );
  });

/**
 * The occurrences that a series' rule and exceptions say, with those of the days around a window; of a single event,
 * the event.
 */
function listTrue(event: EventRow, from: string, to: string): Shown[] {
  if (event.rule === null)
    return [{ startAt: event.startAt, eventId: event.id, occurrenceOn: null, status: event.status }].filter(
      ({ startAt }) => startAt < at(to, "00:00") && event.endAt > at(from, "00:00"),
    );
  const days = new Set([
    ...listOccurrences(event.rule, event.startOn, addDays(from, -40), addDays(to, 2)),
    ...event.exceptions.filter((each) => ownTimes(each) !== null).map(({ occurrenceOn }) => occurrenceOn),
  ]);
  return [...days].flatMap((occurrenceOn) => {
    const exception = event.exceptions.find((each) => each.occurrenceOn === occurrenceOn);
    const { startAt, endAt } =
      (exception === undefined ? null : ownTimes(exception)) ?? computeOccurrenceTimes(event, occurrenceOn);
    const status = exception?.isCancelled === true ? "cancelled" : (exception?.status ?? event.status);
    return startAt < at(to, "00:00") && endAt > at(from, "00:00")
      ? [{ startAt, eventId: event.id, occurrenceOn, status }]
      : [];
  });
}

const windows = [
  [on(-700), on(-400)],
  [on(-120), on(240)],
  [on(240), on(600)],
  [on(560), on(900)],
] as const;

async function expectTrue(of: TestTenant, caller: Api): Promise<void> {
  const events = await readEvents(of);
  for (const [from, to] of windows) {
    expect([from, await readAll(caller, from, to)]).toEqual([
      from,
      inOrder(events.flatMap((event) => listTrue(event, from, to))),
    ]);
  }
}

const countRows = async (of: TestTenant, eventId: string) =>
  (
    await of.inside((transaction) =>
      transaction
        .selectFrom("CalendarOccurrence")
        .select("occurrenceOn")
        .where("organizationId", "=", of.organizationId)
        .where("eventId", "=", eventId)
        .execute(),
    )
  ).length;
const readPlaced = (of: TestTenant, eventId: string) =>
  of.inside((transaction) =>
    transaction
      .selectFrom("CalendarEvent")
      .select(["placedFromOn", "placedThroughOn", "placeAt", "revision", "updatedAt"])
      .where("organizationId", "=", of.organizationId)
      .where("id", "=", eventId)
      .executeTakeFirstOrThrow(),
  );

const add = async (caller: Api, rule: string | null, startOn: string, more: object = {}) => {
  const times = { startAt: at(startOn), endAt: at(startOn, "15:30"), timeZone: "America/New_York", ...more };
  return readBody<{ calendarEvent: CalendarEvent }>(
    await caller.change("POST", "/calendar-events", {
      type: "internal",
      title: "Review",
      ...times,
      ...(rule !== null && { recurrence: { rule } }),
    }),
  ).calendarEvent;
};

const rules = [
  "FREQ=DAILY",
  "FREQ=DAILY;INTERVAL=3;COUNT=40",
  "FREQ=WEEKLY",
  "FREQ=WEEKLY;COUNT=12",
  "FREQ=MONTHLY",
  `FREQ=DAILY;UNTIL=${on(300).replaceAll("-", "")}`,
  "FREQ=YEARLY",
] as const;
interface Target {
  allDay: boolean;
  occurrenceOn: string;
  /** Of the occurrence, moved by some hours, or days. */
  times: object;
  /** Of the whole series. */
  ending: object;
  rule: string;
  zone: string;
}
type Call = [method: "PATCH" | "DELETE" | "POST", body: object, path?: string];

const ofSeries = {
  move: ({ occurrenceOn, times }: Target): Call => ["PATCH", { scope: "this", occurrenceOn, ...times }],
  retitle: ({ occurrenceOn }: Target): Call => ["PATCH", { scope: "this", occurrenceOn, title: "Other" }],
  remove: ({ occurrenceOn }: Target): Call => ["DELETE", { scope: "this", occurrenceOn }],
  cancel: ({ occurrenceOn }: Target): Call => [
    "POST",
    { toStatus: "cancelled", occurrenceOn, reason: "Settled" },
    "/transitions",
  ],
  following: ({ occurrenceOn, times }: Target): Call => ["PATCH", { scope: "following", occurrenceOn, ...times }],
  followingRule: ({ occurrenceOn, rule }: Target): Call => [
    "PATCH",
    { scope: "following", occurrenceOn, recurrence: { rule } },
  ],
  times: ({ ending }: Target): Call => ["PATCH", { scope: "all", ...ending }],
  rule: ({ rule }: Target): Call => ["PATCH", { scope: "all", recurrence: { rule } }],
  zone: ({ zone }: Target): Call => ["PATCH", { scope: "all", timeZone: zone }],
  single: (): Call => ["PATCH", { scope: "all", recurrence: null }],
  deleteFollowing: ({ occurrenceOn }: Target): Call => ["DELETE", { scope: "following", occurrenceOn }],
  delete: (): Call => ["DELETE", { scope: "all" }],
};

const step = fc.record({
  kind: fc.constantFrom(
    "create",
    "create",
    "wholeDays",
    "zoneOfFirm",
    "job",
    ...(Object.keys(ofSeries) as (keyof typeof ofSeries)[]),
  ),
  /** Of the series that there are, and of its occurrences. */
  series: fc.nat(20),
  place: fc.nat(30),
  rule: fc.constantFrom(...rules),
  startOn: fc.constantFrom(-900, -500, -30, 0, 20, 700),
  hours: fc.integer({ min: -40, max: 40 }),
  zone: fc.constantFrom("America/Phoenix", "Asia/Tokyo", "America/Chicago"),
});
type Step = typeof step extends fc.Arbitrary<infer Made> ? Made : never;

function aim(series: EventRow, { place, hours, rule, zone }: Step): Target {
  const days = listOccurrences(
    series.rule ?? "",
    series.startOn,
    series.startOn > on(-20) ? series.startOn : on(-20),
    on(800),
  ).slice(0, 31);
  const occurrenceOn = days[place % Math.max(days.length, 1)] ?? series.startOn;
  const { startAt, endAt } = computeOccurrenceTimes(series, occurrenceOn);
  const shift = (instant: string) => new Date(Date.parse(instant) + hours * 3_600_000).toISOString();
  const moved = { startOn: addDays(occurrenceOn, hours), endOn: addDays(occurrenceOn, hours) };
  const { allDay } = series;
  return {
    allDay,
    occurrenceOn,
    rule,
    zone,
    times: allDay ? moved : { startAt: shift(startAt), endAt: shift(endAt) },
    ending: allDay ? { endOn: addDays(series.startOn, 2) } : { endAt: shift(series.endAt) },
  };
}

/**
 * One random change, which the API may reject.
 *
 * @returns whether it was done
 */
async function take(of: TestTenant, caller: Api, owner: SignedInMember, taken: Step): Promise<boolean> {
  const { kind, rule, startOn, zone } = taken;
  const change = async (method: "POST" | "PATCH" | "DELETE", path: string, body: object) =>
    (await caller.change(method, `/calendar-events${path}`, body)).status < 300;
  const created = { type: "internal", title: "Review", recurrence: { rule } };
  if (kind === "create")
    return change("POST", "", {
      ...created,
      startAt: at(on(startOn)),
      endAt: at(on(startOn), "15:30"),
      timeZone: zone,
    });
  if (kind === "wholeDays")
    return change("POST", "", { ...created, allDay: true, startOn: on(startOn), endOn: on(startOn + 1) });
  if (kind === "zoneOfFirm")
    return (await owner.portal.mutate("organization.update", { timezone: zone })).error === undefined;
  if (kind === "job") return (await expandDueSeries(server.services.database)) > 0;
  const all = (await readEvents(of)).filter((event) => event.rule !== null);
  const series = all[taken.series % Math.max(all.length, 1)];
  if (series === undefined) return false;
  const [method, body, path = ""] = ofSeries[kind](aim(series, taken));
  return change(method, `/${series.id}${path}`, body);
}

test(
  "after any changes, what is read of a calendar is what its rules and exceptions say, whether it is stored yet or not",
  { timeout: 600_000 },
  async () => {
    const done = new Set<string>();
    const steps = fc.array(step, { minLength: 14, maxLength: 18 });
    await fc.assert(
      fc.asyncProperty(steps, async (taken) => {
        const { tenant: own } = await createManagedTenant(server);
        const owner = await signInMember(server, own, { role: "owner" });
        const caller = openApi(server, own.secret);
        for (const each of taken) if (await take(own, caller, owner, each)) done.add(each.kind);
        await expectTrue(own, caller);
        await expandDueSeries(server.services.database);
        await expectTrue(own, caller);
      }),
      { seed: 20_261_129, numRuns: isFullExtent ? 60 : 4 },
    );
    expect(done.size).toBeGreaterThan(isFullExtent ? 12 : 7);
  },
);

test("a series of more than 200 days is stored in parts, the first of them with the change; it reads the same meanwhile, and its record stays", async () => {
  const other = await createTenant(server.services.database);
  const caller = openApi(server, other.secret);
  const series = await add(caller, "FREQ=DAILY", on(0));
  const begun = await readPlaced(other, series.id);
  expect([await countRows(other, series.id), begun.placedFromOn, begun.placedThroughOn]).toEqual([200, on(0), on(199)]);
  const before = await readAll(caller, on(0), on(360));
  expect(before).toHaveLength(360);
  // As after a crash: no job of the queue has run, and the scheduled one goes on.
  expect(await expandDueSeries(server.services.database)).toBeGreaterThan(0);
  const ended = await readPlaced(other, series.id);
  expect([await countRows(other, series.id), ended.placedThroughOn, ended.revision, ended.updatedAt]).toEqual([
    551,
    on(550),
    begun.revision,
    begun.updatedAt,
  ]);
  expect(await readAll(caller, on(0), on(360))).toEqual(before);
  // A month later some more is stored, once.
  const later = () => new Date(Date.parse(at(on(31))));
  await changeRow(other, "CalendarEvent", series.id, { placeAt: "2020-01-01T00:00:00Z" });
  await expandDueSeries(server.services.database, later);
  expect([(await readPlaced(other, series.id)).placedThroughOn, await countRows(other, series.id)]).toEqual([
    on(581),
    582,
  ]);
});

test("series that were there before, and changes of a server of the version before, are read right, and stored by the job", async () => {
  const other = await createTenant(server.services.database);
  const caller = openApi(server, other.secret);
  const times = {
    startAt: at(on(-10)),
    endAt: at(on(-10), "15:00"),
    startOn: on(-10),
    endOn: on(-10),
    timeZone: "UTC",
  };
  const { eventId } = await createEvent(other, { ...times, rule: "FREQ=WEEKLY" });
  expect(await countRows(other, eventId)).toBe(0);
  await expectTrue(other, caller);
  await expandDueSeries(server.services.database);
  expect(await countRows(other, eventId)).toBe(81);
  await expectTrue(other, caller);
  // Such a server knows neither the table nor the columns.
  await other.inside((transaction) =>
    transaction
      .insertInto("CalendarException")
      .values({
        organizationId: other.organizationId,
        eventId,
        occurrenceOn: on(4),
        startAt: at(on(700)),
        endAt: at(on(700), "15:00"),
        startOn: on(700),
        endOn: on(700),
      })
      .execute(),
  );
  await expectTrue(other, caller);
  await changeRow(other, "CalendarEvent", eventId, { startAt: at(on(-10), "09:00") });
  expect(await countRows(other, eventId)).toBe(0);
  await expectTrue(other, caller);
  await expandDueSeries(server.services.database);
  await expectTrue(other, caller);
  await changeRow(other, "CalendarEvent", eventId, { deletedAt: new Date().toISOString() });
  expect(await countRows(other, eventId)).toBe(0);
});

test("any number of series is read where their occurrences are stored; elsewhere a hundred, and the error names the days", async () => {
  const other = await createTenant(server.services.database);
  const caller = openApi(server, other.secret);
  for (let made = 0; made < 101; made += 1)
    await createEvent(other, {
      startAt: at(on(0)),
      endAt: at(on(0), "15:00"),
      startOn: on(0),
      endOn: on(0),
      timeZone: "UTC",
      rule: "FREQ=MONTHLY",
      caseId: null,
    });
  const window = (days: number) =>
    caller.get(`/calendar-occurrences?from=${on(days)}T00:00:00Z&to=${on(days + 60)}T00:00:00Z&limit=1`);
  await expandDueSeries(server.services.database);
  expect([(await window(0)).status, (await window(400)).status]).toEqual([200, 200]);
  const beyond = await window(600);
  expect([beyond.status, beyond.text]).toEqual([400, expect.stringContaining(`${on(-400)} and ${on(520)}`)]);
});

test("filters find stored occurrences: of a member, a case, a status, and words", async () => {
  const caseId = (await createEvent(tenant)).caseId;
  const series = await add(api, "FREQ=WEEKLY;COUNT=4", on(3), {
    caseId,
    title: "Zephyr review",
    attendees: [{ memberId: tenant.attorneyId }],
  });
  await add(api, "FREQ=WEEKLY;COUNT=4", on(4), { organizerMemberId: null });
  await api.change("POST", `/calendar-events/${series.id}/transitions`, {
    toStatus: "confirmed",
    occurrenceOn: on(10),
  });
  const read = (more: string) => readAll(api, on(1), on(90), more);
  const own = (await read("")).filter((shown) => shown.includes(series.id));
  expect(own).toHaveLength(4);
  for (const more of [`&memberId=${tenant.attorneyId}`, `&caseId=${caseId}`, "&q=zephyr"])
    expect([more, (await read(more)).filter((shown) => !shown.includes("null"))]).toEqual([more, own]);
  expect(await read("&status=confirmed")).toEqual(own.filter((shown) => shown.endsWith("confirmed")));
  expect((await read("&status=scheduled")).filter((shown) => shown.includes(series.id))).toHaveLength(3);
});
