import { afterAll, beforeAll, expect, test } from "vitest";
import { openApi, readBody, type Api } from "../../testing/harness/requests/api.ts";
import type { Reply } from "../../testing/harness/requests/send.ts";
import { startTestServer, type TestServer } from "../../testing/harness/server.ts";
import { changeRow, createKey, createTenant, type TestTenant } from "../../testing/harness/tenant.ts";
import { createMember } from "../team/fixtures.ts";
import type { Availability } from "./availability/schema.ts";
import { mergeIntervals } from "./availability/domain.ts";
import type { Conflict, Overlap } from "./conflicts/schema.ts";
import type { CalendarEvent } from "./schema.ts";

let server: TestServer;
let tenant: TestTenant;
let api: Api;

beforeAll(async () => {
  server = await startTestServer();
  tenant = await createTenant(server.services.database);
  api = openApi(server, tenant.secret);
  await changeRow(tenant, "Organization", tenant.organizationId, { timezone: "America/New_York" });
});
afterAll(() => server.close(1000));

interface Created {
  calendarEvent: CalendarEvent;
  conflicts: Conflict[];
}
/** An event of members on a day in November, New York: `["09:00", "10:00"]`. */
const send = (
  memberIds: readonly string[],
  day: string,
  [from, to]: readonly [string, string],
  { by = api, ...body }: { by?: Api; [member: string]: unknown } = {},
) =>
  by.change("POST", "/calendar-events", {
    type: "internal",
    title: "Review",
    organizerMemberId: null,
    startAt: `${day}T${from}:00-05:00`,
    endAt: `${day}T${to}:00-05:00`,
    attendees: memberIds.map((memberId) => ({ memberId })),
    ...body,
  });
const add = async (...given: Parameters<typeof send>) => readBody<Created>(await send(...given));
const at = (day: string, time: string) => new Date(`${day}T${time}:00-05:00`).toISOString();
const find = async (memberIds: readonly string[], day: string, query = "", by = api) =>
  readBody<Availability>(
    await by.get(
      `/calendar-availability?memberIds=${memberIds.join(",")}&from=${day}T00:00:00-05:00&to=${day}T23:59:00-05:00${query}`,
    ),
  );
const faultOf = ({ status, headers }: Reply) => [status, headers["x-error-detail"]];

test("acceptance 16: busy times are merged, the strongest counts; slots avoid what is busy, not what is tentative, and closed days", async () => {
  const memberId = await createMember(tenant);
  const day = "2026-11-24";
  await add([memberId], day, ["09:00", "10:00"]);
  await add([memberId], day, ["10:00", "10:30"]);
  await add([memberId], day, ["10:15", "11:00"], { showAs: "tentative" });
  await add([memberId], day, ["13:00", "14:00"], { showAs: "free" });
  const declined = await add([memberId], day, ["14:00", "15:00"]);
  await api.change("POST", `/calendar-events/${declined.calendarEvent.id}/responses`, {
    memberId,
    response: "declined",
  });
  const { availability, slots } = await find([memberId], day, "&durationMinutes=60");
  expect(availability).toEqual([
    {
      memberId,
      busy: [
        { startAt: at(day, "09:00"), endAt: at(day, "10:30"), showAs: "busy" },
        { startAt: at(day, "10:30"), endAt: at(day, "11:00"), showAs: "tentative" },
      ],
    },
  ]);
  expect([slots.slice(0, 2).map(({ startAt }) => startAt), slots.at(-1)?.endAt]).toEqual([
    [at(day, "10:30"), at(day, "11:00")],
    at(day, "17:00"),
  ]);
  // Thanksgiving.
  expect((await find([memberId], "2026-11-26", "&durationMinutes=60")).slots).toEqual([]);
  await changeRow(tenant, "Member", memberId, { outOfOfficeStartOn: "2026-11-23", outOfOfficeEndOn: "2026-11-23" });
  const away = await find([memberId], "2026-11-23", "&durationMinutes=60");
  expect([away.availability[0]?.busy.map(({ showAs }) => showAs), away.slots]).toEqual([["out_of_office"], []]);
  expect(
    (await api.get(`/calendar-availability?memberIds=mem_x&from=${day}T00:00:00Z&to=${day}T01:00:00Z`)).status,
  ).toBe(404);
});

