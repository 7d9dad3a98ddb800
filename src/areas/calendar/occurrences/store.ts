import { sql, type RawBuilder } from "kysely";
import { wireInstant } from "../../../platform/database/wire-form.ts";
import type { Row } from "../../../platform/database/tables.ts";
import type { Context } from "../../../rpc/context.ts";
import {
  describeFilters,
  ofLiveCase,
  type EventFilters,
  type EventRow,
  type ExceptionRow,
  type Reader,
} from "../store.ts";

export interface Position {
  startAt: string;
  eventId: string;
  /** Empty for a single event. */
  occurrenceOn: string;
}

/** What the times of an occurrence are computed from. */
export type SeriesRow = Pick<
  EventRow,
  | "id"
  | "status"
  | "allDay"
  | "startAt"
  | "endAt"
  | "startOn"
  | "endOn"
  | "timeZone"
  | "placedFromOn"
  | "placedThroughOn"
> & {
  rule: string;
  exceptions: Pick<
    ExceptionRow,
    "occurrenceOn" | "isCancelled" | "status" | "startAt" | "endAt" | "startOn" | "endOn"
  >[];
};

export type StoredRow = Pick<
  Row<"CalendarOccurrence">,
  "eventId" | "occurrenceOn" | "startAt" | "endAt" | "startOn" | "endOn"
>;

export interface Window {
  from: string;
  to: string;
}

export interface WindowFilters extends EventFilters {
  includeCancelled: boolean;
}

/** What a page of a window is read by. */
export interface WindowPage {
  window: Window;
  filters: WindowFilters;
  reader: Reader;
  after: Position | null;
  limit: number;
}

type Tenant = Pick<Context, "organizationId">;

/** An event spans at most 31 days. */
const longest = sql`interval '32 days'`;
/** What is longer has an index of its own. */
const day = sql`interval '25 hours'`;
const off = sql`('cancelled', 'continued', 'adjourned')`;
/** A series has only these; the others are of occurrences. */
const ofSeries: ReadonlySet<string> = new Set(["scheduled", "confirmed", "cancelled"]);

const conditions = (
  organizationId: string,
  { status: _status, includeCancelled: _includeCancelled, ...filters }: WindowFilters,
  reader: Reader,
) => [
  sql`e."organizationId" = ${organizationId}`,
  sql`e."deletedAt" IS NULL`,
  ...describeFilters(organizationId, filters, reader),
  ofLiveCase(organizationId),
];

/**
 * The only member of the filters. Their events have an index by start; by the index of events, a page would read those
 * of all members.
 */
function findOnlyMember({ memberId, memberIds }: WindowFilters): string | undefined {
  const [first, second] = [...(memberId === undefined ? [] : [memberId]), ...(memberIds ?? [])];
  return second === undefined ? first : undefined;
}

export function selectSingles(
  { organizationId }: Tenant,
  { window: { from, to }, filters, reader, after, limit }: WindowPage,
): RawBuilder<{ id: string; startAt: string }> {
  const { status, includeCancelled } = filters;
  const memberId = findOnlyMember(filters);
  // That both starts are equal is no condition: of two PostgreSQL would expect hardly a row.
  const [start, id] =
    memberId === undefined ? [sql.ref("e.startAt"), sql.ref("e.id")] : [sql.ref("y.startAt"), sql.ref("y.eventId")];
  // An event names a member once.
  const ofMember =
    memberId === undefined
      ? sql``
      : sql`JOIN "CalendarAttendee" y ON y."organizationId" = ${organizationId} AND y."memberId" = ${memberId} AND y."occurrenceOn" IS NULL AND y."eventId" = e.id`;
  const next: RawBuilder<unknown> =
    after === null ? sql`true` : sql`(${start}, ${id}) > (${after.startAt}::timestamptz, ${after.eventId})`;
  const called = includeCancelled ? sql`true` : sql`e.status NOT IN ${off}`;
  const stands = status === undefined ? called : sql`e.status = ${status}`;
  return sql<{ id: string; startAt: string }>`
    SELECT e.id, e."startAt" FROM "CalendarEvent" e ${ofMember}
    WHERE ${sql.join(conditions(organizationId, filters, reader), sql` AND `)} AND NOT e."isSeries" AND ${stands}
      AND ${start} > ${from}::timestamptz - ${longest} AND ${start} < ${to}::timestamptz AND e."endAt" > ${from}::timestamptz AND ${next}
    ORDER BY ${start}, ${id} LIMIT ${limit}::integer`;
}

