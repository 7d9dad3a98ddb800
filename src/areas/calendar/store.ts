import { sql, type RawBuilder } from "kysely";
import type { Database } from "../../platform/database/database.ts";
import { listDue } from "../../platform/database/due-rows.ts";
import { hasLiveOwners } from "../../platform/database/lists/hanging-records.ts";
import { hasWords } from "../../platform/database/lists/search-terms.ts";
import type { SortedPage } from "../../platform/database/lists/sorted-list.ts";
import { isOneOf, selectRecord, writeEach } from "../../platform/database/records.ts";
import { shortMember } from "../../platform/database/short-member.ts";
import type { Row } from "../../platform/database/tables.ts";
import { wireInstant } from "../../platform/database/wire-form.ts";
import type { SearchWord } from "../../platform/names/record-words.ts";
import type { Context } from "../../rpc/context.ts";
import type { Attendee, CalendarEvent, EventQuery, Exception, Reminder } from "./schema.ts";

export type AttendeeRow = Attendee & { occurrenceOn: string | null };
export type ExceptionRow = Omit<Exception, "attendees" | "rescheduledTo"> & {
  hasAttendees: boolean;
  rescheduledToEventId: string | null;
};
type Stored = Omit<Row<"CalendarEvent">, "createdBy" | "address" | "virtualMeeting" | "outcome" | "type" | "status"> &
  Pick<CalendarEvent, "address" | "virtualMeeting" | "outcome" | "status">;
export type EventRow = Stored &
  Pick<CalendarEvent, "case" | "lead" | "organizer" | "documents" | "tags"> & {
    reminders: (Reminder & { id: string })[];
    type: NonNullable<CalendarEvent["type"]>;
    createdBy: Omit<NonNullable<CalendarEvent["createdBy"]>, "onBehalfOf">;
    onBehalfOf: NonNullable<CalendarEvent["createdBy"]>["onBehalfOf"];
    courtContact: NonNullable<CalendarEvent["court"]>["court"];
    judgeContact: NonNullable<CalendarEvent["court"]>["judge"];
    /** Of the series, and of occurrences that have their own. */
    attendees: AttendeeRow[];
    exceptions: ExceptionRow[];
    caseClientId: string | null;
    isSeries: boolean;
  };

const contact = (organizationId: string, column: string) => sql`
  (SELECT json_build_object('id', k.id, 'name', k.name, 'type', k.type) FROM "Contact" k WHERE k."organizationId" = ${organizationId} AND k.id = ${sql.ref(column)})`;

/** What an event `e` shows of other records: each a look by key, for the rows of a page alone. */
const shownOf = (organizationId: string): RawBuilder<unknown> => sql`
  (SELECT json_build_object('id', c.id, 'sequenceId', c."sequenceId", 'title', c.title) FROM "Case" c WHERE c."organizationId" = ${organizationId} AND c.id = e."caseId") AS "case",
  (SELECT c."plaintiffId" FROM "Case" c WHERE c."organizationId" = ${organizationId} AND c.id = e."caseId") AS "caseClientId",
  (SELECT json_build_object('id', l.id, 'sequenceId', l."sequenceId", 'name', nullif(concat_ws(' ', l."firstName", l."lastName"), ''))
    FROM "Lead" l WHERE l."organizationId" = ${organizationId} AND l.id = e."leadId") AS lead,
  (SELECT json_build_object('id', m.id, 'firstName', m."firstName", 'lastName', m."lastName", 'status', m.status) FROM "Member" m
    WHERE m."organizationId" = ${organizationId} AND m.id = e."organizerMemberId") AS organizer,
  ${shortMember(organizationId, "e.onBehalfOfAttorneyId")} AS "onBehalfOf",
  ${contact(organizationId, "e.courtContactId")} AS "courtContact", ${contact(organizationId, "e.judgeContactId")} AS "judgeContact",
  coalesce((SELECT json_agg(json_build_object('occurrenceOn', a."occurrenceOn", 'memberId', a."memberId", 'contactId', a."contactId", 'clientId', a."clientId",
      'name', coalesce(m."firstName" || ' ' || m."lastName", k.name, i."firstName" || ' ' || i."lastName"), 'isOptional', a."isOptional", 'response', a.response,
      'respondedAt', ${wireInstant("a.respondedAt")}, 'responseComment', a."responseComment") ORDER BY a.position, a.id)
    FROM "CalendarAttendee" a
    LEFT JOIN "Member" m ON m."organizationId" = ${organizationId} AND m.id = a."memberId"
    LEFT JOIN "Contact" k ON k."organizationId" = ${organizationId} AND k.id = a."contactId"
    LEFT JOIN "Client" i ON i."organizationId" = ${organizationId} AND i.id = a."clientId"
    WHERE a."organizationId" = ${organizationId} AND a."eventId" = e.id AND NOT a."isOrganizer"), '[]') AS attendees,
  coalesce((SELECT json_agg(json_build_object('occurrenceOn', x."occurrenceOn", 'isCancelled', x."isCancelled", 'status', x.status, 'statusReason', x."statusReason", 'outcome', x.outcome,
      'startAt', ${wireInstant("x.startAt")}, 'endAt', ${wireInstant("x.endAt")}, 'startOn', x."startOn", 'endOn', x."endOn", 'title', x.title, 'description', x.description,
      'location', x.location, 'virtualMeeting', x."virtualMeeting", 'hasAttendees', x."hasAttendees", 'rescheduledToEventId', x."rescheduledToEventId",
      'updatedAt', ${wireInstant("x.updatedAt")}) ORDER BY x."occurrenceOn")
    FROM "CalendarException" x WHERE x."organizationId" = ${organizationId} AND x."eventId" = e.id), '[]') AS exceptions,
  ARRAY(SELECT g.tag FROM "CalendarTag" g WHERE g."organizationId" = ${organizationId} AND g."eventId" = e.id ORDER BY g.tag) AS tags,
  coalesce((SELECT json_agg(json_build_object('id', r.id, 'channel', r.channel, 'minutesBefore', r."minutesBefore", 'daysBefore', r."daysBefore", 'at', r.at, 'occurrenceOn', r."occurrenceOn",
      'remindAt', ${wireInstant("r.remindAt")}, 'status', r.status, 'sentAt', ${wireInstant("r.sentAt")}) ORDER BY r.position)
    FROM "CalendarReminder" r WHERE r."organizationId" = ${organizationId} AND r."eventId" = e.id), '[]') AS reminders,
  coalesce((SELECT json_agg(json_build_object('id', d.id, 'name', d.name, 'contentType', d."contentType", 'sizeBytes', d."sizeBytes", 'deletedAt', ${wireInstant("d.deletedAt")}) ORDER BY d.id)
    FROM "CalendarDocument" f JOIN "Document" d ON d."organizationId" = ${organizationId} AND d.id = f."documentId"
    WHERE f."organizationId" = ${organizationId} AND f."eventId" = e.id), '[]') AS documents`;

