import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openApi, readBody, type Api } from "../../testing/harness/requests/api.ts";
import type { Reply } from "../../testing/harness/requests/send.ts";
import { startTestServer, type TestServer } from "../../testing/harness/server.ts";
import { changeRow, createTenant, type TestTenant } from "../../testing/harness/tenant.ts";
import { countTraces, readEvents } from "../../testing/harness/traces.ts";
import { addAttendee, createEvent } from "./fixtures.ts";
import type { CalendarEvent, Occurrence } from "./schema.ts";

let server: TestServer;
let tenant: TestTenant;
let api: Api;

beforeAll(async () => {
  server = await startTestServer();
  tenant = await createTenant(server.services.database);
  api = openApi(server, tenant.secret);
});
afterAll(() => server.close(1000));

interface Moved {
  calendarEvent: CalendarEvent;
  newEvent: CalendarEvent;
}
const send = (eventId: string, operation: "transitions" | "responses", body: object) =>
  api.change("POST", `/calendar-events/${eventId}/${operation}`, body);
const movedOf = (reply: Reply) => readBody<Moved>(reply);
const faultOf = ({ status, headers }: Reply) => [status, headers["x-error-detail"]];
const ahead = {
  startAt: "2099-01-05T14:00:00.000Z",
  endAt: "2099-01-05T15:00:00.000Z",
  startOn: "2099-01-05",
  endOn: "2099-01-05",
  seriesEndAt: "2099-01-05T15:00:00.000Z",
};
const later = { startAt: "2099-02-02T15:00:00.000Z", endAt: "2099-02-02T16:00:00.000Z" };

test("acceptance 6: what is still ahead was not held; the text of an outcome is in the event, and in no event of the feed", async () => {
  const [{ eventId: future }, { eventId: past }] = [await createEvent(tenant, ahead), await createEvent(tenant)];
  expect((await send(future, "transitions", { toStatus: "held" })).status).toBe(409);
  movedOf(await send(past, "transitions", { toStatus: "held", outcome: "Granted in part" }));
  expect((await readEvents(tenant)).at(-1)).toMatchObject({
    eventType: "calendar_event.outcome_recorded",
    entityId: past,
    payload: { status: "held", outcome: { summary: "[redacted]" } },
  });
  expect((await api.get(`/calendar-events/${past}`)).body["calendarEvent"]).toMatchObject({
    outcome: { summary: "Granted in part" },
    availableTransitions: ["scheduled"],
  });
  const rejected = [
    await api.change("PATCH", `/calendar-events/${past}`, { title: "x" }),
    await api.change("DELETE", `/calendar-events/${past}?reason=x`),
    await send(past, "transitions", { toStatus: "confirmed" }),
  ];
  expect(rejected.map(({ status }) => status)).toEqual([409, 409, 409]);
  expect((await api.change("PATCH", `/calendar-events/${past}`, { tags: ["won"] })).status).toBe(200);
  expect(
    movedOf(await send(past, "transitions", { toStatus: "scheduled", reason: "Wrong one" })).calendarEvent,
  ).toMatchObject({ outcome: null, statusReason: "Wrong one" });
});

test("acceptance 7: what is continued goes on in an event of its own, linked both ways, in one transaction", async () => {
  const { eventId } = await createEvent(tenant, { ...ahead, docketNumber: "D-4" });
  await addAttendee(tenant, eventId, { memberId: tenant.attorneyId });
  await send(eventId, "responses", { memberId: tenant.attorneyId, response: "accepted" });
  const { calendarEvent, newEvent } = movedOf(
    await send(eventId, "transitions", { toStatus: "continued", reason: "Judge ill", rescheduleTo: later }),
  );
  expect(calendarEvent).toMatchObject({
    status: "continued",
    rescheduledTo: { eventId: newEvent.id, occurrenceOn: null },
    availableTransitions: [],
  });
  expect(newEvent).toMatchObject({
    ...later,
    status: "scheduled",
    court: { docketNumber: "D-4" },
    rescheduledFrom: { eventId, occurrenceOn: null },
    attendees: [{ memberId: tenant.attorneyId, response: "none" }],
    timeZone: calendarEvent.timeZone,
  });
  expect((await readEvents(tenant)).slice(-2).map(({ eventType, entityId }) => [eventType, entityId])).toEqual([
    ["calendar_event.rescheduled", eventId],
    ["calendar_event.created", newEvent.id],
  ]);
  // Of one transaction, which `crash.test.ts` cuts at every statement.
  const versions = await tenant.inside((transaction) =>
    transaction
      .selectFrom("CalendarEvent")
      .select(sql<string>`xmin::text`.as("xmin"))
      .where("id", "in", [eventId, newEvent.id])
      .execute(),
  );
  expect([versions.length, versions[0]?.xmin]).toEqual([2, versions[1]?.xmin]);
  const adjourned = await createEvent(tenant, ahead);
  const second = movedOf(
    await send(adjourned.eventId, "transitions", { toStatus: "adjourned", reason: "Time", rescheduleTo: later }),
  ).newEvent;
  expect(faultOf(await send(adjourned.eventId, "transitions", { toStatus: "scheduled", reason: "x" }))).toEqual([
    409,
    second.id,
  ]);
  expect((await api.change("DELETE", `/calendar-events/${second.id}?reason=x`)).status).toBe(200);
  expect((await send(adjourned.eventId, "transitions", { toStatus: "scheduled", reason: "x" })).status).toBe(200);
});

