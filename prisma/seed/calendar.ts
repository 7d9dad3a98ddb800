import { planNext } from "../../src/areas/calendar/series/domain.next.ts";
import { describeTimes, readTimes } from "../../src/areas/calendar/domain.times.ts";
import { relateEvent } from "../../src/areas/calendar/domain.ts";
import type { EventType as CalendarType } from "../../src/areas/calendar/schema.ts";
import type { EventType } from "../../src/contract/events/event-types.ts";
import { sharedEnumerations } from "../../src/contract/enumerations.ts";
import type { Row } from "../../src/platform/database/tables.ts";
import { calendarFeedPath, createFeedToken } from "../../src/platform/identity/credentials/feed-token.ts";
import { toInstant as toLocalInstant } from "../../src/platform/local-time.ts";
import { addDays, listOccurrences } from "../../src/platform/recurrence-rule.ts";
import { buildEvent, type Attendee } from "./builders/calendar.ts";
import { newId, type Values } from "./builders/records.ts";
import { endOf, type Firm, type FirmCase } from "./firm.ts";
import { describeActor, type RelatedId } from "./history.ts";
import { dayMilliseconds, hourMilliseconds, toDay, toInstant } from "./random.ts";

type Event = Row<"CalendarEvent">;
interface Draft extends Partial<Omit<Event, "type">> {
  type: CalendarType;
  title: string;
  /** The local day, and the hour at which it begins. */
  on: string;
  hour?: number;
  minutes?: number;
  attendees?: readonly Attendee[];
}

const stages = Object.keys(sharedEnumerations.matterStage.values);
const isLitigated = ({ row }: FirmCase) => stages.indexOf(row.matterStage) >= stages.indexOf("litigation_filed");

/** How many of each kind the headquarters has; the other firms have fewer, and at least one. */
const meetings: readonly {
  type: CalendarType;
  titles: readonly [string, ...string[]];
  past: number;
  ahead: number;
  minutes: number;
  outcome: string;
}[] = [
  {
    type: "deposition",
    titles: ["Deposition of the driver", "Deposition of the treating surgeon", "Deposition of the store manager"],
    past: 42,
    ahead: 18,
    minutes: 180,
    outcome: "Concluded; the transcript is ordered.",
  },
  {
    type: "mediation",
    titles: ["Mediation"],
    past: 20,
    ahead: 5,
    minutes: 240,
    outcome: "No agreement; the mediator calls both sides next week.",
  },
  {
    type: "client_meeting",
    titles: ["Preparation for the deposition", "Review of the demand", "Update in person"],
    past: 60,
    ahead: 30,
    minutes: 60,
    outcome: "Went through the file together.",
  },
  {
    type: "medical_appointment",
    titles: ["Follow-up with the surgeon", "Physical therapy evaluation"],
    past: 20,
    ahead: 10,
    minutes: 45,
    outcome: "Client attended.",
  },
  {
    type: "ime",
    titles: ["Examination by the defense’s physician"],
    past: 5,
    ahead: 3,
    minutes: 90,
    outcome: "Lasted 40 minutes; nobody else was in the room.",
  },
  {
    type: "inspection",
    titles: ["Inspection of the vehicle", "Inspection of the premises"],
    past: 6,
    ahead: 2,
    minutes: 120,
    outcome: "Photographs and measurements were taken.",
  },
];

/** A year and a half of events: court dates of cases in litigation, meetings, treatment, series and absences. */
export async function buildCalendar(firm: Firm, cases: readonly FirmCase[]): Promise<void> {
  const running = cases.filter(({ row, isStory }) => isStory || row.matterStatus === "open");
  const story = running.find(({ isStory }) => isStory);
  if (story === undefined) return;
  // First, in one statement: the two events of a continuance point to each other.
  for (const [place, firmCase] of takeSome(firm, running.filter(isLitigated), 5).entries())
    addContinued(firm, firmCase, place);
  await firm.pause();
  addCourtDates(firm, cases.filter(isLitigated));
  await firm.pause();
  addCourtDatesAhead(firm, [story, ...running.filter(isLitigated)]);
  for (const kind of meetings) {
    await firm.pause();
    for (const [place, firmCase] of takeSome(firm, running, kind.past).entries())
      addHeld(firm, firmCase, { ...kind, on: dayFrom(firm, -3 - ((place * 13) % 260)) }, place);
    for (const [place, firmCase] of takeSome(firm, running.toReversed(), kind.ahead).entries())
      addEvent(
        firm,
        { ...describeMeeting(firm, firmCase, kind, place), on: dayFrom(firm, 2 + ((place * 11) % 120)) },
        firmCase,
      );
  }
  addOwn(firm);
  addSeries(firm);
}