/** The single events of a window after a position, in order: IDs and starts. */
export async function listSingles(context: Context, page: WindowPage): Promise<{ id: string; startAt: string }[]> {
  return (await selectSingles(context, page).execute(context.transaction)).rows;
}

/** Of a series `e`, that it can have occurrences in a window: by its rule, or one that was moved there. */
const touches = (
  organizationId: string,
  { from, to }: Window,
) => sql`((e."startAt" < ${to}::timestamptz AND e."seriesEndAt" > ${from}::timestamptz)
        OR e.id IN (SELECT x."eventId" FROM "CalendarException" x WHERE x."organizationId" = ${organizationId} AND x."startAt" < ${to}::timestamptz AND x."endAt" > ${from}::timestamptz))`;

/** The days of a rule on which occurrences that touch a window can begin. `YYYY-MM-DD` */
export interface RuleDays {
  fromOn: string;
  toOn: string;
}

/** Of a series `e`, that not all of these days are stored. */
const isUnexpanded = ({ fromOn, toOn }: RuleDays) =>
  sql<boolean>`(e."placedThroughOn" < ${toOn}::date OR (e."startOn" < e."placedFromOn" AND e."placedFromOn" > ${fromOn}::date))`;

type Found = Omit<WindowPage, "after" | "limit">;

/** The series of a window that filters find, and whether their occurrences there are stored; in no order. */
export function selectFound(
  { organizationId }: Tenant,
  { window, filters, reader }: Found,
  days: RuleDays,
  limit: number,
): RawBuilder<{ id: string; isUnexpanded: boolean }> {
  return sql<{ id: string; isUnexpanded: boolean }>`
    SELECT e.id, ${isUnexpanded(days)} AS "isUnexpanded" FROM "CalendarEvent" e
    WHERE ${sql.join(conditions(organizationId, filters, reader), sql` AND `)} AND e."isSeries" AND ${touches(organizationId, window)} LIMIT ${limit}::integer`;
}

export async function listFound(
  context: Context,
  page: Found,
  days: RuleDays,
  limit: number,
): Promise<{ id: string; isUnexpanded: boolean }[]> {
  return (await selectFound(context, page, days, limit).execute(context.transaction)).rows;
}

const storedColumns = sql`o."eventId", o."occurrenceOn", o."startAt", o."endAt", o."startOn", o."endOn"`;

function isAfter({ startAt, eventId, occurrenceOn }: Position): RawBuilder<unknown> {
  // After a single event, whose ID no series has.
  if (occurrenceOn === "") return sql`(o."startAt", o."eventId") > (${startAt}::timestamptz, ${eventId})`;
  return sql`(o."startAt", o."eventId", o."occurrenceOn") > (${startAt}::timestamptz, ${eventId}, ${occurrenceOn}::date)`;
}

/** The conditions on a stored occurrence `o`, but for how far back it is looked for. */
function describeStored(
  organizationId: string,
  { window: { from, to }, filters: { status, includeCancelled }, after }: WindowPage,
): RawBuilder<unknown>[] {
  const called = includeCancelled ? [] : [sql`coalesce(o.status, e.status) NOT IN ${off}`];
  const own = ofSeries.has(status ?? "") ? sql`coalesce(o.status, e.status) = ${status}` : sql`o.status = ${status}`;
  return [
    sql`o."organizationId" = ${organizationId}`,
    sql`o."startAt" < ${to}::timestamptz`,
    sql`o."endAt" > ${from}::timestamptz`,
    ...(status === undefined ? called : [own]),
    ...(after === null ? [] : [isAfter(after)]),
  ];
}

