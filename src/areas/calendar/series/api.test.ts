import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createId } from "../../../platform/database/ids.ts";
import { openApi, readBody, type Api } from "../../../testing/harness/requests/api.ts";
import type { Reply } from "../../../testing/harness/requests/send.ts";
import { startServerOn, startTestServer, type TestServer } from "../../../testing/harness/server.ts";
import { changeRow, createTenant, type TestTenant } from "../../../testing/harness/tenant.ts";
import { readEvents } from "../../../testing/harness/traces.ts";
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

const add = async (body: object) =>
  eventOf(await api.change("POST", "/calendar-events", { type: "internal", title: "Review", ...body }));
const inNewYork = { timeZone: "America/New_York" };
const lasting = (startAt: string, minutes = 60) => ({
  startAt,
  endAt: new Date(Date.parse(startAt) + minutes * 60_000).toISOString(),
});
const mondays = (rule = "FREQ=WEEKLY;BYDAY=MO") =>
  add({ ...inNewYork, ...lasting("2026-10-26T13:00:00Z"), recurrence: { rule } });
const patch = (event: CalendarEvent, body: object) => api.change("PATCH", `/calendar-events/${event.id}`, body);
const faultOf = ({ status, headers }: Reply) => [status, headers["x-error-detail"]];

/** The occurrences of one event in a window. */
async function expand({ id }: Pick<CalendarEvent, "id">, from: string, to: string): Promise<Occurrence[]> {
  const { occurrences } = readBody<{ occurrences: Occurrence[] }>(
    await api.get(`/calendar-occurrences?from=${from}T00:00:00Z&to=${to}T00:00:00Z&limit=200&includeCancelled=true`),
  );
  return occurrences.filter(({ eventId }) => eventId === id);
}
const startsOf = async (event: CalendarEvent, from: string, to: string) =>
  (await expand(event, from, to)).map(({ occurrenceOn, startAt }) => [occurrenceOn, startAt]);

describe("acceptance 1: a series keeps its local time", () => {
  test.each([
    [
      "Mondays at nine in New York, also where the clocks change",
      { ...inNewYork, ...lasting("2026-10-26T13:00:00Z"), recurrence: { rule: "FREQ=WEEKLY;BYDAY=MO" } },
      [
        ["2026-10-26", "2026-10-26T13:00:00.000Z"],
        ["2026-11-02", "2026-11-02T14:00:00.000Z"],
        ["2027-03-08", "2027-03-08T14:00:00.000Z"],
        ["2027-03-15", "2027-03-15T13:00:00.000Z"],
      ],
    ],
    [
      "a time that does not exist moves forward by the gap",
      { ...inNewYork, ...lasting("2027-03-12T07:30:00Z"), recurrence: { rule: "FREQ=DAILY;COUNT=4" } },
      [
        ["2027-03-14", "2027-03-14T07:30:00.000Z"],
        ["2027-03-15", "2027-03-15T06:30:00.000Z"],
      ],
    ],
    [
      "of a time that comes twice it is the first",
      { ...inNewYork, ...lasting("2026-10-30T05:30:00Z"), recurrence: { rule: "FREQ=DAILY;COUNT=4" } },
      [
        ["2026-11-01", "2026-11-01T05:30:00.000Z"],
        ["2026-11-02", "2026-11-02T06:30:00.000Z"],
      ],
    ],
    [
      "nothing changes in Phoenix",
      {
        timeZone: "America/Phoenix",
        ...lasting("2026-10-26T16:00:00Z"),
        recurrence: { rule: "FREQ=WEEKLY;BYDAY=MO;COUNT=3" },
      },
      [
        ["2026-10-26", "2026-10-26T16:00:00.000Z"],
        ["2026-11-02", "2026-11-02T16:00:00.000Z"],
      ],
    ],
    [
      "last Fridays",
      { ...inNewYork, ...lasting("2026-12-25T14:00:00Z"), recurrence: { rule: "FREQ=MONTHLY;BYDAY=-1FR;COUNT=3" } },
      [
        ["2027-01-29", "2027-01-29T14:00:00.000Z"],
        ["2027-02-26", "2027-02-26T14:00:00.000Z"],
      ],
    ],
    [
      "the 31st, where there is one",
      { ...inNewYork, ...lasting("2026-12-31T14:00:00Z"), recurrence: { rule: "FREQ=MONTHLY;BYMONTHDAY=31;COUNT=3" } },
      [
        ["2027-01-31", "2027-01-31T14:00:00.000Z"],
        ["2027-03-31", "2027-03-31T13:00:00.000Z"],
      ],
    ],
  ])("%s", async (_name, body, expected) => {
    const [first = ["", ""], last = first] = [expected[0], expected.at(-1)];
    const found = await startsOf(
      await add(body),
      String(first[0]),
      new Date(Date.parse(String(last[0])) + 2 * 86_400_000).toISOString().slice(0, 10),
    );
    expect(found).toEqual(expect.arrayContaining(expected));
    expect(found[0]).toEqual(first);
  });

  test("a whole day has 25 hours where the clocks go back", async () => {
    await changeRow(tenant, "Organization", tenant.organizationId, { timezone: "America/New_York" });
    const day = await add({ allDay: true, startOn: "2026-11-01", endOn: "2026-11-01" });
    expect([day.startAt, day.endAt, day.timeZone]).toEqual([
      "2026-11-01T04:00:00.000Z",
      "2026-11-02T05:00:00.000Z",
      "America/New_York",
    ]);
    expect(await startsOf(day, "2026-11-02", "2026-11-03")).toEqual([[null, "2026-11-01T04:00:00.000Z"]]);
  });
});