/**
 * The acting attorney's feed, created before the feed of events begins.
 *
 * @returns its path, which is a secret
 */
export function addFeed({ organizationId, add, now, actingAttorney }: Firm): string {
  const { token, prefix, digest } = createFeedToken();
  const createdAt = toInstant(now - 100 * dayMilliseconds);
  add({
    CalendarFeed: {
      organizationId,
      id: newId("calendarFeed", createdAt),
      memberId: actingAttorney.id,
      name: "Phone",
      tokenPrefix: prefix,
      tokenDigest: digest,
      createdAt,
    },
  });
  return `${calendarFeedPath}/${token}.ics`;
}

/** As many as the firm has of what the headquarters has `count`, in turn. */
function takeSome<Item>({ definition }: Firm, items: readonly Item[], count: number): Item[] {
  const wanted = Math.max(1, Math.round(count / definition.thinning));
  return items.length === 0
    ? []
    : Array.from({ length: wanted }, (_, place) => items[(place * 7) % items.length] as Item);
}

/** The firm's day so many days from now, moved from a weekend to the Monday after it. */
export function dayFrom({ now }: Firm, days: number): string {
  const on = toDay(now + days * dayMilliseconds);
  const daysToMonday = new Map([
    [0, 1],
    [6, 2],
  ]);
  return addDays(on, daysToMonday.get(new Date(on).getUTCDay()) ?? 0);
}

function describeMeeting(
  { rows }: Firm,
  { client }: FirmCase,
  { type, titles, minutes }: (typeof meetings)[number],
  place: number,
): Omit<Draft, "on"> {
  const contacts = rows.Contact.filter(({ jobTitle }) => jobTitle === "Defense counsel");
  const opponent = contacts[place % contacts.length];
  const isOpposed = type === "deposition" || type === "mediation";
  return {
    type,
    title: titles[place % titles.length] ?? titles[0],
    minutes,
    hour: 9 + (place % 7),
    attendees: isOpposed && opponent !== undefined ? [{ contactId: opponent.id }] : [{ clientId: client.id }],
  };
}

function addHeld(
  firm: Firm,
  firmCase: FirmCase,
  { on, ...kind }: (typeof meetings)[number] & { on: string },
  place: number,
): void {
  addEvent(
    firm,
    { ...describeMeeting(firm, firmCase, kind, place), on, status: "held", outcome: { summary: kind.outcome } },
    firmCase,
  );
}

const courtOf = (
  { rows }: Firm,
  place: number,
): Pick<Event, "courtContactId" | "department" | "docketNumber" | "appearance"> => ({
  courtContactId: rows.Contact.find(({ type }) => type === "court")?.id ?? null,
  department: `Courtroom ${200 + (place % 40)}`,
  docketNumber: `${2_400 + place}-CV-${10_000 + place * 37}`,
  appearance: place % 4 === 0 ? "remote" : "in_person",
});
const hearings = [
  "Motion to compel",
  "Case management conference",
  "Motion for summary judgment",
  "Status conference",
] as const;
const describeHearing = (firm: Firm, place: number) => ({
  type: place % 4 === 1 || place % 4 === 3 ? ("court_conference" as const) : ("hearing" as const),
  title: hearings[place % 4] ?? hearings[0],
  hearingType: hearings[place % 4] ?? null,
  minutes: 30,
  hour: 9 + (place % 3),
  ...courtOf(firm, place),
});