export type Reading = Pick<Context, "organizationId" | "transaction">;

/** Those of these events that are not deleted, nor their case, by ID. */
export async function findEvents(
  { organizationId, transaction }: Reading,
  eventIds: readonly string[],
): Promise<EventRow[]> {
  const { rows } = await sql<EventRow>`
    SELECT e.*, ${shownOf(organizationId)} FROM "CalendarEvent" e
    WHERE e."organizationId" = ${organizationId} AND ${isOneOf("e.id", eventIds)} AND e."deletedAt" IS NULL AND ${ofLiveCase(organizationId)} ORDER BY e.id`.execute(
    transaction,
  );
  return rows;
}

/**
 * Locks an event FOR NO KEY UPDATE until commit, then reads it in a second statement: what is joined is then as of the
 * lock.
 */
export async function lockEventRowForUpdate(context: Reading, eventId: string): Promise<EventRow | undefined> {
  await selectRecord(context, "CalendarEvent", eventId).select("id").forNoKeyUpdate().executeTakeFirst();
  return (await findEvents(context, [eventId]))[0];
}

export type NextColumns = Pick<
  Row<"CalendarEvent">,
  "id" | "nextStartAt" | "nextStartOn" | "nextStatus" | "nextAttendeesOn" | "nextUntil"
>;

/** Writes the next occurrences of locked series. Neither revision nor `updatedAt` change. */
export const moveNext = (context: Reading, moved: readonly NextColumns[]): Promise<void> =>
  writeEach(context, "CalendarEvent", moved, {
    by: ["id"],
    columns: ["nextStartAt", "nextStartOn", "nextStatus", "nextAttendeesOn", "nextUntil"],
  });

export const listPassedSeries = (database: Database, batch: number) =>
  listDue(database, sql`list_passed_calendar_series(${batch}::integer)`);

/** The names of the clients of these cases and of these leads, by the ID of the case or lead. */
export async function listOwnerNames(
  { organizationId, transaction }: Context,
  caseIds: readonly string[],
  leadIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ id: string; names: string }>`
    SELECT c.id, concat_ws(' ', i."firstName", i."lastName") AS names FROM "Case" c JOIN "Client" i ON i."organizationId" = ${organizationId} AND i.id = c."plaintiffId"
    WHERE c."organizationId" = ${organizationId} AND ${isOneOf("c.id", caseIds)}
    UNION ALL SELECT l.id, concat_ws(' ', l."firstName", l."lastName") FROM "Lead" l WHERE l."organizationId" = ${organizationId} AND ${isOneOf("l.id", leadIds)}`.execute(
    transaction,
  );
  return new Map(rows.map(({ id, names }) => [id, names]));
}

/**
 * Who reads, for what is masked: a private event is found by nothing but its time, except by its organizer and its
 * members.
 */
export interface Reader {
  memberId: string | null;
  readsMedical: boolean;
  /** Only where nothing but times is shown. */
  seesPrivate?: true;
}

type Common = Partial<
  Pick<
    EventQuery,
    | "type"
    | "status"
    | "caseId"
    | "leadId"
    | "organizerMemberId"
    | "memberId"
    | "contactId"
    | "courtContactId"
    | "docketNumber"
    | "externalId"
  >
