import { sql } from "kysely";
import type { RawBuilder } from "kysely";
import { deliveryId, joinDescribed } from "../deliveries/store.fan-out.ts";
import { enqueueJobs } from "../deliveries/store.queue.ts";
import type { Context } from "../../../rpc/context.ts";
import type { UnitOfWork } from "../../../rpc/unit-of-work.ts";

type Inside = Pick<Context, "organizationId" | "transaction">;

/** A delivery whose next attempt should have been made. */
export interface OverdueDelivery {
  organizationId: string;
  deliveryId: string;
  /** Microseconds and all: the place in the order is this and the id. */
  dueAt: string;
  /** Whether no job says so: the queue lost it. */
  isLost: boolean;
}

/**
 * Deliveries that have been due for so many minutes, the longest due first, of all organizations.
 * @param after the last one of the page before
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
 * Enqueues the present attempts of deliveries again that are still as long due; they are due from now on, so that nobody else finds them too.
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

/** The scopes of which one shows an event of an entity. */
export interface Visibility {
  entity: string;
  scopes: readonly string[];
}

/** A part of a span: from after the one number to the other, both of the organization's feed. */
export interface SpanPart {
  afterNumber: number;
  untilNumber: number;
  limit: number;
}

/**
 * Makes the deliveries that a part of a span lacks, and begins a new round of those that failed or were cancelled, where the
 * subscription is active, wants the type, and its key lives and may see it. Twice makes no difference: what is pending is passed over.
 * What is settled is not even locked, and the rest in the order of ids.
 * @returns the last number of the part; null when it was the last part
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

/** The statement of recoverPart. */
export function selectRecovered(
  organizationId: string,
  subscriptionId: string,
  { afterNumber, untilNumber, limit }: SpanPart,
  visibilities: readonly Visibility[],
): RawBuilder<{ last: number | null }> {
  return sql<{ last: number | null }>`
    WITH part AS (
      SELECT id, number, entity, "eventType" FROM "Event"
      WHERE "organizationId" = ${organizationId} AND number > ${afterNumber}::bigint AND number <= ${untilNumber}::bigint
      ORDER BY number LIMIT ${limit}::integer
    ), wanted AS (
      SELECT ${deliveryId} AS id, e.id AS "eventId", e.number, e."eventType"
      FROM part e
      JOIN jsonb_to_recordset(${JSON.stringify(visibilities)}::jsonb) AS v(entity text, scopes text[]) ON v.entity = e.entity
      ${joinDescribed(organizationId, "v.scopes", sql`s.id = ${subscriptionId}`)}
      WHERE e."eventType" <> 'webhook_subscription.tested'
    ), settled AS (
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