/** One to three of each case in litigation, back from its end. The outcome of some is not recorded yet. */
function addCourtDates(firm: Firm, litigated: readonly FirmCase[]): void {
  let missing = Math.max(1, Math.round(6 / firm.definition.thinning));
  for (const [place, firmCase] of litigated.entries()) {
    const isRunning = firmCase.row.resolutionDate === null && firmCase.row.matterStatus === "open";
    for (let turn = 0; turn <= place % 3; turn += 1) {
      const at = endOf(firm, firmCase) - (4 + (place % 17) + turn * 45) * dayMilliseconds;
      if (at < Date.parse(firmCase.row.createdAt) + dayMilliseconds) continue;
      const isUnrecorded = isRunning && turn === 0 && missing > 0;
      if (isUnrecorded) missing -= 1;
      const end = isUnrecorded
        ? {}
        : ({ status: "held", outcome: { summary: "Heard; the order is to follow." } } as const);
      addEvent(
        firm,
        {
          ...describeHearing(firm, isUnrecorded ? 0 : place + turn),
          ...courtOf(firm, place),
          on: dayFrom(firm, Math.ceil((at - firm.now) / dayMilliseconds) - 2),
          ...end,
        },
        firmCase,
      );
    }
  }
}

/** Twelve hearings, two trials, and two attorneys who are to be in two courts at once. */
function addCourtDatesAhead(firm: Firm, litigated: readonly FirmCase[]): void {
  const ahead = takeSome(firm, litigated, 12);
  for (const [place, firmCase] of ahead.entries())
    addEvent(
      firm,
      {
        ...describeHearing(firm, 2 * place),
        ...courtOf(firm, place),
        on: dayFrom(firm, 3 + place * 5),
        status: place % 2 === 0 ? "confirmed" : "scheduled",
      },
      firmCase,
    );
  for (const [place, firmCase] of takeSome(firm, litigated, 2).entries()) {
    addEvent(
      firm,
      {
        type: "trial",
        title: "Jury trial",
        minutes: 480,
        hour: 9,
        ...courtOf(firm, place),
        on: dayFrom(firm, 75 + place * 60),
      },
      firmCase,
    );
    const attorney = [{ memberId: firm.actingAttorney.id }];
    addEvent(
      firm,
      { ...describeHearing(firm, 0), on: dayFrom(firm, 20 + place), hour: 10, attendees: attorney },
      firmCase,
    );
    addEvent(
      firm,
      {
        type: "client_meeting",
        title: "Meeting at the office",
        on: dayFrom(firm, 20 + place),
        hour: 10,
        attendees: attorney,
      },
      firmCase,
    );
  }
}

function addContinued(firm: Firm, firmCase: FirmCase, place: number): void {
  const hearing = { ...describeHearing(firm, place), ...courtOf(firm, place) };
  const before = addEvent(firm, { ...hearing, on: dayFrom(firm, -6 - place) }, firmCase);
  const at = Math.min(Date.parse(before.endAt) + hourMilliseconds, firm.now);
  const after = addEvent(
    firm,
    { ...hearing, on: dayFrom(firm, 30 + place * 3), rescheduledFromEventId: before.id, createdAt: toInstant(at + 1) },
    firmCase,
  );
  change(
    firm,
    before,
    { status: "continued", statusReason: "Continued on the court’s own motion.", rescheduledToEventId: after.id },
    at,
  );
}

/** What is of no case: private appointments, an absence, and consultations of leads. */
function addOwn(firm: Firm): void {
  const { rows, activeAttorneys } = firm;
  for (const [place, { id: organizerMemberId }] of activeAttorneys.slice(0, 3).entries())
    addEvent(firm, {
      type: "other",
      title: "Dentist",
      visibility: "private",
      on: dayFrom(firm, 4 + place * 6),
      hour: 8,
      organizerMemberId,
    });
  const absent = rows.Member.find(({ outOfOfficeStartOn }) => outOfOfficeStartOn !== null);
  const { outOfOfficeStartOn: from = null, outOfOfficeEndOn: to = null } = absent ?? {};
  if (absent !== undefined && from !== null && to !== null)
    addEvent(firm, {
      type: "out_of_office",
      title: "Trial in Pittsburgh",
      allDay: true,
      on: from,
      endOn: to,
      showAs: "out_of_office",
      organizerMemberId: absent.id,
    });
  const leads = rows.Lead.filter(
    ({ status, convertedCaseId }) => convertedCaseId === null && (status === "contacted" || status === "qualified"),
  );
  for (const [place, { id: leadId }] of leads.slice(0, 10).entries())
    addEvent(firm, {
      type: "consultation",
      title: "First consultation",
      leadId,
      on: dayFrom(firm, 1 + place),
      hour: 11 + (place % 5),
    });
}

