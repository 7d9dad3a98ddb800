import { sql, type RawBuilder } from "kysely";
import { ownEvents } from "../../../platform/database/events/stored-event.ts";
import { deliveryId, joinDescribed } from "../deliveries/store.fan-out.ts";
import { enqueueJobs } from "../deliveries/store.queue.ts";
import type { Context } from "../../../rpc/context.ts";
import type { UnitOfWork } from "../../../rpc/unit-of-work.ts";

type Inside = Pick<Context, "organizationId" | "transaction">;

export interface OverdueDelivery {
  organizationId: string;
  deliveryId: string;
  /** In microseconds: the page's order is this and the id. */
  dueAt: string;
  /** Whether its job was lost. */
  isLost: boolean;
}

/**
 * Deliveries of all organizations that have been due for some minutes, longest due first.
 * @param after the last one of the previous page
 */
export async function listOverdueDeliveries(
  { withoutTenant }: UnitOfWork["database"],
  minutes: number,
  after: Pick<OverdueDelivery, "dueAt" | "deliveryId"> | null,
  limit: number,
): Promise<OverdueDelivery[]> {
  const { rows } = await sql<OverdueDelivery>`
    SELECT "organizationId", "deliveryId", "dueAt"::text, "isLost"
    FROM list_overdue_deliveries(${minutes}::integer, ${after?.dueAt ?? "-infinity"}::timestamptz, ${after?.deliveryId ?? ""}, ${limit}::integer)
    ORDER BY list_overdue_deliveries."dueAt", "deliveryId"`.execute(withoutTenant);
  return rows;
}

/**
 * Enqueues the current attempts of deliveries that are still due; sets them due now, so that no other worker finds them too.
 * @returns how many
 */
export async function requeueDeliveries({ organizationId, transaction }: Inside, minutes: number, deliveryIds: readonly string[]): Promise<number> {
  const { rows } = await sql`
    WITH held AS (
      SELECT id FROM "WebhookDelivery" WHERE "organizationId" = ${organizationId} AND id = ANY (${[...deliveryIds]}::text[])
      ORDER BY id FOR NO KEY UPDATE SKIP LOCKED
    ), lost AS (
      UPDATE "WebhookDelivery" d SET "nextAttemptAt" = date_trunc('milliseconds', now())
      WHERE d."organizationId" = ${organizationId} AND d.id = ANY (ARRAY(SELECT id FROM held)) AND d.status = 'pending'
        AND d."nextAttemptAt" < now() - make_interval(mins => ${minutes}::integer)
      RETURNING d.id AS "deliveryId", d."subscriptionId", d.round, d."roundAttempts" + 1 AS attempt, 0 AS "delaySeconds"
    )
    ${enqueueJobs(organizationId, sql`lost`)} RETURNING id`.execute(transaction);
  return rows.length;
}

export interface Visibility {
  entity: string;
  scopes: readonly string[];
}

/** Events of the organization after one number, up to and including the other. */
export interface SpanPart {
  afterNumber: number;
  untilNumber: number;
  limit: number;
}

/**
 * Creates the missing deliveries of a part and starts a new round for failed and cancelled ones, if the subscription is active, wants the
 * type, and its key is live and may see it. Pending deliveries are skipped, so repeating a part changes nothing. Succeeded ones are not
 * locked, the others in id order.
 * @returns the last number of the part; null for the last part
 */
export async function recoverPart(
  { organizationId, transaction }: Inside,
  subscriptionId: string,
  part: SpanPart,
  visibilities: readonly Visibility[],
): Promise<number | null> {
  const { rows } = await selectRecovered(organizationId, subscriptionId, part, visibilities).execute(transaction);
  return rows[0]?.last ?? null;
}

/** Common table expressions: a part of the events, and those of it that the subscription gets. */
function selectWanted(organizationId: string, subscriptionId: string, { afterNumber, untilNumber, limit }: SpanPart, visibilities: readonly Visibility[]): RawBuilder<unknown> {
  return sql`part AS (
      SELECT id, number, entity, "eventType" FROM ${ownEvents(organizationId)} AND number > ${afterNumber}::bigint AND number <= ${untilNumber}::bigint
      ORDER BY number LIMIT ${limit}::integer
    ), wanted AS (
      SELECT ${deliveryId} AS id, e.id AS "eventId", e.number, e."eventType"
      FROM part e
      JOIN jsonb_to_recordset(${JSON.stringify(visibilities)}::jsonb) AS v(entity text, scopes text[]) ON v.entity = e.entity
      ${joinDescribed(organizationId, "v.scopes", sql`s.id = ${subscriptionId}`)}
      WHERE e."eventType" <> 'webhook_subscription.tested'
    )`;
}

/** How many events of a part a recovery would send: those without a delivery that succeeded or is under way. */
export async function countMissed({ organizationId, transaction }: Inside, subscriptionId: string, part: SpanPart, visibilities: readonly Visibility[]): Promise<number> {
  const { rows } = await sql<{ missed: number }>`
    WITH ${selectWanted(organizationId, subscriptionId, part, visibilities)}
    SELECT count(*)::integer AS missed FROM wanted w
    LEFT JOIN "WebhookDelivery" d ON d."organizationId" = ${organizationId} AND d.id = w.id
    WHERE d.id IS NULL OR d.status IN ('failed', 'cancelled')`.execute(transaction);
  return rows[0]?.missed ?? 0;
}

export function selectRecovered(
  organizationId: string,
  subscriptionId: string,
  { afterNumber, untilNumber, limit }: SpanPart,
  visibilities: readonly Visibility[],
): RawBuilder<{ last: number | null }> {
  return sql<{ last: number | null }>`
    WITH ${selectWanted(organizationId, subscriptionId, { afterNumber, untilNumber, limit }, visibilities)}, settled AS (
      SELECT id FROM "WebhookDelivery"
      WHERE "organizationId" = ${organizationId} AND id = ANY (ARRAY(SELECT id FROM wanted)) AND status IN ('pending', 'succeeded')
    ), begun AS (
      INSERT INTO "WebhookDelivery" AS d ("organizationId", id, "subscriptionId", "eventId", "eventNumber", "eventType", trigger)
      SELECT ${organizationId}, id, ${subscriptionId}, "eventId", number, "eventType", 'recovery' FROM wanted
      WHERE id NOT IN (SELECT id FROM settled) ORDER BY id
      ON CONFLICT ("organizationId", id) DO UPDATE
      SET trigger = 'recovery', status = 'pending', "cancelReason" = NULL, round = d.round + 1, "roundAttempts" = 0,
          "nextAttemptAt" = now(), "finishedAt" = NULL
      WHERE d.status IN ('failed', 'cancelled')
      RETURNING d.id AS "deliveryId", d."subscriptionId", d.round, 1 AS attempt, 0 AS "delaySeconds"
    ), queued AS (${enqueueJobs(organizationId, sql`begun`)}
    )
    SELECT CASE WHEN count(*) = ${limit}::integer AND max(number) < ${untilNumber}::bigint THEN max(number) END AS last FROM part`;
}