>;
export interface EventFilters extends Common {
  memberIds?: readonly string[] | undefined;
  /** Types of which one is enough; only where private events are seen, or left out afterwards. */
  types?: readonly string[] | undefined;
  words: readonly SearchWord[];
}

/** Filters on what is masked of private events, and of medical ones. */
const ofPrivate = ["type", "caseId", "leadId", "contactId", "courtContactId", "docketNumber", "externalId"] as const;
const ofMedical = ["courtContactId", "docketNumber"] as const;
const equalities = [
  "type",
  "status",
  "caseId",
  "leadId",
  "organizerMemberId",
  "courtContactId",
  "docketNumber",
  "externalId",
] as const;
/** Of these PostgreSQL keeps one plan. */
const medicalTypes = sql`('ime', 'medical_appointment')`;

const attends = (
  organizationId: string,
  column: "memberId" | "contactId",
  ids: readonly string[],
  after: RawBuilder<unknown> = sql`true`,
) =>
  sql`EXISTS (SELECT FROM "CalendarAttendee" a WHERE a."organizationId" = ${organizationId} AND ${isOneOf(`a.${column}`, ids)} AND a."eventId" = e.id AND ${after})`;

/** The conditions of filters on an event `e`. */
export function describeFilters(
  organizationId: string,
  filters: EventFilters,
  { memberId: readerId, readsMedical, seesPrivate }: Reader,
  page?: Pick<SortedPage, "byId" | "rareWord">,
): RawBuilder<unknown>[] {
  const { memberId, memberIds, types, contactId, words } = filters;
  const after = page?.byId?.after(sql`a."eventId"`) ?? sql`true`;
  const own = readerId === null ? sql`false` : attends(organizationId, "memberId", [readerId]);
  const isVisible = seesPrivate === true ? sql`true` : sql`(e.visibility = 'default' OR ${own})`;
  // Who organizes a private event is no secret; who attends is.
  const isOf = (ids: readonly string[]) =>
    sql`(${attends(organizationId, "memberId", ids, after)} AND (${isVisible} OR ${isOneOf("e.organizerMemberId", ids)}))`;
  const narrows = (names: readonly (keyof Common)[]) => names.some((name) => filters[name] !== undefined);
  return [
    ...equalities.flatMap((column) =>
      filters[column] === undefined ? [] : [sql`e.${sql.ref(column)} = ${filters[column]}`],
    ),
    ...(types === undefined ? [] : [isOneOf("e.type", types)]),
    ...(memberId === undefined ? [] : [isOf([memberId])]),
    ...(memberIds === undefined ? [] : [isOf(memberIds)]),
    ...(contactId === undefined ? [] : [attends(organizationId, "contactId", [contactId], after)]),
    ...(words.length === 0
      ? []
      : [hasWords({ organizationId, entity: "calendar_event", id: sql.ref("e.id"), words, page })]),
    ...(narrows(ofPrivate) ? [isVisible] : []),
    ...(narrows(ofMedical) && !readsMedical ? [sql`e.type NOT IN ${medicalTypes}`] : []),
  ];
}

/** Of an event `e`. */
export const ofLiveCase = (organizationId: string): RawBuilder<boolean> =>
  hasLiveOwners(organizationId, "e", ["caseId"]);

/** A page of events that are not deleted, and whose case is not. */
export function selectEventPage(
  { organizationId }: Pick<Context, "organizationId">,
  filters: EventFilters & Pick<Partial<EventQuery>, "isSeries" | "startFrom" | "startTo" | "updatedSince">,
  reader: Reader,
  page: SortedPage,
): RawBuilder<EventRow> {
  const { isSeries, startFrom, startTo, updatedSince } = filters;
  const conditions = [
    sql`e."organizationId" = ${organizationId}`,
    sql`e."deletedAt" IS NULL`,
    ...describeFilters(organizationId, filters, reader, page),
    // Not a parameter: so that an index with the column's value is used.
    ...(isSeries === undefined ? [] : [isSeries ? sql`e."isSeries"` : sql`NOT e."isSeries"`]),
    ...(startFrom === undefined
      ? []
      : [
          sql`(e."startAt" >= ${startFrom}::timestamptz OR e."isSeries" AND e."seriesEndAt" > ${startFrom}::timestamptz)`,
        ]),
    ...(startTo === undefined ? [] : [sql`e."startAt" < ${startTo}::timestamptz`]),
    ...(updatedSince === undefined ? [] : [sql`e."updatedAt" >= ${updatedSince}::timestamptz`]),
    ofLiveCase(organizationId),
    page.after,
  ];
  return sql<EventRow>`
    SELECT e.*, ${shownOf(organizationId)}
    FROM (SELECT e.* FROM "CalendarEvent" e WHERE ${sql.join(conditions, sql` AND `)} ORDER BY ${page.order} LIMIT ${page.limit}::integer) e
    ORDER BY ${page.order}`;
}