/** Series without an end; in two of them an occurrence was moved, and one was canceled. */
function addSeries(firm: Firm): void {
  const attendees = firm.rows.Member.filter(
    ({ status, isAttorney, role }) => status === "active" && (isAttorney || role === "paralegal"),
  )
    .slice(0, 8)
    .map(({ id }) => ({ memberId: id }));
  const begin = (rule: string, since: number) =>
    listOccurrences(rule, toDay(since), toDay(since + dayMilliseconds), toDay(since + 40 * dayMilliseconds))[0] ??
    toDay(since);
  const since = firm.now - 300 * dayMilliseconds;
  for (const [title, rule, hour] of [
    ["Case review", "FREQ=WEEKLY;BYDAY=MO", 9],
    ["Billing meeting", "FREQ=MONTHLY;BYDAY=-1FR", 15],
    ["Intake huddle", "FREQ=WEEKLY;BYDAY=TU,TH", 8],
    ["Litigation team", "FREQ=WEEKLY;INTERVAL=2;BYDAY=WE", 13],
  ] as const) {
    const series = addEvent(firm, { type: "internal", title, rule, on: begin(rule, since), hour, attendees });
    const isPlain = hour !== 8 && hour !== 13;
    const [moved, cancelled] = isPlain
      ? []
      : listOccurrences(
          rule,
          series.startOn,
          toDay(firm.now + 7 * dayMilliseconds),
          toDay(firm.now + 60 * dayMilliseconds),
        );
    if (moved !== undefined) {
      const { startAt, endAt, startOn, endOn } = readTimes(
        { startAt: timeAt(firm, addDays(moved, 1), hour + 2), endAt: timeAt(firm, addDays(moved, 1), hour + 3) },
        series.timeZone,
      );
      except(
        firm,
        series,
        { occurrenceOn: moved, startAt, endAt, startOn, endOn },
        { eventType: "calendar_event.rescheduled", action: "calendarEvents.update", daysAgo: 6 },
      );
    }
    if (cancelled !== undefined)
      except(
        firm,
        series,
        { occurrenceOn: cancelled, isCancelled: true },
        { eventType: "calendar_event.updated", action: "calendarEvents.delete", daysAgo: 2 },
      );
    // Exceptions lie at least a week ahead, so the next occurrence is the rule's.
    Object.assign(series, planNext({ ...series, status: "scheduled", exceptions: [] }, toInstant(firm.now)));
  }
}

/** Changes one occurrence of a series. */
function except(
  firm: Firm,
  series: Event,
  values: Omit<Values<"CalendarException">, "organizationId" | "eventId">,
  how: { eventType: EventType; action: string; daysAgo: number },
): void {
  const { organizationId, rows, add } = firm;
  const { occurrenceOn } = values;
  const exceptions = rows.CalendarException.filter(({ eventId }) => eventId === series.id);
  const { CalendarException: exception } = add({
    CalendarException: { organizationId, eventId: series.id, updatedAt: series.updatedAt, ...values },
  });
  const shown = {
    before: { occurrenceOn, exceptions },
    after: { occurrenceOn, exceptions: [...exceptions, { ...exception }] },
  };
  firm.history.recordChange(
    how.eventType,
    series,
    {},
    {
      at: firm.now - how.daysAgo * dayMilliseconds,
      relatedIds: relate(firm, series),
      actor: firm.actor,
      action: how.action,
      shown,
    },
  );
  exception.updatedAt = series.updatedAt;
}

