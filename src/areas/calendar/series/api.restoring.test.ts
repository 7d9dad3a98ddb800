import { afterAll, beforeAll, expect, test } from "vitest";
import { openApi, readBody, type Api } from "../../../testing/harness/requests/api.ts";
import { startTestServer, type TestServer } from "../../../testing/harness/server.ts";
import { createTenant, type TestTenant } from "../../../testing/harness/tenant.ts";
import { readEvents } from "../../../testing/harness/traces.ts";
import { createMember } from "../../team/fixtures.ts";
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

const inNewYork = { timeZone: "America/New_York" };
const lasting = (startAt: string, minutes = 60) => ({
  startAt,
  endAt: new Date(Date.parse(startAt) + minutes * 60_000).toISOString(),
});
const mondays = async (more: object = {}) =>
  eventOf(
    await api.change("POST", "/calendar-events", {
      type: "internal",
      title: "Review",
      ...inNewYork,
      ...lasting("2083-01-04T14:00:00Z"),
      recurrence: { rule: "FREQ=WEEKLY;BYDAY=MO" },
      ...more,
    }),
  );
const patch = ({ id }: CalendarEvent, occurrenceOn: string, body: object) =>
  api.change("PATCH", `/calendar-events/${id}`, { scope: "this", occurrenceOn, ...body });
const remove = ({ id }: CalendarEvent, occurrenceOn: string) =>
  api.change("DELETE", `/calendar-events/${id}?scope=this&occurrenceOn=${occurrenceOn}`);
const restore = ({ id }: CalendarEvent, occurrenceOn: string, body: object = {}) =>
  api.change("POST", `/calendar-events/${id}/occurrences/restore`, { occurrenceOn, ...body });
const read = async ({ id }: CalendarEvent) => eventOf(await api.get(`/calendar-events/${id}`));

async function startsOf(
  { id }: CalendarEvent,
  from = "2083-01-01",
  to = "2083-02-01",
): Promise<[string | null, string, boolean][]> {
  const { occurrences } = readBody<{ occurrences: Occurrence[] }>(
    await api.get(`/calendar-occurrences?from=${from}T00:00:00Z&to=${to}T00:00:00Z&limit=200`),
  );
  return occurrences
    .filter(({ eventId }) => eventId === id)
    .map(({ occurrenceOn, startAt, isException }) => [occurrenceOn, startAt, isException]);
}

const regular = [
  ["2083-01-04", "2083-01-04T14:00:00.000Z", false],
  ["2083-01-11", "2083-01-11T14:00:00.000Z", false],
  ["2083-01-18", "2083-01-18T14:00:00.000Z", false],
  ["2083-01-25", "2083-01-25T14:00:00.000Z", false],
];

test("an occurrence that was removed takes place again, and one that was moved is back, in every read", async () => {
  const series = await mondays();
  await remove(series, "2083-01-11");
  await patch(series, "2083-01-18", { ...lasting("2083-03-20T14:00:00Z"), title: "Guests", location: "Lobby" });
  expect((await startsOf(series)).map(([on]) => on)).toEqual(["2083-01-04", "2083-01-25"]);
  expect([(await restore(series, "2083-01-11")).status, (await restore(series, "2083-01-18")).status]).toEqual([
    200, 200,
  ]);
  expect(await startsOf(series)).toEqual(regular);
  expect((await startsOf(series, "2083-03-20", "2083-03-21")).length).toBe(0);
  const after = await read(series);
  expect([after.exceptions, after.revision]).toEqual([[], 5]);
  expect(
    (await readEvents(tenant))
      .slice(-2)
      .map(({ eventType, payload }) => [eventType, (payload as { occurrence: object }).occurrence]),
  ).toEqual([
    [
      "calendar_event.rescheduled",
      expect.objectContaining({ occurrenceOn: "2083-01-11", isCancelled: false, startAt: "2083-01-11T14:00:00.000Z" }),
    ],
    [
      "calendar_event.rescheduled",
      expect.objectContaining({ occurrenceOn: "2083-01-18", startAt: "2083-01-18T14:00:00.000Z" }),
    ],
  ]);
});

