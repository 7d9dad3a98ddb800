import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { isOneOf } from "../../../platform/database/records.ts";
import type { Row } from "../../../platform/database/tables.ts";
import type { Context } from "../../../rpc/context.ts";
import { isVisible } from "../requests/store.ts";
import { lockRowsForUpdate } from "../store.rows.ts";

const ofVendor = (vendorId: string | undefined) =>
  vendorId === undefined ? sql`true` : sql`r."vendorId" = ${vendorId}`;
/** Not leased, or its lease has expired. */
const isAvailable = sql`(r."leasedUntil" IS NULL OR r."leasedUntil" <= now())`;

type Caller = Pick<Context, "organizationId" | "principal">;

/**
 * FROM and WHERE of the ready requests that the caller sees, of cases that are neither archived nor deleted.
 *
 * @param condition a further condition on the request `r`
 */
function fromReady(context: Caller, vendorId: string | undefined, condition = sql`true`) {
  return sql`FROM "RetrievalRequest" r
  JOIN "Case" k ON k."organizationId" = r."organizationId" AND k.id = r."caseId"
  WHERE r."organizationId" = ${context.organizationId} AND r.status = 'ready'
    AND ${isVisible(context)} AND ${ofVendor(vendorId)} AND k."deletedAt" IS NULL AND k."matterStatus" <> 'archived'
    AND ${condition}`;
}

/**
 * Selects ready requests that are not leased: rush before standard, then the longest ready. The priorities sort by
 * name: 'rush' < 'standard', in the index, too, and in `leaseRequests`.
 */
export function selectAvailable(context: Caller, vendorId: string | undefined, limit: number) {
  return sql<{ id: string; leasedUntil: string | null }>`
    SELECT r.id, r."leasedUntil" ${fromReady(context, vendorId, isAvailable)}
    ORDER BY r.priority, r."statusChangedAt", r.id LIMIT ${limit}`;
}

export async function listAvailableIds(
  context: Context,
  vendorId: string | undefined,
  limit: number,
): Promise<string[]> {
  return (await selectAvailable(context, vendorId, limit).execute(context.transaction)).rows.map(({ id }) => id);
}

export interface LeasedRow {
  id: string;
  leaseToken: string;
  /** The end of the previous lease, which expired; null if there was none. */
  previousLeasedUntil: string | null;
}

/** Leases requests; skips rows locked by another transaction. */
export async function leaseRows(
  context: Context,
  { limit, leaseSeconds, vendorId }: { limit: number; leaseSeconds: number; vendorId?: string | undefined },
): Promise<LeasedRow[]> {
  const { rows: available } = await sql<{ id: string; leasedUntil: string | null; until: string }>`
    SELECT w.*, date_trunc('milliseconds', clock_timestamp()) + make_interval(secs => ${leaseSeconds}) AS until
    FROM (${selectAvailable(context, vendorId, limit)} FOR UPDATE OF r SKIP LOCKED) w`.execute(context.transaction);
  const [first] = available;
  if (first === undefined) return [];
  const leased = available.map(({ id, leasedUntil }) => ({
    id,
    leaseToken: `lease_${randomUUID().replaceAll("-", "")}`,
    previousLeasedUntil: leasedUntil,
  }));
  await sql`
    UPDATE "RetrievalRequest" r SET revision = r.revision + 1, "leaseToken" = g.token, "leasedUntil" = ${first.until}::timestamptz
    FROM unnest(${leased.map(({ id }) => id)}::text[], ${leased.map(({ leaseToken }) => leaseToken)}::text[]) AS g(id, token)
    WHERE r."organizationId" = ${context.organizationId} AND r.id = g.id`.execute(context.transaction);
  return leased;
}

export interface RequestToAcknowledge extends Row<"RetrievalRequest"> {
  /** The date in the organization's time zone. */
  today: string;
  isLeased: boolean;
}

/**
 * Locks the requests in the order of their IDs, against deadlocks.
 *
 * @returns those that the caller sees; the lock does not depend on that
 */
export async function lockRequestsToAcknowledgeForUpdate(
  context: Context,
  requestIds: readonly string[],
): Promise<RequestToAcknowledge[]> {
  await lockRowsForUpdate(context, "RetrievalRequest", requestIds);
  const { rows } = await sql<RequestToAcknowledge>`
    SELECT r.*, (now() AT TIME ZONE o.timezone)::date AS today, coalesce(r."leasedUntil" > clock_timestamp(), false) AS "isLeased"
    FROM "RetrievalRequest" r JOIN "Organization" o ON o.id = r."organizationId"
    WHERE r."organizationId" = ${context.organizationId} AND ${isOneOf("r.id", requestIds)} AND ${isVisible(context)}`.execute(
    context.transaction,
  );
  return rows;
}

/** Counts the ready requests: `waiting` and `rush` are available, `leased` are leased. */
export async function countQueue(
  context: Context,
  vendorId: string | undefined,
): Promise<{ waiting: number; rush: number; leased: number }> {
  const { rows } = await sql<{ waiting: number; rush: number; leased: number }>`
    SELECT count(*) FILTER (WHERE ${isAvailable})::integer AS waiting,
      count(*) FILTER (WHERE ${isAvailable} AND r.priority = 'rush')::integer AS rush,
      count(*) FILTER (WHERE NOT ${isAvailable})::integer AS leased
    ${fromReady(context, vendorId)}`.execute(context.transaction);
  return rows[0] ?? { waiting: 0, rush: 0, leased: 0 };
}