const timeAt = ({ definition }: Firm, on: string, hour: number, minutes = 0) =>
  toInstant(
    Date.parse(toLocalInstant(on, `${String(hour).padStart(2, "0")}:00`, definition.timezone)) + minutes * 60_000,
  );

/** When the event was recorded. */
function dateCreation(
  { now, rows }: Firm,
  startAt: string,
  leadId: string | null | undefined,
  ofCase: FirmCase | undefined,
): number {
  const lead = rows.Lead.find(({ id }) => id === leadId);
  const earliest = Date.parse(ofCase?.row.createdAt ?? lead?.createdAt ?? rows.Organization[0]?.createdAt ?? "");
  return Math.max(Math.min(Date.parse(startAt) - 25 * dayMilliseconds, now - 3 * dayMilliseconds), earliest);
}

const moves: Readonly<Record<string, EventType>> = {
  held: "calendar_event.outcome_recorded",
  continued: "calendar_event.rescheduled",
};

/** What became of an event, by the key that recorded it. */
function change(firm: Firm, event: Event, patch: Partial<Event>, at: number): void {
  firm.history.recordChange(moves[patch.status ?? ""] ?? "calendar_event.updated", event, patch, {
    at,
    relatedIds: relate(firm, event),
    actor: firm.actor,
  });
}

function relate({ rows }: Firm, event: Event): RelatedId[] {
  const [row, attendees] = [
    rows.Case.find(({ id }) => id === event.caseId),
    rows.CalendarAttendee.filter(({ eventId, isOrganizer }) => eventId === event.id && !isOrganizer),
  ];
  return relateEvent({ ...event, caseClientId: row?.plaintiffId ?? null, attendees });
}

/** Moves a trial to another day, at the same hours. */
export function moveTrial(firm: Firm, trial: Event, on: string, at: number): void {
  const { startAt, endAt, startOn, endOn, seriesEndAt } = describeTimes(
    readTimes({ startAt: timeAt(firm, on, 9), endAt: timeAt(firm, on, 9, 480) }, firm.definition.timezone),
    null,
  );
  firm.history.recordChange(
    "calendar_event.rescheduled",
    trial,
    { startAt, endAt, startOn, endOn, seriesEndAt },
    { at, relatedIds: relate(firm, trial), actor: firm.actor },
  );
}

function addEvent(
  firm: Firm,
  { on, hour = 9, minutes = 60, attendees = [], outcome, status = "scheduled", ...given }: Draft,
  ofCase?: FirmCase,
): Event {
  const { organizationId, definition, actor } = firm;
  const days =
    given.allDay === true
      ? { allDay: true, startOn: on, endOn: given.endOn ?? on }
      : { startAt: timeAt(firm, on, hour), endAt: timeAt(firm, on, hour, minutes) };
  const times = describeTimes(readTimes(days, definition.timezone), given.rule ?? null);
  const organizer = firm.activeAttorneys.find(({ id }) => id === ofCase?.row.attorneyId) ?? firm.actingAttorney;
  const createdAt = given.createdAt ?? toInstant(dateCreation(firm, times.startAt, given.leadId, ofCase));
  const by = describeActor(actor);
  const { CalendarEvent: event } = firm.add(
    buildEvent(
      {
        organizationId,
        ...(ofCase !== undefined && { caseId: ofCase.row.id }),
        organizerMemberId: organizer.id,
        createdBy: by,
        onBehalfOfAttorneyId: actor.onBehalfOfAttorneyId,
        ...given,
        createdAt,
        ...times,
      },
      attendees,
    ),
  );
  firm.history.recordCreation("calendar_event.created", event, relate(firm, event), actor);
  if (status === "held") {
    const at = Math.min(Date.parse(event.endAt) + hourMilliseconds, firm.now);
    change(firm, event, { status, outcome: { ...Object(outcome), recordedAt: toInstant(at), recordedBy: by } }, at);
  }
  if (status === "confirmed")
    change(firm, event, { status }, Math.min(Date.parse(createdAt) + dayMilliseconds, firm.now));
  return event;
}
