import { afterAll, beforeAll, expect, test } from "vitest";
import { openApi, readBody, type Api } from "../../../testing/harness/requests/api.ts";
import type { Reply } from "../../../testing/harness/requests/send.ts";
import { startTestServer, type TestServer } from "../../../testing/harness/server.ts";
import { createTenant, type TestTenant } from "../../../testing/harness/tenant.ts";
import { createMember } from "../../team/fixtures.ts";
import { expandDueSeries } from "../occurrences/domain.expansion.ts";
import type { CalendarEvent, Occurrence } from "../schema.ts";
import { eventOf } from "../fixtures.ts";

let server: TestServer;
let tenant: TestTenant;
let api: Api;
beforeAll(async () => {
  server = await startTestServer();
  tenant = await createTenant(server.services.database);
  api = openApi(server, tenant.secret);
});
afterAll(() => server.close(1000));

const lasting = (startAt: string, minutes = 60) => ({
  startAt,
  endAt: new Date(Date.parse(startAt) + minutes * 60_000).toISOString(),
});
/** Mondays at nine in New York. */
const create = (recurrence: object, more: object = {}) =>
  api.change("POST", "/calendar-events", {
    type: "internal",
    title: "Review",
    timeZone: "America/New_York",
    ...lasting("2083-01-04T14:00:00Z"),
    recurrence: { rule: "FREQ=WEEKLY;BYDAY=MO;COUNT=4", ...recurrence },
    ...more,
  });
const add = async (recurrence: object, more: object = {}) => eventOf(await create(recurrence, more));
const patch = ({ id }: CalendarEvent, body: object) => api.change("PATCH", `/calendar-events/${id}`, body);
const faultOf = ({ status, headers }: Reply) => [status, headers["x-error-detail"]];

async function startsOf({ id }: Pick<CalendarEvent, "id">, from = "2083-01-01", to = "2083-12-31"): Promise<string[]> {
  const { occurrences } = readBody<{ occurrences: Occurrence[] }>(
    await api.get(`/calendar-occurrences?from=${from}T00:00:00Z&to=${to}T00:00:00Z&limit=200`),
  );
  return occurrences.filter(({ eventId }) => eventId === id).map(({ startAt }) => startAt.slice(0, 16));
}

test("a series has additional dates at its local time, on both sides of a clock change; COUNT does not count them", async () => {
  const series = await add({ additionalDates: ["2083-06-02", "2083-01-13", "2083-01-11"] });
  expect(series.recurrence).toEqual({
    rule: "FREQ=WEEKLY;BYDAY=MO;COUNT=4",
    additionalDates: ["2083-01-11", "2083-01-13", "2083-06-02"],
    endsOn: "2083-06-02",
  });
  const expected = [
    "2083-01-04T14:00",
    "2083-01-11T14:00",
    "2083-01-13T14:00",
    "2083-01-18T14:00",
    "2083-01-25T14:00",
    "2083-06-02T13:00",
  ];
  expect(await startsOf(series)).toEqual(expected);
  await expandDueSeries(server.services.database);
  expect(await startsOf(series)).toEqual(expected);
  const { occurrence } = readBody<{ occurrence: Occurrence }>(
    await api.get(`/calendar-events/${series.id}?occurrenceOn=2083-06-02`),
  );
  expect([occurrence.localStart, occurrence.isException]).toEqual(["2083-06-02T09:00", false]);
});

test("an additional date that does not exist on the clock moves forward, and one years ahead is found beyond what is stored", async () => {
  const series = await add(
    { rule: "FREQ=WEEKLY;BYDAY=MO", additionalDates: ["2083-03-14", "2090-07-04"] },
    lasting("2083-01-04T07:30:00Z"),
  );
  expect(await startsOf(series, "2083-03-14", "2083-03-15")).toEqual(["2083-03-14T07:30"]);
  expect(await startsOf(series, "2090-07-04", "2090-07-05")).toEqual(["2090-07-04T06:30"]);
});