test("what is no exception stays as it is; no day of the series, a single event and an outcome are rejected", async () => {
  const series = await mondays();
  const before = (await readEvents(tenant)).length;
  const again = await restore(series, "2083-01-11");
  expect([again.status, eventOf(again).revision, (await readEvents(tenant)).length]).toEqual([200, 1, before]);
  const single = await mondays({ recurrence: null });
  expect([(await restore(series, "2083-01-12")).status, (await restore(single, "2083-01-04")).status]).toEqual([
    404, 400,
  ]);
  await api.change("POST", `/calendar-events/${series.id}/transitions`, {
    toStatus: "cancelled",
    occurrenceOn: "2083-01-18",
    reason: "Snow",
  });
  expect((await restore(series, "2083-01-18")).status).toBe(409);
  await api.change("POST", `/calendar-events/${series.id}/transitions`, {
    toStatus: "scheduled",
    occurrenceOn: "2083-01-18",
    reason: "No snow",
  });
  expect([(await restore(series, "2083-01-18")).status, (await read(series)).exceptions]).toEqual([200, []]);
});

test("If-Match, conflicts and reminders hold for a restored occurrence", async () => {
  const memberId = await createMember(tenant);
  const attendees = [{ memberId }];
  const series = await mondays({ attendees, reminders: [{ channel: "portal", minutesBefore: 30 }] });
  await remove(series, "2083-01-04");
  expect((await read(series)).reminders).toMatchObject([{ occurrenceOn: "2083-01-11" }]);
  await api.change("POST", "/calendar-events", {
    type: "internal",
    title: "Other",
    ...lasting("2083-01-04T14:30:00Z"),
    attendees,
  });
  const stale = await api.change(
    "POST",
    `/calendar-events/${series.id}/occurrences/restore`,
    { occurrenceOn: "2083-01-04" },
    { "If-Match": `"1"` },
  );
  expect([
    stale.status,
    (await restore(series, "2083-01-04", { onConflict: "reject" })).status,
    (await read(series)).exceptions?.length,
  ]).toEqual([409, 409, 1]);
  const restored = await restore(series, "2083-01-04");
  expect([
    restored.status,
    readBody<{ conflicts: { memberId: string }[] }>(restored).conflicts.filter(
      (conflict) => conflict.memberId === memberId,
    ).length,
  ]).toEqual([200, 1]);
  expect((await read(series)).reminders).toMatchObject([
    { occurrenceOn: "2083-01-04", remindAt: "2083-01-04T13:30:00.000Z" },
  ]);
});

test("an occurrence that is moved back by hand to where its rule puts it is no exception any more", async () => {
  const series = await mondays();
  await patch(series, "2083-01-11", lasting("2083-01-13T14:00:00Z"));
  expect((await read(series)).exceptions?.length).toBe(1);
  await patch(series, "2083-01-11", lasting("2083-01-11T14:00:00Z"));
  expect([(await read(series)).exceptions, await startsOf(series)]).toEqual([[], regular]);
  // It still has a title of its own, and is at its regular time again.
  await patch(series, "2083-01-18", { ...lasting("2083-01-20T14:00:00Z"), title: "Guests" });
  await patch(series, "2083-01-18", lasting("2083-01-18T14:00:00Z"));
  expect((await startsOf(series)).map(([on, at]) => [on, at])).toEqual(regular.map(([on, at]) => [on, at]));
  expect((await read(series)).exceptions).toMatchObject([
    { occurrenceOn: "2083-01-18", title: "Guests", startAt: null },
  ]);
  await patch(series, "2083-01-18", { title: "Review" });
  expect((await read(series)).exceptions).toEqual([]);
  // Years ahead nothing is stored but what was moved.
  await patch(series, "2087-01-06", lasting("2083-01-08T14:00:00Z"));
  expect((await startsOf(series)).length).toBe(5);
  await patch(series, "2087-01-06", lasting("2087-01-06T14:00:00Z"));
  expect([await startsOf(series), (await startsOf(series, "2087-01-06", "2087-01-07")).map(([on]) => on)]).toEqual([
    regular,
    ["2087-01-06"],
  ]);
});