/** A page of stored occurrences by their start, of all series that filters find. */
export function selectStored({ organizationId }: Tenant, page: WindowPage): RawBuilder<StoredRow> {
  const {
    window: { from },
    filters,
    reader,
    limit,
  } = page;
  const all = [...conditions(organizationId, filters, reader), ...describeStored(organizationId, page)];
  const select = (reach: RawBuilder<unknown>) => sql`(
    SELECT ${storedColumns} FROM "CalendarOccurrence" o JOIN "CalendarEvent" e ON e."organizationId" = ${organizationId} AND e.id = o."eventId"
    WHERE ${sql.join(all, sql` AND `)} AND ${reach} ORDER BY o."startAt", o."eventId", o."occurrenceOn" LIMIT ${limit}::integer)`;
  return sql<StoredRow>`
    ${select(sql`NOT o."isLong" AND o."startAt" > ${from}::timestamptz - ${day}`)} UNION ALL ${select(sql`o."isLong" AND o."startAt" > ${from}::timestamptz - ${longest}`)}
    ORDER BY "startAt", "eventId", "occurrenceOn" LIMIT ${limit}::integer`;
}

/** The same of a few series, which filters have found: of each as many as the page has. */
export function selectStoredOf(
  { organizationId }: Tenant,
  page: WindowPage,
  seriesIds: readonly string[],
): RawBuilder<StoredRow> {
  const {
    window: { from },
    limit,
  } = page;
  return sql<StoredRow>`
    SELECT ${storedColumns} FROM "CalendarEvent" e CROSS JOIN LATERAL (
      SELECT ${storedColumns} FROM "CalendarOccurrence" o
      WHERE o."eventId" = e.id AND ${sql.join(describeStored(organizationId, page), sql` AND `)} AND o."startAt" > ${from}::timestamptz - ${longest}
      ORDER BY o."startAt", o."occurrenceOn" LIMIT ${limit}::integer) o
    WHERE e."organizationId" = ${organizationId} AND e.id = ANY (${[...seriesIds]}::text[])
    ORDER BY o."startAt", o."eventId", o."occurrenceOn" LIMIT ${limit}::integer`;
}

/** @param seriesIds of these alone, which filters have found; null for all that filters find */
export async function listStored(
  context: Context,
  page: WindowPage,
  seriesIds: readonly string[] | null,
): Promise<StoredRow[]> {
  if (seriesIds?.length === 0) return [];
  const select = seriesIds === null ? selectStored(context, page) : selectStoredOf(context, page, seriesIds);
  return (await select.execute(context.transaction)).rows;
}

/** The series of a window that can have occurrences there that are not stored, with their exceptions; in no order. */
export function selectUnexpanded(
  { organizationId }: Tenant,
  { window, filters, reader }: Found,
  days: RuleDays,
  limit: number,
): RawBuilder<SeriesRow> {
  return sql<SeriesRow>`
    SELECT e.id, e.rule, e.status, e."allDay", e."startAt", e."endAt", e."startOn", e."endOn", e."timeZone", e."placedFromOn", e."placedThroughOn",
      coalesce((SELECT json_agg(json_build_object('occurrenceOn', x."occurrenceOn", 'isCancelled', x."isCancelled", 'status', x.status, 'startAt', ${wireInstant("x.startAt")}, 'endAt', ${wireInstant("x.endAt")},
        'startOn', x."startOn", 'endOn', x."endOn")) FROM "CalendarException" x WHERE x."organizationId" = ${organizationId} AND x."eventId" = e.id), '[]') AS exceptions
    FROM "CalendarEvent" e
    WHERE ${sql.join(conditions(organizationId, filters, reader), sql` AND `)}
      AND e."isSeries" AND ${touches(organizationId, window)} AND ${isUnexpanded(days)}
    LIMIT ${limit}::integer`;
}

export async function listUnexpanded(
  context: Context,
  page: Found,
  days: RuleDays,
  limit: number,
): Promise<SeriesRow[]> {
  return (await selectUnexpanded(context, page, days, limit).execute(context.transaction)).rows;
}
