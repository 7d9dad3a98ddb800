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

export function findKey(context: Context, keyId: string) {
  return selectRecord(context, "IntegrationKey", keyId).select("id").executeTakeFirst();
}

/**
 * Filters of a list. The range, the reason, the key and "rejected" are found by an index; the others apply to the rows
 * of it.
 */
export type RequestConditions = Pick<
  OrganizationRequestFilter,
  "keyId" | "status" | "route" | "reason" | "address" | "source" | "bulkJobId"
> &
  Pick<KeyRequestFilter, "code">;

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

function selectRange(
  context: Context,
  { keyId, status, reason, code, bulkJobId }: RequestConditions,
  { below, least }: IdRange,
) {
  const { transaction, organizationId } = context;
  let query = transaction.selectFrom("RequestLog").where("organizationId", "=", organizationId);
  // One of them, so that every row that the range counts is one that its index has.
  if (bulkJobId !== undefined) query = query.where(isOfJob(context, sql`"requestId"`, bulkJobId));
  else if (reason !== undefined) query = query.where("reason", "=", reason);
  else if (keyId !== undefined) query = query.where("keyId", "=", keyId);
  else if (code !== undefined || /^[45]/.test(status ?? "")) query = query.where(isRejected);
  for (const bound of below) query = query.where("id", "<", bound);
  const bounds = [oldestRequest(), ...(least === null ? [] : [least])];
  return query.where("id", ">=", bounds.toSorted().at(-1) ?? "").orderBy("id", "desc");
}

/** The newest requests in the range that match the filters, among its first 10,000. Stops as soon as there are enough. */
export function listRequestRows(
  context: Context,
  range: IdRange,
  filter: RequestConditions,
  limit: number,
): Promise<Row<"RequestLog">[]> {
  const { keyId, code, reason, route, address, source, status } = filter;
  // A subquery with a limit, so that filters apply to its rows one after the other.
  const seen = selectRange(context, filter, range).selectAll().limit(requestsLookedAt).as("seen");
  let query = context.transaction.selectFrom(seen).selectAll();
  if (code !== undefined) query = query.where("code", "=", code);
  if (reason !== undefined) query = query.where("reason", "=", reason);
  if (keyId !== undefined) query = query.where("keyId", "=", keyId);
  if (route !== undefined) query = query.where("route", "=", route);
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
  const seen = selectRange(context, filter, range).select("id").limit(requestsLookedAt).as("seen");
  const { count, last } = await context.transaction
    .selectFrom(seen)
    .select([sql<number>`count(*)::integer`.as("count"), sql<string | null>`min(id)`.as("last")])
    .executeTakeFirstOrThrow();
  return count < requestsLookedAt ? null : last;
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
