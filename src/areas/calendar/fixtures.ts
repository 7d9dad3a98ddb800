import { buildAttendee, buildEvent, type Attendee } from "../../../prisma/seed/builders/calendar.ts";
import type { Values } from "../../../prisma/seed/builders/records.ts";
import { createId } from "../../platform/database/ids.ts";
import { createFeedToken } from "../../platform/identity/credentials/feed-token.ts";
import {
  anInstant,
  asRead,
  newName,
  readId,
  type Arrangement,
  type ResponseBody,
  type Scenario,
} from "../../testing/harness/requests/example-request.ts";
import {
  actorOf,
  changeRow,
  createCase,
  deleteRow,
  insertFor,
  relateCase,
  type TestTenant,
} from "../../testing/harness/tenant.ts";
import { createDocument } from "../documents/fixtures.records.ts";
import { acceptedHearing, hearing, laterHearing } from "./examples.ts";
import { readBody } from "../../testing/harness/requests/api.ts";
import { type Reply } from "../../testing/harness/requests/send.ts";
import { type CalendarEvent } from "./schema.ts";

/** The event of a successful response. */
export const eventOf = (reply: Reply) => readBody<{ calendarEvent: CalendarEvent }>(reply).calendarEvent;

export interface CreatedEvent {
  eventId: string;
  caseId: string;
  clientId: string;
}

/** A hearing of a new case, or of another owner. Its creator is the tenant's key, its organizer the attorney. */
export async function createEvent(
  tenant: TestTenant,
  values: Partial<Values<"CalendarEvent">> = {},
): Promise<CreatedEvent> {
  const { organizationId, attorneyId } = tenant;
  const ofCase =
    values.caseId === undefined && values.leadId === undefined
      ? await createCase(tenant)
      : { caseId: values.caseId ?? "", clientId: "" };
  const { startAt, endAt, startOn, endOn, timeZone } = hearing;
  const records = buildEvent({
    organizationId,
    startAt,
    endAt,
    startOn,
    endOn,
    timeZone,
    createdBy: actorOf(tenant),
    organizerMemberId: attorneyId,
    onBehalfOfAttorneyId: attorneyId,
    ...(values.leadId === undefined && { caseId: ofCase.caseId }),
    ...values,
  });
  await insertFor(tenant, records);
  return { eventId: records.CalendarEvent.id, ...ofCase };
}

export async function addAttendee(tenant: TestTenant, eventId: string, person: Attendee): Promise<void> {
  const { organizationId } = tenant;
  await insertFor(tenant, { CalendarAttendee: buildAttendee({ organizationId, eventId, ...person }) });
}

/** A reminder, an hour before an event that takes place now. */
export async function createDueReminder(tenant: TestTenant): Promise<void> {
  const { organizationId } = tenant;
  const at = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();
  const { eventId } = await createEvent(tenant, {
    startAt: at(55),
    endAt: at(90),
    startOn: at(0).slice(0, 10),
    endOn: at(90).slice(0, 10),
  });
  await insertFor(tenant, { CalendarReminder: describeReminder(organizationId, eventId, at(-5)) });
}

export async function createCalendarRows(tenant: TestTenant): Promise<void> {
  const { organizationId } = tenant;
  const placed = { placedFromOn: hearing.startOn, placedThroughOn: hearing.startOn };
  const { eventId, caseId } = await createEvent(tenant, {
    rule: "FREQ=WEEKLY;BYDAY=MO",
    docketNumber: "D-1",
    ...placed,
  });
  const { documentId } = await createDocument(tenant, { caseId });
  await addAttendee(tenant, eventId, { memberId: tenant.attorneyId });
  const { startAt, endAt, startOn, endOn } = hearing;
  const { prefix: tokenPrefix, digest: tokenDigest } = createFeedToken();
  const feedId = createId("calendarFeed");
  await insertFor(tenant, {
    CalendarException: { organizationId, eventId, occurrenceOn: "2026-04-27", title: "Moved" },
    CalendarOccurrence: { organizationId, eventId, occurrenceOn: startOn, startAt, endAt, startOn, endOn },
    CalendarDocument: { organizationId, eventId, documentId },
    CalendarTag: { organizationId, eventId, tag: "discovery" },
    CalendarReminder: describeReminder(organizationId, eventId, "2026-04-20T13:00:00Z"),
    CalendarFeed: { organizationId, id: feedId, memberId: tenant.attorneyId, name: "Phone", tokenPrefix, tokenDigest },
    CalendarFeedFetch: { organizationId, feedId, fetchedAt: "2026-04-20T13:00:00Z" },
  });
}

const describeReminder = (organizationId: string, eventId: string, remindAt: string) => ({
  organizationId,
  id: createId("calendarReminder"),
  eventId,
  channel: "email",
  minutesBefore: 60,
  remindAt,
});

const touch = (
  { caseId, clientId }: Omit<CreatedEvent, "eventId">,
  tenant: TestTenant,
  eventId: string,
  ...members: string[]
) => ({
  entity: "calendar_event",
  id: eventId,
  relatedIds: [
    { entity: "calendar_event", id: eventId },
    ...relateCase({ caseId, clientId }),
    ...[tenant.attorneyId, ...members].map((id) => ({ entity: "member", id })),
  ],
});