test("acceptance 2: pages of a window of a year have each occurrence of a series without an end once, also from a server that is started between them", async () => {
  const series = await add({ ...inNewYork, ...lasting("2028-01-03T14:00:00Z"), recurrence: { rule: "FREQ=DAILY" } });
  await add({ ...inNewYork, ...lasting("2028-01-03T16:00:00Z"), recurrence: { rule: "FREQ=DAILY;INTERVAL=2" } });
  const restarted = await startServerOn(server.applicationUrl);
  const seen: string[] = [];
  const [query, sizes]: [string, number[]] = [
    "/calendar-occurrences?from=2028-01-01T00:00:00Z&to=2029-01-01T00:00:00Z&limit=200",
    [],
  ];
  for (let after = ""; ;) {
    const from = sizes.length === 0 ? server : { baseUrl: restarted.addresses[0] ?? "" };
    const page = readBody<{ occurrences: Occurrence[]; nextCursor: string | null }>(
      await openApi(from, tenant.secret).get(`${query}${after}`),
    );
    sizes.push(page.occurrences.length);
    seen.push(
      ...page.occurrences.filter(({ eventId }) => eventId === series.id).map(({ occurrenceOn }) => occurrenceOn ?? ""),
    );
    if (page.nextCursor === null) break;
    after = `&after=${encodeURIComponent(page.nextCursor)}`;
  }
  await restarted.close(1000);
  expect([
    seen.length,
    new Set(seen).size,
    seen[0],
    seen.at(-1),
    seen.toSorted().join() === seen.join(),
    sizes.length >= 3,
  ]).toEqual([364, 364, "2028-01-03", "2028-12-31", true, true]);
});

