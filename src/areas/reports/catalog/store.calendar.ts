import { sql, type RawBuilder } from "kysely";
import { eventEnumerations } from "../../calendar/enumerations.ts";
import { caseFields, caseJoins } from "./store.case-parts.ts";
import {
  date,
  flag,
  group,
  instant,
  integer,
  joinOne,
  nameOf,
  text,
  type ReportSource,
  versionFields,
} from "./store.fields.ts";

/** Of a private event the report shows when it is and who organizes it, to every reader. */
const shown = (value: RawBuilder<unknown>) => sql`(CASE t.visibility WHEN 'default' THEN ${value} END)`;

/**
 * Of a series, of its next occurrence: `calendar/domain.next.ts` writes these columns. They are null for single events.
 * Indexes have the same expressions, without COALESCE: below row-level security it would keep them from being used.
 */
const ofNext = (next: string, own: string) =>
  sql`(CASE WHEN ${sql.ref(next)} IS NULL THEN ${sql.ref(own)} ELSE ${sql.ref(next)} END)`;
const startAt = ofNext("t.nextStartAt", "t.startAt");
const startOn = ofNext("t.nextStartOn", "t.startOn");
const endAt = sql`(CASE WHEN t."isSeries" THEN t."nextUntil" ELSE t."endAt" END)`;

/** A series is one row, its next occurrence. No field has an event's title, description, place or outcome. */
export const calendarSource: ReportSource = {
  scope: "calendar:read",
  from: sql`"CalendarEvent" t`,
  live: sql<boolean>`t."deletedAt" IS NULL AND (NOT t."isSeries" OR t."nextStartAt" IS NOT NULL)`,
  custom: null,
  joins: {
    ...caseJoins(shown(sql`t."caseId"`)),
    organizer: { sql: joinOne("Member", "g", sql`t."organizerMemberId"`) },
    court: { sql: joinOne("Contact", "k", shown(sql`t."courtContactId"`)) },
    attendees: {
      sql: sql`LEFT JOIN LATERAL (
        SELECT string_agg(${nameOf("b")}, ', ' ORDER BY b.id) AS names FROM "CalendarAttendee" x JOIN "Member" b ON b."organizationId" = o.id AND b.id = x."memberId"
        WHERE x."organizationId" = o.id AND x."eventId" = t.id AND NOT x."isOrganizer" AND x."occurrenceOn" IS NOT DISTINCT FROM t."nextAttendeesOn") a ON true`,
    },
  },
  fields: {
    ...group("Event", {
      id: text("ID", sql`t.id`, { isNeverNull: true }),
      type: text("Type", shown(sql`t.type`), { of: eventEnumerations.calendarEventType }),
      status: text("Status", ofNext("t.nextStatus", "t.status"), {
        of: eventEnumerations.calendarEventStatus,
        isNeverNull: true,
      }),
      isSeries: flag("Series", sql`t."isSeries"`, { isNeverNull: true }),
      isPrivate: flag("Private", sql`(t.visibility = 'private')`),
      hasOutcome: flag("Has an outcome", shown(sql`t."hasOutcome"`)),
      caseId: text("Case ID", shown(sql`t."caseId"`)),
    }),
    ...group("Time", {
      startOn: date("Day", startOn, { isNeverNull: true }),
      startAt: instant("Starts", startAt, { isNeverNull: true }),
      endAt: instant("Ends", endAt, { isNeverNull: true }),
      allDay: flag("All day", sql`t."allDay"`, { isNeverNull: true }),
      durationMinutes: integer("Minutes", sql`(extract(epoch FROM ${endAt} - ${startAt}) / 60)::integer`),
      daysUntil: integer("Days until", sql`(${startOn} - o.today)`),
      ...versionFields,
    }),
    ...group("People", {
      organizerName: text("Organizer", nameOf("g"), { joins: ["organizer"] }),
      attendeeMemberNames: text("Members who attend", shown(sql`a.names`), { joins: ["attendees"] }),
    }),
    ...group("Court", {
      courtName: text("Court", sql`k.name`, { joins: ["court"] }),
      department: text("Department", shown(sql`t.department`)),
      docketNumber: text("Docket number", shown(sql`t."docketNumber"`)),
      appearance: text("Appearance", shown(sql`t.appearance`), { of: eventEnumerations.calendarAppearance }),
    }),
    ...caseFields,
  },
};