test("an additional date has exceptions of its own: it is moved, removed and restored", async () => {
  const series = await add({ additionalDates: ["2083-01-13", "2083-01-20"] });
  await patch(series, { scope: "this", occurrenceOn: "2083-01-13", ...lasting("2083-01-14T14:00:00Z") });
  expect((await api.change("DELETE", `/calendar-events/${series.id}?scope=this&occurrenceOn=2083-01-20`)).status).toBe(
    200,
  );
  expect(await startsOf(series)).toEqual([
    "2083-01-04T14:00",
    "2083-01-11T14:00",
    "2083-01-14T14:00",
    "2083-01-18T14:00",
    "2083-01-25T14:00",
  ]);
  for (const on of ["2083-01-13", "2083-01-20"])
    expect(
      (await api.change("POST", `/calendar-events/${series.id}/occurrences/restore`, { occurrenceOn: on })).status,
    ).toBe(200);
  expect((await startsOf(series)).length).toBe(6);
  // Without it, its exception is gone with an event, and the others stay.
  await patch(series, { scope: "this", occurrenceOn: "2083-01-13", title: "Guests" });
  const changed = eventOf(
    await patch(series, {
      scope: "all",
      recurrence: { rule: "FREQ=WEEKLY;BYDAY=MO;COUNT=4", additionalDates: ["2083-01-20"] },
    }),
  );
  expect([changed.exceptions, changed.recurrence?.additionalDates]).toEqual([[], ["2083-01-20"]]);
});

test("dates stay where a change does not name them, and follow the first day and the time zone", async () => {
  const series = await add({ additionalDates: ["2083-01-06", "2083-01-13"] });
  const other = eventOf(await patch(series, { scope: "all", recurrence: { rule: "FREQ=WEEKLY;BYDAY=MO;COUNT=3" } }));
  expect(other.recurrence?.additionalDates).toEqual(["2083-01-06", "2083-01-13"]);
  const later = eventOf(await patch(series, { scope: "all", ...lasting("2083-01-11T14:00:00Z") }));
  expect([later.recurrence?.additionalDates, (await startsOf(series)).slice(0, 2)]).toEqual([
    ["2083-01-13"],
    ["2083-01-11T14:00", "2083-01-13T14:00"],
  ]);
  await patch(series, { scope: "all", timeZone: "America/Los_Angeles" });
  expect((await startsOf(series)).slice(0, 2)).toEqual(["2083-01-11T17:00", "2083-01-13T17:00"]);
  const none = eventOf(
    await patch(series, { scope: "all", recurrence: { rule: "FREQ=WEEKLY;BYDAY=MO;COUNT=3", additionalDates: [] } }),
  );
  expect([none.recurrence?.additionalDates, (await startsOf(series)).length]).toEqual([[], 3]);
});

test("following divides the additional dates, and an end of a series takes the later ones", async () => {
  const series = await add({ additionalDates: ["2083-01-06", "2083-01-20", "2083-02-10"] });
  const reply = await patch(series, { scope: "following", occurrenceOn: "2083-01-18", title: "Later" });
  const { calendarEvent: left, newEvent: made } = readBody<{ calendarEvent: CalendarEvent; newEvent: CalendarEvent }>(
    reply,
  );
  expect([left.recurrence, made.recurrence]).toEqual([
    { rule: "FREQ=WEEKLY;BYDAY=MO;UNTIL=20830117", additionalDates: ["2083-01-06"], endsOn: "2083-01-11" },
    { rule: "FREQ=WEEKLY;BYDAY=MO;COUNT=2", additionalDates: ["2083-01-20", "2083-02-10"], endsOn: "2083-02-10" },
  ]);
  // The last one of the rule goes on alone, before dates that follow it.
  const rest = readBody<{ newEvent: CalendarEvent }>(
    await patch(made, { scope: "following", occurrenceOn: "2083-01-25", title: "Last" }),
  ).newEvent;
  expect([rest.recurrence, await startsOf(rest)]).toEqual([
    { rule: "FREQ=WEEKLY;BYDAY=MO;UNTIL=20830125", additionalDates: ["2083-02-10"], endsOn: "2083-02-10" },
    ["2083-01-25T14:00", "2083-02-10T14:00"],
  ]);
  // A rule does not go on from a date that is not its own; the last one of all becomes a single event.
  expect(faultOf(await patch(left, { scope: "following", occurrenceOn: "2083-01-06", title: "x" }))).toEqual([
    400,
    "occurrenceOn",
  ]);
  const single = readBody<{ newEvent: CalendarEvent }>(
    await patch(rest, { scope: "following", occurrenceOn: "2083-02-10", title: "x" }),
  ).newEvent;
  expect([single.recurrence, single.startAt]).toEqual([null, "2083-02-10T14:00:00.000Z"]);
  expect(
    (await api.change("DELETE", `/calendar-events/${left.id}?scope=following&occurrenceOn=2083-01-06`)).status,
  ).toBe(200);
  expect(await startsOf(left)).toEqual(["2083-01-04T14:00"]);
});

