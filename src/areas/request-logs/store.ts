import { sql, type RawBuilder } from "kysely";
import { maxItems } from "../../contract/bulk.ts";
import { requestDays } from "../../contract/portal/request-log.ts";
import { lowestId } from "../../platform/database/ids.ts";
import { lowestEventId } from "../../platform/database/events/stored-event.ts";
import type { Row } from "../../platform/database/tables.ts";
import type { Context } from "../../rpc/context.ts";
import type { KeyRequestFilter, OrganizationRequestFilter } from "./schema.ts";
import { selectRecord, selectRows } from "../../platform/database/records.ts";

/** Bounds as ids, which begin with their time. Null for no bound. */
export interface IdRange {
  /** Exclusive: the cursor, or the first id of the instant before which the list ends. */
  below: readonly string[];
  least: string | null;
}

/** The lowest ID of a request that is shown. Older ones may be stored until their partition is dropped. */
function oldestRequest(): string {
  return lowestId("loggedRequest", new Date(Date.now() - requestDays * 86_400_000));
}

/** Maximum rows that a page scans, however few of them match. */
export const requestsLookedAt = 10_000;
/** Of a text, which may be a part of many paths, the newest of each. */
const requestsLookedAtOfText = 1_000;

/** What a text is among the organization's requests. */
export interface TextMatches {
  /** Possibly a request's ID. */
  text: string;
  /** The path templates and reasons that it is a part of. */
  routes: readonly string[];
  reasons: readonly string[];
}

export function findKey(context: Context, keyId: string) {
  return selectRecord(context, "IntegrationKey", keyId).select("id").executeTakeFirst();
}

/**
 * Filters of a list. The range, the text, the reason, the path, the key, methods but GET and "rejected" are found by an
 * index; the others apply to the rows of it.
 */
export type RequestConditions = Pick<
  OrganizationRequestFilter,
  "keyId" | "status" | "method" | "reason" | "address" | "source" | "bulkJobId"
> &
  Pick<KeyRequestFilter, "code"> & { route?: string | undefined; matches?: TextMatches | undefined };

const lookedAt = ({ matches }: RequestConditions) =>
  matches === undefined ? requestsLookedAt : requestsLookedAtOfText;

/** A literal, as in the partial index: with a parameter a prepared statement would not use it. */
const isRejected = sql<boolean>`status >= 400`;

/**
 * Whether a request is a call of a bulk job's item: their IDs are looked up one by one, as many as the job has; a range
 * of texts depends on the collation. Requests are kept longer than jobs.
 */
function isOfJob({ organizationId }: Context, requestId: RawBuilder<unknown>, jobId: string): RawBuilder<boolean> {
  const total = sql`(SELECT j.total FROM "BulkJob" j WHERE j."organizationId" = ${organizationId} AND j.id = ${jobId})`;
  return sql<boolean>`${requestId} = ANY (ARRAY(SELECT ${jobId} || '.' || n FROM generate_series(0, coalesce(${total}, ${maxItems}::integer) - 1) n))`;
}

type Bounds = { before: string | null; least: string };

/** The bounds of a range as two IDs, which are compared by their bytes. */
const boundsOf = ({ below, least }: IdRange): Bounds => ({
  before: below.toSorted()[0] ?? null,
  least: [oldestRequest(), ...(least === null ? [] : [least])].toSorted().at(-1) ?? "",
});

/** The newest IDs of each value of a column, by its index. */
function selectNewestOf(
  { organizationId }: Context,
  column: "id" | "requestId" | "route" | "reason",
  values: readonly string[],
  { before, least }: Bounds,
): RawBuilder<unknown> {
  const end = before === null ? sql`` : sql`AND r.id < ${before}`;
  return sql`SELECT n.id FROM unnest(${[...values]}::text[]) AS wanted(value) CROSS JOIN LATERAL (
    SELECT r.id FROM "RequestLog" r WHERE r."organizationId" = ${organizationId} AND ${sql.ref(`r.${column}`)} = wanted.value
      AND r.id >= ${least} ${end} ORDER BY r.id DESC LIMIT ${requestsLookedAtOfText}::integer) n`;
}

