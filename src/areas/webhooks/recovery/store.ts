import { sql, type RawBuilder } from "kysely";
import { ownEvents } from "../../../platform/database/events/stored-event.ts";
import { selectDeliveryId, joinDescribed } from "../deliveries/store.fan-out.ts";
import { enqueueDeliveries } from "../deliveries/store.queue.ts";
import { prepareForOne } from "../../../platform/database/records.ts";
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
 *
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
 * Enqueues the current attempts of deliveries that are still due; sets them due now, so that no other worker finds them
 * too.
 *
 * @returns how many
 */
export async function requeueDeliveries(
  { organizationId, transaction }: Inside,
  minutes: number,
  deliveryIds: readonly string[],
): Promise<number> {
  const { rows: held } = await sql<{ id: string }>`
    SELECT id FROM "WebhookDelivery" WHERE "organizationId" = ${organizationId} AND id = ANY (${[...deliveryIds]}::text[])
    ORDER BY id FOR NO KEY UPDATE SKIP LOCKED`.execute(transaction);
  const { rows: lost } = await sql<{ deliveryId: string; subscriptionId: string; round: number; attempt: number }>`
    UPDATE "WebhookDelivery" SET "nextAttemptAt" = date_trunc('milliseconds', now())
    WHERE "organizationId" = ${organizationId} AND id = ANY (${held.map(({ id }) => id)}::text[]) AND status = 'pending'
      AND "nextAttemptAt" < now() - make_interval(mins => ${minutes}::integer)
    RETURNING id AS "deliveryId", "subscriptionId", round, "roundAttempts" + 1 AS attempt`.execute(transaction);
  await enqueueDeliveries(
    transaction,
    organizationId,
    lost.map((each) => ({ organizationId, ...each })),
  );
  return lost.length;
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
 * Creates the missing deliveries of a part and starts a new round for failed and canceled ones, if the subscription is
 * active, wants the type, and its key is live and may see it. Pending deliveries are skipped, so repeating a part
 * changes nothing. Succeeded ones are not locked, the others in id order.
 *
 * @returns the last number of the part; null for the last part
 */
export async function recoverPart(
  { organizationId, transaction }: Inside,
  subscriptionId: string,
  part: SpanPart,
  visibilities: readonly Visibility[],
): Promise<number | null> {
  const { rows } = await selectMissed(organizationId, subscriptionId, part, visibilities).execute(transaction);
  const missed = rows.flatMap(({ id, eventId, eventNumber, eventType }) =>
    id === null
      ? []
      : [
          {
            organizationId,
            id,
            subscriptionId,
            eventId: eventId ?? "",
            eventNumber: eventNumber ?? 0,
            eventType: eventType ?? "",
            trigger: "recovery",
          },
        ],
  );
  if (missed.length > 0) {
    const insert = transaction
      .insertInto("WebhookDelivery")
      .values(missed)
      .onConflict((conflict) =>
        conflict
          .columns(["organizationId", "id"])
          .doUpdateSet({
            trigger: "recovery",
            status: "pending",
            cancelReason: null,
            round: sql<number>`"WebhookDelivery".round + 1`,
            roundAttempts: 0,
            nextAttemptAt: sql<string>`excluded."nextAttemptAt"`,
            finishedAt: null,
          })
          .where("WebhookDelivery.status", "in", ["failed", "cancelled"]),
      )
      .returning(["WebhookDelivery.id", "WebhookDelivery.round"]);
    const { rows: begun } = await transaction.executeQuery(prepareForOne(missed, insert.compile()));
    await enqueueDeliveries(
      transaction,
      organizationId,
      begun.map(({ id, round }) => ({ organizationId, deliveryId: id, subscriptionId, round, attempt: 1 })),
    );
  }
  return rows[0]?.last ?? null;
}

/** Common table expressions: a part of the events, and those of it that the subscription gets. */
function selectWanted(
  organizationId: string,
  subscriptionId: string,
  { afterNumber, untilNumber, limit }: SpanPart,
  visibilities: readonly Visibility[],
): RawBuilder<unknown> {
  return sql`part AS (
      SELECT id, number, entity, "eventType" FROM ${ownEvents(organizationId)} AND number > ${afterNumber}::bigint AND number <= ${untilNumber}::bigint
      ORDER BY number LIMIT ${limit}::integer
    ), wanted AS (
      SELECT ${selectDeliveryId} AS id, e.id AS "eventId", e.number, e."eventType"
      FROM part e
      JOIN jsonb_to_recordset(${JSON.stringify(visibilities)}::jsonb) AS v(entity text, scopes text[]) ON v.entity = e.entity
      ${joinDescribed(organizationId, "v.scopes", sql`s.id = ${subscriptionId}`)}
      WHERE e."eventType" <> 'webhook_subscription.tested'
    )`;
}

/** How many events of a part a recovery would send: those without a delivery that succeeded or is under way. */
export async function countMissed(
  { organizationId, transaction }: Inside,
  subscriptionId: string,
  part: SpanPart,
  visibilities: readonly Visibility[],
): Promise<number> {
  const { rows } = await sql<{ missed: number }>`
    WITH ${selectWanted(organizationId, subscriptionId, part, visibilities)}
    SELECT count(*)::integer AS missed FROM wanted w
    LEFT JOIN "WebhookDelivery" d ON d."organizationId" = ${organizationId} AND d.id = w.id
    WHERE d.id IS NULL OR d.status IN ('failed', 'cancelled')`.execute(transaction);
  return rows[0]?.missed ?? 0;
}

interface MissedRow {
  /** Of the part: the number of its last event, unless it is the last part. */
  last: number | null;
  /** The delivery; null if the part has none that is missing. */
  id: string | null;
  eventId: string | null;
  eventNumber: number | null;
  eventType: string | null;
}

export function selectMissed(
  organizationId: string,
  subscriptionId: string,
  { afterNumber, untilNumber, limit }: SpanPart,
  visibilities: readonly Visibility[],
): RawBuilder<MissedRow> {
  return sql<MissedRow>`
    WITH ${selectWanted(organizationId, subscriptionId, { afterNumber, untilNumber, limit }, visibilities)}
    SELECT p.last, m.* FROM (SELECT CASE WHEN count(*) = ${limit}::integer AND max(number) < ${untilNumber}::bigint THEN max(number) END AS last FROM part) p
    LEFT JOIN (
      SELECT w.id, w."eventId", w.number AS "eventNumber", w."eventType" FROM wanted w
      WHERE w.id NOT IN (
        SELECT d.id FROM "WebhookDelivery" d
        WHERE d."organizationId" = ${organizationId} AND d.id = ANY (ARRAY(SELECT id FROM wanted)) AND d.status IN ('pending', 'succeeded'))
    ) m ON true ORDER BY m.id`;
}