test("acceptance 3: an occurrence that is moved keeps its day of the rule as its name", async () => {
  const series = await mondays();
  const moved = eventOf(
    await patch(series, {
      scope: "this",
      occurrenceOn: "2026-11-16",
      ...lasting("2026-11-18T14:00:00Z"),
      title: "Other day",
    }),
  );
  expect([moved.revision, await startsOf(series, "2026-11-16", "2026-11-17")]).toEqual([2, []]);
  expect(await expand(series, "2026-11-18", "2026-11-19")).toMatchObject([
    { occurrenceOn: "2026-11-16", isException: true, title: "Other day", startAt: "2026-11-18T14:00:00.000Z" },
  ]);
  const { occurrence } = readBody<{ occurrence: Occurrence }>(
    await api.get(`/calendar-events/${series.id}?occurrenceOn=2026-11-16`),
  );
  expect(occurrence.localStart).toBe("2026-11-18T09:00");
  expect((await readEvents(tenant)).at(-1)).toMatchObject({
    eventType: "calendar_event.rescheduled",
    payload: { occurrence: { occurrenceOn: "2026-11-16", startAt: "2026-11-18T14:00:00.000Z" } },
  });
  expect(faultOf(await patch(series, { scope: "this", occurrenceOn: "2026-11-30", visibility: "private" }))).toEqual([
    400,
    "scope",
  ]);
  expect((await patch(series, { scope: "this", occurrenceOn: "2026-11-17", title: "x" })).status).toBe(404);
  expect([
    faultOf(await patch(series, { title: "x" })),
    faultOf(await patch(series, { scope: "this", title: "x" })),
  ]).toEqual([
    [400, "scope"],
    [400, "occurrenceOn"],
  ]);
});

test("acceptance 4: a change of an occurrence and all later ones splits the series; exceptions go with it", async () => {
  const series = await mondays("FREQ=WEEKLY;BYDAY=MO;COUNT=10");
  await patch(series, { scope: "this", occurrenceOn: "2026-11-23", title: "Guests" });
  const reply = await patch(series, {
    scope: "following",
    occurrenceOn: "2026-11-16",
    ...lasting("2026-11-16T15:00:00Z"),
  });
  const { calendarEvent: left, newEvent: made } = readBody<{ calendarEvent: CalendarEvent; newEvent: CalendarEvent }>(
    reply,
  );
  expect([left.recurrence, made.recurrence, made.splitFromEventId]).toEqual([
    { rule: "FREQ=WEEKLY;BYDAY=MO;UNTIL=20261115", additionalDates: [], endsOn: "2026-11-09" },
    { rule: "FREQ=WEEKLY;BYDAY=MO;COUNT=7", additionalDates: [], endsOn: "2026-12-28" },
    series.id,
  ]);
  expect([
    (await startsOf(left, "2026-10-01", "2027-03-01")).length,
    (await startsOf(made, "2026-10-01", "2027-03-01"))[0],
  ]).toEqual([3, ["2026-11-16", "2026-11-16T15:00:00.000Z"]]);
  expect([left.exceptions, made.exceptions?.map(({ occurrenceOn, title }) => [occurrenceOn, title])]).toEqual([
    [],
    [["2026-11-23", "Guests"]],
  ]);
  const rest = eventOf(
    await patch(made, {
      scope: "all",
      ...lasting("2026-11-17T15:00:00Z"),
      recurrence: { rule: "FREQ=WEEKLY;BYDAY=TU" },
    }),
  );
  expect([rest.exceptions, (await readEvents(tenant)).slice(-2).map(({ eventType }) => eventType)]).toEqual([
    [],
    ["calendar_event.rescheduled", "calendar_event.cancelled"],
  ]);
});

test("acceptance 5: rules outside the subset are rejected at recurrence.rule", async () => {
  const rules = [
    "FREQ=HOURLY",
    "FREQ=DAILY;BYHOUR=9",
    "FREQ=WEEKLY;BYDAY=TU",
    "FREQ=DAILY;COUNT=501",
    "FREQ=DAILY;COUNT=5;UNTIL=20270101",
    "FREQ=DAILY;UNTIL=20200101",
  ];
  const replies = await Promise.all(
    rules.map((rule) =>
      api.change("POST", "/calendar-events", {
        type: "internal",
        title: "x",
        ...inNewYork,
        ...lasting("2026-10-26T13:00:00Z"),
        recurrence: { rule },
      }),
    ),
  );
  expect(replies.map(faultOf)).toEqual(rules.map(() => [400, "recurrence.rule"]));
});