/** The newest requests that a text is the ID, a part of the path, or a part of the reason of. A request counts once. */
function isMatch(context: Context, { text, routes, reasons }: TextMatches, bounds: Bounds): RawBuilder<boolean> {
  return sql<boolean>`id = ANY (ARRAY(SELECT m.id FROM (
    ${selectNewestOf(context, "requestId", [text], bounds)} UNION ${selectNewestOf(context, "id", [text], bounds)}
    UNION ${selectNewestOf(context, "route", routes, bounds)} UNION ${selectNewestOf(context, "reason", reasons, bounds)}
  ) m ORDER BY m.id DESC LIMIT ${requestsLookedAtOfText}::integer))`;
}

function selectRange(context: Context, conditions: RequestConditions, range: IdRange) {
  const { keyId, status, reason, code, bulkJobId, route, method, matches } = conditions;
  const { transaction, organizationId } = context;
  const bounds = boundsOf(range);
  let query = transaction.selectFrom("RequestLog").where("organizationId", "=", organizationId);
  // One of them, so that every row that the range counts is one that its index has.
  if (bulkJobId !== undefined) query = query.where(isOfJob(context, sql`"requestId"`, bulkJobId));
  else if (matches !== undefined) query = query.where(isMatch(context, matches, bounds));
  else if (reason !== undefined) query = query.where("reason", "=", reason);
  else if (route !== undefined) query = query.where("route", "=", route);
  else if (keyId !== undefined) query = query.where("keyId", "=", keyId);
  else if (method !== undefined && method !== "GET")
    query = query.where(sql<boolean>`method <> 'GET'`).where("method", "=", method);
  else if (code !== undefined || /^[45]/.test(status ?? "")) query = query.where(isRejected);
  if (bounds.before !== null) query = query.where("id", "<", bounds.before);
  return query.where("id", ">=", bounds.least).orderBy("id", "desc");
}

/** Paths of an organization's log at most: the API has fewer. */
const maxRoutes = 2_000;

/** Every path template of the organization's log, one probe of the index each. */
export async function listLoggedRoutes({ transaction, organizationId }: Context): Promise<string[]> {
  const { rows } = await sql<{ route: string }>`
    WITH RECURSIVE found(route) AS (
      (SELECT r.route FROM "RequestLog" r WHERE r."organizationId" = ${organizationId} AND r.route IS NOT NULL ORDER BY r.route LIMIT 1)
      UNION ALL
      SELECT (SELECT r.route FROM "RequestLog" r WHERE r."organizationId" = ${organizationId} AND r.route > f.route ORDER BY r.route LIMIT 1)
      FROM found f WHERE f.route IS NOT NULL
    )
    SELECT route FROM found WHERE route IS NOT NULL LIMIT ${maxRoutes}::integer`.execute(transaction);
  return rows.map(({ route }) => route);
}

/**
 * The newest requests in the range that match the filters, among the first that a page scans. Stops as soon as there
 * are enough.
 */
export function listRequestRows(
  context: Context,
  range: IdRange,
  filter: RequestConditions,
  limit: number,
): Promise<Row<"RequestLog">[]> {
  const { keyId, code, reason, route, method, address, source, status } = filter;
  // A subquery with a limit, so that filters apply to its rows one after the other.
  const seen = selectRange(context, filter, range).selectAll().limit(lookedAt(filter)).as("seen");
  let query = context.transaction.selectFrom(seen).selectAll();
  if (code !== undefined) query = query.where("code", "=", code);
  if (reason !== undefined) query = query.where("reason", "=", reason);
  if (keyId !== undefined) query = query.where("keyId", "=", keyId);
  if (route !== undefined) query = query.where("route", "=", route);
  if (method !== undefined) query = query.where("method", "=", method);
  if (address !== undefined) query = query.where("address", "=", address);
  if (source !== undefined) query = query.where("source", "=", source);
  if (status === "2xx") query = query.where("status", "<", 400);
  else if (status === "4xx") query = query.where("status", ">=", 400).where("status", "<", 500);
  else if (status === "5xx") query = query.where("status", ">=", 500);
  else if (status !== undefined) query = query.where("status", "=", Number(status));
  return query.orderBy("id", "desc").limit(limit).execute();
}