test("intervals at the same time are one, of the strongest kind", () => {
  const interval = (startAt: string, endAt: string, showAs: "busy" | "tentative" | "out_of_office") => ({
    startAt,
    endAt,
    showAs,
  });
  expect(
    mergeIntervals([
      interval("1", "9", "tentative"),
      interval("2", "4", "busy"),
      interval("3", "5", "out_of_office"),
      interval("9", "9", "busy"),
    ]),
  ).toEqual([
    interval("1", "2", "tentative"),
    interval("2", "3", "busy"),
    interval("3", "5", "out_of_office"),
    interval("5", "9", "tentative"),
  ]);
});

test("a private event makes its people busy for every reader, without its content", async () => {
  const memberId = await createMember(tenant);
  await add([memberId], "2026-11-17", ["09:00", "10:00"], { visibility: "private", title: "Oncologist" });
  const { secret } = await createKey(tenant, { actingAttorneyId: null });
  expect((await find([memberId], "2026-11-17", "", openApi(server, secret))).availability[0]?.busy).toHaveLength(1);
});

test("acceptance 9: of twenty bookings at once with reject one succeeds; with allow all do, and list what they overlap", async () => {
  const [memberId, other] = [await createMember(tenant), await createMember(tenant)];
  const day = "2026-11-18";
  const replies = await Promise.all(
    Array.from({ length: 20 }, () => send([other, memberId], day, ["09:00", "10:00"], { onConflict: "reject" })),
  );
  expect(replies.map(({ status, body }) => `${status} ${JSON.stringify(body["code"])}`).toSorted()).toEqual([
    "201 undefined",
    ...Array.from({ length: 19 }, () => '409 "DUPLICATE_ENTRY"'),
  ]);
  expect(replies.find(({ status }) => status === 409)?.body["error"]).toBe(
    "attendees.0, attendees.1: busy at that time",
  );
  const allowed = await Promise.all(Array.from({ length: 20 }, () => send([memberId], day, ["09:59", "10:30"])));
  expect(allowed.map(({ status }) => status)).toEqual(allowed.map(() => 201));
  const last = await add([memberId], day, ["10:29", "11:00"]);
  expect(last.conflicts.map((each) => [each.memberId, each.startAt])).toEqual(
    Array.from({ length: 20 }, () => [memberId, at(day, "09:59")]),
  );
  expect((await add([memberId], day, ["11:00", "12:00"])).conflicts).toEqual([]);
  expect((await add([], day, ["10:00", "12:00"], { attendees: [{ memberId, isOptional: true }] })).conflicts).toEqual(
    [],
  );
});

test("a change and a new date are checked for conflicts, also of occurrences of a series", async () => {
  const memberId = await createMember(tenant);
  const day = "2099-11-16";
  const series = await add([memberId], day, ["09:00", "10:00"], {
    timeZone: "America/New_York",
    recurrence: { rule: "FREQ=WEEKLY" },
  });
  const { calendarEvent: single } = await add([memberId], "2099-11-23", ["11:00", "12:00"]);
  const times = { startAt: at("2099-11-23", "09:30"), endAt: at("2099-11-23", "10:30") };
  const moved = await api.change("PATCH", `/calendar-events/${single.id}`, { ...times, onConflict: "reject" });
  expect([
    moved.status,
    readBody<{ calendarEvent: CalendarEvent }>(await api.get(`/calendar-events/${single.id}`)).calendarEvent.revision,
  ]).toEqual([409, 1]);
  const listed = readBody<Created>(await api.change("PATCH", `/calendar-events/${single.id}`, times)).conflicts;
  expect(listed).toMatchObject([{ memberId, eventId: series.calendarEvent.id, occurrenceOn: "2099-11-23" }]);
  const pairs = await api.get(
    `/calendar-conflicts?from=2099-11-01T00:00:00Z&to=2099-12-01T00:00:00Z&memberId=${memberId}`,
  );
  expect(readBody<{ conflicts: { first: Overlap; second: Overlap }[] }>(pairs).conflicts).toMatchObject([
    {
      memberId,
      first: { eventId: series.calendarEvent.id, occurrenceOn: "2099-11-23" },
      second: { eventId: single.id, occurrenceOn: null },
    },
  ]);
  expect(faultOf(await api.get("/calendar-conflicts?from=2026-01-01T00:00:00Z&to=2026-03-05T00:00:00Z"))).toEqual([
    400,
    "to",
  ]);
});