test("rules whose dates are years apart are accepted, up to a limit that the response names", async () => {
  const ofDay = (day: string, rule: string) => ({
    type: "internal",
    title: "x",
    allDay: true,
    startOn: day,
    endOn: day,
    recurrence: { rule },
  });
  const created = [
    ["2026-12-29", "FREQ=DAILY;BYMONTHDAY=29;BYMONTH=12;COUNT=30"],
    ["2026-11-13", "FREQ=DAILY;BYDAY=FR;BYMONTHDAY=13;COUNT=60"],
    ["2028-02-29", "FREQ=DAILY;BYMONTH=2;BYMONTHDAY=29;COUNT=20"],
  ] as const;
  const replies = await Promise.all(
    created.map(([day, rule]) => api.change("POST", "/calendar-events", ofDay(day, rule))),
  );
  expect(replies.map((reply) => [reply.status, eventOf(reply).recurrence?.endsOn])).toEqual([
    [201, "2055-12-29"],
    [201, "2062-01-13"],
    [201, "2108-02-29"],
  ]);
  const tooLong = await api.change(
    "POST",
    "/calendar-events",
    ofDay("2028-02-29", "FREQ=DAILY;BYMONTH=2;BYMONTHDAY=29;COUNT=500"),
  );
  expect([faultOf(tooLong), tooLong.text.includes("COUNT must be reached by the end of 2599")]).toEqual([
    [400, "recurrence.rule"],
    true,
  ]);
});

test("UNTIL in UTC is the day of the last occurrence that begins by then; whole days take only a day", async () => {
  const rules = [
    "FREQ=WEEKLY;BYDAY=MO;UNTIL=20261130T140000Z",
    "FREQ=WEEKLY;BYDAY=MO;UNTIL=20261130T135959Z",
    "FREQ=WEEKLY;BYDAY=MO;UNTIL=20261201T020000Z",
  ];
  const made = await Promise.all(rules.map((rule) => mondays(rule)));
  expect(made.map(({ recurrence }) => [recurrence?.rule.slice(-8), recurrence?.endsOn])).toEqual([
    ["20261130", "2026-11-30"],
    ["20261129", "2026-11-23"],
    ["20261130", "2026-11-30"],
  ]);
  const [first] = made;
  const changed = await patch(first ?? ({ id: "" } as CalendarEvent), {
    scope: "all",
    recurrence: { rule: "FREQ=WEEKLY;BYDAY=MO;UNTIL=20261116T140000Z" },
  });
  expect(eventOf(changed).recurrence).toEqual({
    rule: "FREQ=WEEKLY;BYDAY=MO;UNTIL=20261116",
    additionalDates: [],
    endsOn: "2026-11-16",
  });
  const whole = await api.change("POST", "/calendar-events", {
    type: "internal",
    title: "x",
    allDay: true,
    startOn: "2026-11-02",
    endOn: "2026-11-02",
    recurrence: { rule: rules[0] },
  });
  expect(faultOf(whole)).toEqual([400, "recurrence.rule"]);
});

test.each(["COUNT=3", "UNTIL=20261109"])(
  "the last occurrence of a series with %s moves to another day with what follows: it becomes a single event",
  async (end) => {
    const series = await mondays(`FREQ=WEEKLY;BYDAY=MO;${end}`);
    const reply = await patch(series, {
      scope: "following",
      occurrenceOn: "2026-11-09",
      ...lasting("2026-11-12T14:00:00Z"),
    });
    const { calendarEvent: left, newEvent: made } = readBody<{ calendarEvent: CalendarEvent; newEvent: CalendarEvent }>(
      reply,
    );
    expect([reply.status, left.recurrence?.endsOn, made.recurrence, made.startAt]).toEqual([
      200,
      "2026-11-02",
      null,
      "2026-11-12T14:00:00.000Z",
    ]);
    // Of more than one the rule says the days.
    expect(
      faultOf(
        await patch(await mondays(`FREQ=WEEKLY;BYDAY=MO;${end}`), {
          scope: "following",
          occurrenceOn: "2026-11-02",
          ...lasting("2026-11-05T14:00:00Z"),
        }),
      ),
    ).toEqual([400, "recurrence.rule"]);
  },
);