test("a series that is divided or deleted from an additional date on has no occurrence that its rule did not have", async () => {
  const kept = ["2083-01-04T14:00", "2083-01-11T14:00", "2083-01-18T14:00", "2083-01-25T14:00", "2083-02-03T14:00"];
  for (const rule of ["FREQ=WEEKLY;BYDAY=MO;COUNT=4", "FREQ=WEEKLY;BYDAY=MO;UNTIL=20830125"]) {
    const additionalDates = ["2083-02-03", "2083-03-10"];
    const divided = await add({ rule, additionalDates });
    expect((await patch(divided, { scope: "following", occurrenceOn: "2083-03-10", title: "Last" })).status).toBe(200);
    expect(await startsOf(divided)).toEqual(kept);
    const deleted = await add({ rule, additionalDates });
    const path = `/calendar-events/${deleted.id}?scope=following&occurrenceOn=2083-03-10`;
    expect((await api.change("DELETE", path, undefined)).status).toBeLessThan(300);
    expect(await startsOf(deleted)).toEqual(kept);
    expect(eventOf(await api.get(`/calendar-events/${deleted.id}`)).recurrence).toEqual({
      rule,
      additionalDates: ["2083-02-03"],
      endsOn: "2083-02-03",
    });
  }
});

test("additional dates count for availability, conflicts and reminders", async () => {
  const memberId = await createMember(tenant);
  const attendees = [{ memberId }];
  const series = await add(
    { rule: "FREQ=WEEKLY;BYDAY=MO;UNTIL=20830111", additionalDates: ["2083-01-13"] },
    { attendees, reminders: [{ channel: "portal", minutesBefore: 30 }] },
  );
  const { availability } = readBody<{ availability: { busy: unknown[] }[] }>(
    await api.get(`/calendar-availability?memberIds=${memberId}&from=2083-01-12T00:00:00Z&to=2083-01-14T00:00:00Z`),
  );
  expect(availability[0]?.busy).toEqual([
    { startAt: "2083-01-13T14:00:00.000Z", endAt: "2083-01-13T15:00:00.000Z", showAs: "busy" },
  ]);
  const clash = await api.change("POST", "/calendar-events", {
    type: "internal",
    title: "Other",
    ...lasting("2083-01-13T14:30:00Z"),
    attendees,
    onConflict: "reject",
  });
  expect(clash.status).toBe(409);
  for (const on of ["2083-01-04", "2083-01-11"])
    await api.change("DELETE", `/calendar-events/${series.id}?scope=this&occurrenceOn=${on}`);
  expect(eventOf(await api.get(`/calendar-events/${series.id}`)).reminders).toMatchObject([
    { occurrenceOn: "2083-01-13", remindAt: "2083-01-13T13:30:00.000Z" },
  ]);
});

test("additional dates are after the first day, at most 100, each once, and not a part of the rule", async () => {
  const days = Array.from({ length: 101 }, (_, place) =>
    new Date(Date.UTC(2083, 1, 1 + place)).toISOString().slice(0, 10),
  );
  const replies = [
    await create({ additionalDates: ["2083-02-01", "2083-01-04"] }),
    await create({ additionalDates: days }),
    await create({ additionalDates: ["2083-02-01", "2083-02-01"] }),
    await create({ rule: "FREQ=WEEKLY;BYDAY=MO;RDATE=20830201" }),
  ];
  expect(replies.map(faultOf)).toEqual([
    [400, "recurrence.additionalDates.1"],
    [400, "recurrence.additionalDates"],
    [400, "recurrence.additionalDates"],
    [400, "recurrence.rule"],
  ]);
  expect((await create({ additionalDates: days.slice(1) })).status).toBe(201);
});