/** A request about an event that there is. */
const onEvent =
  (more: Partial<Arrangement>, values: Parameters<typeof createEvent>[1] = {}): Scenario =>
  async (tenant) => {
    const created = await createEvent(tenant, values);
    const { eventId } = created;
    return {
      pathValues: { calendarEventId: eventId },
      revision: 1,
      remove: () => deleteRow(tenant, "CalendarEvent", eventId),
      change: () => changeRow(tenant, "CalendarEvent", eventId, { title: "Changed", revision: 9 }),
      touched: () => touch(created, tenant, eventId),
      ...more,
    };
  };

const inWindow =
  (more: (tenant: TestTenant) => Record<string, string> = () => ({})): Scenario =>
  async (tenant) => {
    await createCalendarRows(tenant);
    return { query: { from: "2026-04-20T00:00:00Z", to: "2026-05-20T00:00:00Z", ...more(tenant) } };
  };

const ofResponse = (tenant: TestTenant) => (response: ResponseBody) =>
  changeRow(tenant, "CalendarEvent", readId(response, "calendarEvent"), { title: "Changed", revision: 9 });
const moved = Object.fromEntries(
  (["startAt", "endAt", "localStart", "localEnd"] as const).map((name) => [
    name,
    { from: hearing[name], to: laterHearing[name] },
  ]),
);

export const calendarScenarios = {
  "calendarEvents.list": async (tenant) => {
    await createCalendarRows(tenant);
    return { query: { sort: "start" } };
  },
  "cases.calendarEvents.list": async (tenant) => {
    const { caseId } = await createEvent(tenant);
    return {
      pathValues: { caseId },
      query: { sort: "start" },
      remove: () => deleteRow(tenant, "Case", caseId),
    };
  },
  "calendarEvents.create": async (tenant) => {
    const ofCase = await createCase(tenant);
    const { documentId } = await createDocument(tenant, { caseId: ofCase.caseId });
    const [attendee, attached] = [hearing.attendees[0]?.memberId ?? "", hearing.documents[0]?.id ?? ""];
    return {
      ownValues: {
        [hearing.caseId ?? ""]: ofCase.caseId,
        [attendee]: tenant.attorneyId,
        [attached]: documentId,
        [hearing.externalId ?? ""]: newName(),
      },
      change: ofResponse(tenant),
      touched: (response: ResponseBody) => touch(ofCase, tenant, readId(response, "calendarEvent")),
      diff: {},
    };
  },
  "calendarEvents.get": asRead(onEvent({})),
  "calendarEvents.update": onEvent({ alsoEmits: ["calendar_event.rescheduled"], diff: moved }),
  "calendarEvents.delete": onEvent(
    { alsoEmits: ["calendar_event.deleted"], recordIn: null, diff: { deletedAt: { from: null, to: anInstant } } },
    { type: "mediation" },
  ),
  "calendarEvents.occurrences.restore": async (tenant) => {
    const arranged = await onEvent({}, { rule: "FREQ=WEEKLY;BYDAY=MO" })(tenant);
    const [{ organizationId }, eventId, occurrenceOn] = [
      tenant,
      arranged.pathValues?.["calendarEventId"] ?? "",
      "2026-04-27",
    ];
    await insertFor(tenant, { CalendarException: { organizationId, eventId, occurrenceOn, isCancelled: true } });
    const weekLater = (at: string) => new Date(Date.parse(at) + 7 * 86_400_000).toISOString();
    const present = {
      occurrenceOn,
      status: "scheduled",
      isCancelled: false,
      startAt: weekLater(hearing.startAt),
      endAt: weekLater(hearing.endAt),
    };
    return {
      ...arranged,
      recordIn: null,
      alsoEmits: ["calendar_event.rescheduled"],
      diff: { occurrence: { from: { ...present, isCancelled: true }, to: present } },
    };
  },
  "calendarEvents.transition": async (tenant) => {
    const outcome = {
      summary: null,
      recordedAt: anInstant,
      recordedBy: actorOf(tenant),
    };
    return {
      ...(await onEvent({})(tenant)),
      otherBody: { reason: "the text of an outcome is in the response, and in no event", body: { toStatus: "held" } },
      alsoEmits: ["calendar_event.outcome_recorded"],
      diff: {
        status: { from: "scheduled", to: "held" },
        outcome: { from: null, to: outcome },
        availableTransitions: { from: hearing.availableTransitions, to: ["scheduled"] },
      },
    };
  },
  "calendarEvents.responses.create": async (tenant) => {
    const arranged = await onEvent({})(tenant);
    await addAttendee(tenant, arranged.pathValues?.["calendarEventId"] ?? "", { memberId: tenant.attorneyId });
    const { name: _name, responseComment: _comment, ...attendee } = acceptedHearing.attendees[0] ?? {};
    const responded = { ...attendee, memberId: tenant.attorneyId, respondedAt: anInstant };
    return {
      ...arranged,
      ownValues: { [hearing.attendees[0]?.memberId ?? ""]: tenant.attorneyId },
      alsoEmits: ["calendar_event.responded"],
      diff: { attendees: { from: [{ ...responded, response: "none", respondedAt: null }], to: [responded] } },
    };
  },
  "calendarOccurrences.list": inWindow(),
  "calendarAvailability.get": inWindow(({ attorneyId }) => ({ memberIds: attorneyId })),
  "calendarConflicts.list": inWindow(),
} satisfies Record<string, Scenario>;