test("acceptance 18: an occurrence has a status of its own; a series can only be confirmed, scheduled or cancelled; with an outcome it is cancelled, not deleted", async () => {
  const { eventId } = await createEvent(tenant, { rule: "FREQ=WEEKLY;BYDAY=MO" });
  expect(faultOf(await send(eventId, "transitions", { toStatus: "held" }))).toEqual([400, "occurrenceOn"]);
  movedOf(await send(eventId, "transitions", { toStatus: "held", occurrenceOn: "2026-04-27" }));
  const { newEvent } = movedOf(
    await send(eventId, "transitions", {
      toStatus: "continued",
      occurrenceOn: "2026-05-04",
      reason: "x",
      rescheduleTo: later,
    }),
  );
  expect(newEvent.rescheduledFrom).toEqual({ eventId, occurrenceOn: "2026-05-04" });
  const window = await api.get("/calendar-occurrences?from=2026-04-20T00:00:00Z&to=2026-05-12T00:00:00Z");
  expect(
    readBody<{ occurrences: Occurrence[] }>(window)
      .occurrences.filter((each) => each.eventId === eventId)
      .map(({ occurrenceOn, status }) => [occurrenceOn, status]),
  ).toEqual([
    ["2026-04-20", "scheduled"],
    ["2026-04-27", "held"],
    ["2026-05-11", "scheduled"],
  ]);
  expect([
    (await api.change("DELETE", `/calendar-events/${eventId}?scope=all&reason=x`)).status,
    movedOf(await send(eventId, "transitions", { toStatus: "cancelled", reason: "Settled" })).calendarEvent.status,
  ]).toEqual([409, "cancelled"]);
});

test("a move needs what it needs, and nothing else", async () => {
  const { eventId } = await createEvent(tenant);
  const bodies = [
    { toStatus: "no_show" },
    { toStatus: "cancelled" },
    { toStatus: "continued", reason: "x" },
    { toStatus: "confirmed", outcome: "x" },
    { toStatus: "held", rescheduleTo: later },
    { toStatus: "confirmed", occurrenceOn: "2026-04-20" },
    { toStatus: "continued", reason: "x", rescheduleTo: { startOn: "2099-01-01" } },
  ];
  const faults = await Promise.all(bodies.map(async (body) => faultOf(await send(eventId, "transitions", body))));
  expect(faults).toEqual([
    [400, "reason"],
    [400, "reason"],
    [400, "rescheduleTo"],
    [400, "outcome"],
    [400, "rescheduleTo"],
    [400, "occurrenceOn"],
    [400, "startAt"],
  ]);
});

test("acceptance 19: a response is recorded for the series or for one occurrence, and in no archived case; the same again is no event; who does not attend cannot respond", async () => {
  const { eventId, clientId } = await createEvent(tenant, { rule: "FREQ=WEEKLY;BYDAY=MO" });
  await addAttendee(tenant, eventId, { clientId });
  const accept = { clientId, response: "accepted", comment: "By phone" };
  expect((await send(eventId, "responses", { memberId: tenant.attorneyId, response: "accepted" })).status).toBe(404);
  expect(readBody<Moved>(await send(eventId, "responses", accept)).calendarEvent.attendees).toMatchObject([
    { response: "accepted", responseComment: "By phone" },
  ]);
  const before = await countTraces(tenant);
  expect((await send(eventId, "responses", accept)).status).toBe(200);
  expect((await countTraces(tenant)).events).toBe(before.events);
  await send(eventId, "responses", { clientId, response: "declined", occurrenceOn: "2026-04-27" });
  const { calendarEvent } = readBody<Moved>(await api.get(`/calendar-events/${eventId}`));
  expect([
    calendarEvent.attendees[0]?.response,
    calendarEvent.exceptions?.map(({ occurrenceOn, attendees }) => [occurrenceOn, attendees?.[0]?.response]),
  ]).toEqual(["accepted", [["2026-04-27", "declined"]]]);
  await changeRow(tenant, "Case", calendarEvent.caseId ?? "", { matterStatus: "archived" });
  expect([
    (await send(eventId, "responses", accept)).status,
    (await send(eventId, "transitions", { toStatus: "confirmed" })).status,
  ]).toEqual([409, 409]);
});