test("acceptance 8, acceptance 18: a series with an outcome keeps its days: another rule, another first day and deletion are rejected, its title changes", async () => {
  const series = await mondays();
  await tenant.inside((transaction) =>
    transaction
      .insertInto("CalendarException")
      .values({
        organizationId: tenant.organizationId,
        eventId: series.id,
        occurrenceOn: "2026-11-02",
        status: "held",
        outcome: JSON.stringify({
          summary: "Agreed",
          recordedAt: "2026-11-02T15:00:00.000Z",
          recordedBy: { type: "member", id: "m", name: "Ada" },
        }),
      })
      .execute(),
  );
  const replies = [
    await patch(series, {
      scope: "all",
      recurrence: { rule: "FREQ=WEEKLY;BYDAY=MO,TU" },
      ...lasting("2026-10-27T13:00:00Z"),
    }),
    await patch(series, { scope: "following", occurrenceOn: "2026-11-02", title: "x" }),
    await api.change("DELETE", `/calendar-events/${series.id}?scope=all`),
    await api.change("DELETE", `/calendar-events/${series.id}?scope=this&occurrenceOn=2026-11-02`),
    await patch(series, { scope: "this", occurrenceOn: "2026-11-02", title: "x" }),
  ];
  expect(replies.map(({ status }) => status)).toEqual([409, 409, 409, 409, 409]);
  expect(eventOf(await patch(series, { scope: "all", title: "Case review" })).title).toBe("Case review");
});

test("an occurrence is removed, a series ends before one, and a whole series is deleted", async () => {
  const series = await mondays();
  const remove = async (query: string) => (await api.change("DELETE", `/calendar-events/${series.id}?${query}`)).status;
  expect([
    await remove("scope=this&occurrenceOn=2026-11-02"),
    await remove("scope=this&occurrenceOn=2026-11-02"),
    await remove("scope=following&occurrenceOn=2026-11-16"),
    await remove(""),
  ]).toEqual([200, 404, 200, 400]);
  const open = readBody<{ occurrences: Occurrence[] }>(
    await api.get("/calendar-occurrences?from=2026-10-01T00:00:00Z&to=2027-01-01T00:00:00Z&limit=200"),
  ).occurrences.filter(({ eventId }) => eventId === series.id);
  expect(open.map(({ occurrenceOn }) => occurrenceOn)).toEqual(["2026-10-26", "2026-11-09"]);
  expect([await remove("scope=all"), (await api.get(`/calendar-events/${series.id}`)).status]).toEqual([200, 404]);
});

test("acceptance 17: a window is at most 366 days, and has at most 1,000 series that are not stored yet", async () => {
  const other = await createTenant(server.services.database);
  const row = {
    type: "internal",
    title: "x",
    startAt: "2026-10-26T13:00:00Z",
    endAt: "2026-10-26T14:00:00Z",
    startOn: "2026-10-26",
    endOn: "2026-10-26",
    timeZone: "UTC",
    rule: "FREQ=YEARLY",
    seriesEndAt: "9999-12-31T00:00:00Z",
    createdBy: "{}",
  };
  await other.inside((transaction) =>
    transaction
      .insertInto("CalendarEvent")
      .values(
        Array.from({ length: 1_001 }, () => ({
          ...row,
          organizationId: other.organizationId,
          id: createId("calendarEvent"),
        })),
      )
      .execute(),
  );
  const window = (to: string) =>
    openApi(server, other.secret).get(`/calendar-occurrences?from=2026-10-01T00:00:00Z&to=${to}T00:00:00Z`);
  expect([
    faultOf(await window("2026-11-01")),
    faultOf(await window("2027-10-03")),
    (await window("2026-10-20")).status,
  ]).toEqual([[400, "to"], [400, "to"], 200]);
});
