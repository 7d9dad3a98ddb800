import { sql } from "kysely";
import type { Row } from "../../platform/database/tables.ts";
import type { Context } from "../../rpc/context.ts";
import type { RequestFilter } from "./schema.ts";
import { selectRecord, selectRows } from "../../platform/database/records.ts";

/** Bounds as ids, which begin with their time. Null for no bound. */
export interface IdRange {
  /** Exclusive: the cursor, or the first id of the instant before which the list ends. */
  below: readonly string[];
  least: string | null;
}

/** Maximum rows that a page scans, however few of them match. */
export const requestsLookedAt = 10_000;

export function findKey(context: Context, keyId: string) {
  return selectRecord(context, "IntegrationKey", keyId).select(["id", "scopes", "createdAt", "lastUsedAt"]).executeTakeFirst();
}

function selectRange({ transaction, organizationId }: Context, keyId: string, { below, least }: IdRange) {
  let query = transaction.selectFrom("RequestLog").where("organizationId", "=", organizationId).where("keyId", "=", keyId);
  for (const bound of below) query = query.where("id", "<", bound);
  return (least === null ? query : query.where("id", ">=", least)).orderBy("id", "desc");
}

/** The newest requests in the range that match the filters, among its first 10,000. Stops as soon as there are enough. */
export function listKeyRequests(
  context: Context,
  keyId: string,
  range: IdRange,
  filter: Pick<RequestFilter, "status" | "code">,
  limit: number,
): Promise<Row<"RequestLog">[]> {
  // A subquery with a limit, so that filters apply to its rows one after the other.
  const seen = selectRange(context, keyId, range).selectAll().limit(requestsLookedAt).as("seen");
  let query = context.transaction.selectFrom(seen).selectAll();
  if (filter.code !== undefined) query = query.where("code", "=", filter.code);
  if (filter.status === "2xx") query = query.where("status", "<", 400);
  if (filter.status === "4xx") query = query.where("status", ">=", 400).where("status", "<", 500);
  if (filter.status === "5xx") query = query.where("status", ">=", 500);
  return query.orderBy("id", "desc").limit(limit).execute();
}

/** The last row that listKeyRequests scans; null if the range ends before. */
export async function findLastLookedAt(context: Context, keyId: string, range: IdRange): Promise<string | null> {
  const seen = selectRange(context, keyId, range).select("id").limit(requestsLookedAt).as("seen");
  const { count, last } = await context.transaction
    .selectFrom(seen)
    .select([sql<number>`count(*)::integer`.as("count"), sql<string | null>`min(id)`.as("last")])
    .executeTakeFirstOrThrow();
  return count < requestsLookedAt ? null : last;
}

/** The newest requests with this request id, with the names of their keys. */
export function findByRequestId({ transaction, organizationId }: Context, requestId: string, limit: number) {
  return transaction
    .selectFrom("RequestLog as r")
    .innerJoin("IntegrationKey as k", (join) => join.onRef("k.organizationId", "=", "r.organizationId").onRef("k.id", "=", "r.keyId"))
    .selectAll("r")
    .select("k.name as keyName")
    .where("r.organizationId", "=", organizationId)
    .where("r.requestId", "=", requestId)
    .orderBy("r.id", "desc")
    .limit(limit)
    .execute();
}

export function listUsageDays(context: Context, keyId: string, since: string) {
  return selectRows(context, "KeyUsageDay")
    .selectAll()
    .where("keyId", "=", keyId)
    .where("day", ">=", since)
    .orderBy("day")
    .execute();
}

/** The first day with counts, `YYYY-MM-DD`; null before the key's first request. */
export async function findFirstUsageDay(context: Context, keyId: string): Promise<string | null> {
  const row = await selectRows(context, "KeyUsageDay")
    .select("day")
    .where("keyId", "=", keyId)
    .orderBy("day")
    .limit(1)
    .executeTakeFirst();
  return row?.day ?? null;
}

export function listScopeUses(context: Context, keyId: string) {
  return selectRows(context, "KeyScopeUse").select(["scope", "lastUsedAt"]).where("keyId", "=", keyId).execute();
}

/** How many of the organization's requests could not be logged. @param since an instant */
export async function countLost(context: Context, since: string): Promise<number> {
  const { lost } = await selectRows(context, "RequestLogGap")
    .select(sql<number>`coalesce(sum(lost), 0)`.as("lost"))
    .where("untilAt", ">=", since)
    .executeTakeFirstOrThrow();
  return lost;
}