test.each([
  ["COUNT", "FREQ=WEEKLY;BYDAY=MO;COUNT=4"],
  ["UNTIL", "FREQ=WEEKLY;BYDAY=MO;UNTIL=20830125"],
  ["UNTIL in UTC", "FREQ=WEEKLY;BYDAY=MO;UNTIL=20830125T235959Z"],
])(
  "the last occurrence of a series with %s changes with what follows: it becomes a single event with what it had of its own",
  async (_name, rule) => {
    const variants = [
      [lasting("2083-01-22T14:00:00Z"), "2083-01-22T14:00:00.000Z"],
      [lasting("2083-01-28T15:00:00Z"), "2083-01-28T15:00:00.000Z"],
      [lasting("2083-01-25T16:00:00Z"), "2083-01-25T16:00:00.000Z"],
      [{ title: "Last" }, "2083-01-25T14:00:00.000Z"],
      [lasting("2083-02-01T14:00:00Z"), "2083-02-01T14:00:00.000Z"],
    ] as const;
    for (const [change, startAt] of variants) {
      const series = await mondays({ recurrence: { rule } });
      const reply = await api.change("PATCH", `/calendar-events/${series.id}`, {
        scope: "following",
        occurrenceOn: "2083-01-25",
        ...change,
      });
      const { calendarEvent: left, newEvent: made } = readBody<{
        calendarEvent: CalendarEvent;
        newEvent: CalendarEvent;
      }>(reply);
      expect([reply.status, left.recurrence?.endsOn, made.recurrence, made.startAt]).toEqual([
        200,
        "2083-01-18",
        null,
        startAt,
      ]);
      // And what is left of two can go on the same way, to one.
      const second = await api.change("PATCH", `/calendar-events/${series.id}`, {
        scope: "following",
        occurrenceOn: "2083-01-11",
        ...lasting("2083-01-11T15:00:00Z"),
      });
      expect(second.status).toBe(200);
      const alone = await api.change("PATCH", `/calendar-events/${series.id}`, {
        scope: "following",
        occurrenceOn: "2083-01-04",
        ...lasting("2083-01-06T14:00:00Z"),
      });
      expect([alone.status, eventOf(alone).recurrence]).toEqual([200, null]);
    }
    const series = await mondays({ recurrence: { rule } });
    await patch(series, "2083-01-25", { ...lasting("2083-01-26T20:00:00Z"), title: "Guests", location: "Lobby" });
    const events = (await readEvents(tenant)).length;
    const reply = await api.change("PATCH", `/calendar-events/${series.id}`, {
      scope: "following",
      occurrenceOn: "2083-01-25",
      location: "Room 2",
    });
    const made = readBody<{ newEvent: CalendarEvent }>(reply).newEvent;
    expect([made.recurrence, made.startAt, made.title, made.location]).toEqual([
      null,
      "2083-01-26T20:00:00.000Z",
      "Guests",
      "Room 2",
    ]);
    expect((await readEvents(tenant)).slice(events).map(({ eventType }) => eventType)).toEqual([
      "calendar_event.updated",
      "calendar_event.created",
    ]);
  },
);

test("a series of the 53rd Fridays ends and splits where these are", async () => {
  const whole = {
    allDay: true,
    startOn: "2083-12-31",
    endOn: "2083-12-31",
    timeZone: undefined,
    startAt: undefined,
    endAt: undefined,
  };
  const series = await mondays({ ...whole, recurrence: { rule: "FREQ=YEARLY;BYDAY=53FR;COUNT=3" } });
  expect(series.recurrence?.endsOn).toBe("2094-12-31");
  const reply = await api.change("PATCH", `/calendar-events/${series.id}`, {
    scope: "following",
    occurrenceOn: "2094-12-31",
    startOn: "2095-01-03",
    endOn: "2095-01-03",
  });
  const { calendarEvent: left, newEvent: made } = readBody<{ calendarEvent: CalendarEvent; newEvent: CalendarEvent }>(
    reply,
  );
  expect([reply.status, left.recurrence?.endsOn, made.recurrence, made.startOn]).toEqual([
    200,
    "2088-12-31",
    null,
    "2095-01-03",
  ]);
});

test("a series that is moved to a day that is not of its rule names the rule that is then required", async () => {
  const series = await mondays();
  const reply = await api.change("PATCH", `/calendar-events/${series.id}`, {
    scope: "all",
    ...lasting("2083-01-05T14:00:00Z"),
  });
  expect([
    reply.status,
    reply.headers["x-error-detail"],
    reply.text.includes("required to move the first day to 2083-01-05"),
  ]).toEqual([400, "recurrence.rule", true]);
  const given = await api.change("PATCH", `/calendar-events/${series.id}`, {
    scope: "all",
    ...lasting("2083-01-05T14:00:00Z"),
    recurrence: { rule: "FREQ=WEEKLY;BYDAY=TU" },
  });
  expect(given.status).toBe(200);
});