/** The last row that listRequestRows scans; null if the range ends before. */
export async function findLastLookedAt(
  context: Context,
  filter: RequestConditions,
  range: IdRange,
): Promise<string | null> {
  const seen = selectRange(context, filter, range).select("id").limit(lookedAt(filter)).as("seen");
  const { count, last } = await context.transaction
    .selectFrom(seen)
    .select([sql<number>`count(*)::integer`.as("count"), sql<string | null>`min(id)`.as("last")])
    .executeTakeFirstOrThrow();
  return count < lookedAt(filter) ? null : last;
}

function selectWithKey({ transaction, organizationId }: Context) {
  return transaction
    .selectFrom("RequestLog as r")
    .innerJoin("IntegrationKey as k", (join) =>
      join.onRef("k.organizationId", "=", "r.organizationId").onRef("k.id", "=", "r.keyId"),
    )
    .selectAll("r")
    .select(["k.name as keyName", "k.scopes"])
    .where("r.organizationId", "=", organizationId)
    .where("r.id", ">=", oldestRequest());
}

/** The newest requests with this request id, with the names and scopes of their keys. */
export function findByRequestId(context: Context, requestId: string, limit: number) {
  return selectWithKey(context).where("r.requestId", "=", requestId).orderBy("r.id", "desc").limit(limit).execute();
}

/** The newest calls of a bulk job's items that were rejected. */
export function findRejectedOfJob(context: Context, jobId: string, limit: number) {
  return selectWithKey(context)
    .where(isOfJob(context, sql`r."requestId"`, jobId))
    .where("r.status", ">=", 400)
    .orderBy("r.id", "desc")
    .limit(limit)
    .execute();
}

export function findRequest(context: Context, id: string) {
  return selectWithKey(context).where("r.id", "=", id).executeTakeFirst();
}

export function listKeyNames(context: Context, keyIds: readonly string[]) {
  return selectRows(context, "IntegrationKey")
    .select(["id", "name"])
    .where("id", "=", sql<string>`ANY(${[...keyIds]}::text[])`)
    .execute();
}

/** The events that a request recorded between two instants: found by their time, since few are recorded in a second. */
export function listEventsOf(context: Context, requestId: string, from: string, until: string) {
  return selectRows(context, "Event")
    .select(["id", "eventType"])
    .where("id", ">=", lowestEventId(Date.parse(from)))
    .where("occurredAt", ">=", from)
    .where("occurredAt", "<=", until)
    .where("correlationId", "=", requestId)
    .orderBy("occurredAt")
    .orderBy("number")
    .limit(20)
    .execute();
}

export async function hasAuditEntry(context: Context, requestId: string): Promise<boolean> {
  const row = await selectRows(context, "AuditEntry")
    .select("id")
    .where("requestId", "=", requestId)
    .where("id", ">=", lowestId("auditEntry", new Date(Date.now() - (requestDays + 1) * 86_400_000)))
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export type CountedRow = Pick<Row<"KeyUsageDay">, "succeeded" | "refused" | "limited" | "failed" | "durationBuckets">;

export function listUsageDays(context: Context, keyId: string, from: string, to: string) {
  return selectRows(context, "KeyUsageDay")
    .selectAll()
    .where("keyId", "=", keyId)
    .where("day", ">=", from)
    .where("day", "<=", to)
    .execute();
}

export function listOperationDays(context: Context, keyId: string, from: string, to: string) {
  return selectRows(context, "KeyOperationDay")
    .selectAll()
    .where("keyId", "=", keyId)
    .where("day", ">=", from)
    .where("day", "<=", to)
    .execute();
}

/** How many of the organization's requests could not be logged between two instants. */
export async function countLost(context: Context, from: string, until: string): Promise<number> {
  const { lost } = await selectRows(context, "RequestLogGap")
    .select(sql<number>`coalesce(sum(lost), 0)`.as("lost"))
    .where("untilAt", ">=", from)
    .where("fromAt", "<", until)
    .executeTakeFirstOrThrow();
  return lost;
}
