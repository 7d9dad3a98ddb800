import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { Row } from "../../../platform/database/tables.ts";
import type { Context } from "../../../rpc/context.ts";
import { isVisible } from "../requests/store.ts";
import { lockRowsForUpdate } from "../store.rows.ts";

const ofVendor = (vendorId: string | undefined) =>
  vendorId === undefined ? sql`true` : sql`r."vendorId" = ${vendorId}`;
const isFree = sql`(r."leasedUntil" IS NULL OR r."leasedUntil" <= now())`;

type Caller = Pick<Context, "organizationId" | "principal">;

/** Ready requests that the caller sees, of cases that are neither archived nor deleted. */
const queued = (context: Caller, vendorId: string | undefined) => sql`"RetrievalRequest" r
  JOIN "Case" k ON k."organizationId" = r."organizationId" AND k.id = r."caseId"
  WHERE r."organizationId" = ${context.organizationId} AND r.status = 'ready' AND ${isVisible(context)} AND ${ofVendor(vendorId)} AND k."deletedAt" IS NULL AND k."matterStatus" <> 'archived'`;

/** Rush before standard, then the longest ready. */
export function selectWaiting(context: Caller, vendorId: string | undefined, limit: number) {
  return sql<{ id: string; leasedUntil: string | null }>`
    SELECT r.id, r."leasedUntil" FROM ${queued(context, vendorId)} AND ${isFree}
    ORDER BY r.priority, r."statusChangedAt", r.id LIMIT ${limit}`;
}

export async function listWaitingIds(context: Context, vendorId: string | undefined, limit: number): Promise<string[]> {
  return (await selectWaiting(context, vendorId, limit).execute(context.transaction)).rows.map(({ id }) => id);
}

export interface LeasedRow {
  id: string;
  leaseToken: string;
  /** The end of a previous lease that expired. */
  before: string | null;
}

/** Leases requests; skips rows locked by another transaction. */
export async function leaseRows(
  context: Context,
  { limit, leaseSeconds, vendorId }: { limit: number; leaseSeconds: number; vendorId?: string | undefined },
): Promise<LeasedRow[]> {
  const { rows: due } = await sql<{ id: string; leasedUntil: string | null; until: string }>`
    SELECT w.*, date_trunc('milliseconds', clock_timestamp()) + make_interval(secs => ${leaseSeconds}) AS until
    FROM (${selectWaiting(context, vendorId, limit)} FOR UPDATE OF r SKIP LOCKED) w`.execute(context.transaction);
  const [first] = due;
  if (first === undefined) return [];
  const leased = due.map(({ id, leasedUntil }) => ({
    id,
    leaseToken: `lease_${randomUUID().replaceAll("-", "")}`,
    before: leasedUntil,
  }));
  await sql`
    UPDATE "RetrievalRequest" r SET revision = r.revision + 1, "leaseToken" = g.token, "leasedUntil" = ${first.until}::timestamptz
    FROM unnest(${leased.map(({ id }) => id)}::text[], ${leased.map(({ leaseToken }) => leaseToken)}::text[]) AS g(id, token)
    WHERE r."organizationId" = ${context.organizationId} AND r.id = g.id`.execute(context.transaction);
  return leased;
}

export interface AcknowledgedRow extends Row<"RetrievalRequest"> {
  today: string;
  isLeased: boolean;
}

/** Locks the requests until commit, always in the same order, against deadlocks. */
export async function lockAcknowledgedRowsForUpdate(
  context: Context,
  requestIds: readonly string[],
): Promise<AcknowledgedRow[]> {
  await lockRowsForUpdate(context, "RetrievalRequest", requestIds);
  const { rows } = await sql<AcknowledgedRow>`
    SELECT r.*, (now() AT TIME ZONE o.timezone)::date AS today, coalesce(r."leasedUntil" > clock_timestamp(), false) AS "isLeased"
    FROM "RetrievalRequest" r JOIN "Organization" o ON o.id = r."organizationId"
    WHERE r."organizationId" = ${context.organizationId} AND r.id = ANY(${[...requestIds]}::text[]) AND ${isVisible(context)}`.execute(
    context.transaction,
  );
  return rows;
}

export async function countQueue(
  context: Context,
  vendorId: string | undefined,
): Promise<{ waiting: number; rush: number; leased: number }> {
  const { rows } = await sql<{ waiting: number; rush: number; leased: number }>`
    SELECT count(*) FILTER (WHERE ${isFree})::integer AS waiting, count(*) FILTER (WHERE ${isFree} AND r.priority = 'rush')::integer AS rush,
      count(*) FILTER (WHERE NOT ${isFree})::integer AS leased
    FROM ${queued(context, vendorId)}`.execute(context.transaction);
  return rows[0] ?? { waiting: 0, rush: 0, leased: 0 };
}
