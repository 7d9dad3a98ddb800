import { sql, type RawBuilder } from "kysely";
import type { ErrorReason } from "../../contract/errors/error-reasons.ts";
import { ownEvents } from "../../platform/database/events/stored-event.ts";
import type { Context } from "../../rpc/context.ts";
import type { LatestEvent } from "./schema.ts";

/** The day that is shown, and the same hours a week before: the ends are exclusive. */
export interface Days {
  from: string;
  until: string;
  weekFrom: string;
  weekUntil: string;
}

export interface UsageSums {
  succeeded: number;
  refused: number;
  limited: number;
  failed: number;
  buckets: number[];
}

/** The rows of both days, by the primary key. */
function selectDays({ organizationId }: Context, { from, until, weekFrom, weekUntil }: Days): RawBuilder<unknown> {
  return sql`SELECT h.hour, h."keyId", h.result, h.reason, h.requests, h."durationBuckets", d."isNow"
    FROM (VALUES (${from}::timestamptz, ${until}::timestamptz, true), (${weekFrom}, ${weekUntil}, false)) AS d("from", until, "isNow")
    JOIN "KeyUsageHour" h ON h."organizationId" = ${organizationId} AND h.hour >= d."from" AND h.hour < d.until`;
}

/** Counts by result, and the histogram of durations; of the hour or the key that `by` names. */
function selectSums(rows: RawBuilder<unknown>, by: "hour" | "keyId"): RawBuilder<unknown> {
  const group = sql.ref(by);
  return sql`
    WITH used AS MATERIALIZED (${rows}),
    counted AS (
      SELECT ${group} AS "group", "isNow",
        coalesce(sum(requests) FILTER (WHERE result = 'succeeded'), 0)::integer AS succeeded, coalesce(sum(requests) FILTER (WHERE result = 'refused'), 0)::integer AS refused,
        coalesce(sum(requests) FILTER (WHERE result = 'limited'), 0)::integer AS limited, coalesce(sum(requests) FILTER (WHERE result = 'failed'), 0)::integer AS failed
      FROM used GROUP BY 1, 2
    ),
    measured AS (
      SELECT "group", "isNow", array_agg(count ORDER BY place) AS buckets
      FROM (SELECT ${group} AS "group", "isNow", b.place, sum(b.count)::integer AS count FROM used, unnest("durationBuckets") WITH ORDINALITY AS b(count, place) GROUP BY 1, 2, 3) s
      GROUP BY 1, 2
    )`;
}

/** @param keyId null for all keys */
export async function sumHours(
  context: Context,
  days: Days,
  keyId: string | null,
): Promise<(UsageSums & { hour: string })[]> {
  const used = keyId === null ? selectDays(context, days) : sql`${selectDays(context, days)} AND h."keyId" = ${keyId}`;
  const { rows } = await sql<UsageSums & { hour: string }>`${selectSums(used, "hour")}
    SELECT "group" AS hour, succeeded, refused, limited, failed, buckets FROM counted JOIN measured USING ("group", "isNow")`.execute(
    context.transaction,
  );
  return rows;
}

export type KeySums = UsageSums & { keyId: string; name: string; isNow: boolean };

export async function sumKeys(context: Context, days: Days, limit: number): Promise<KeySums[]> {
  const { rows } = await sql<KeySums>`${selectSums(selectDays(context, days), "keyId")},
    busiest AS (SELECT "group", sum(succeeded + refused + limited + failed) AS requests FROM counted GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT ${limit}::integer)
    SELECT k.id AS "keyId", k.name, c."isNow", c.succeeded, c.refused, c.limited, c.failed, m.buckets
    FROM busiest JOIN counted c USING ("group") JOIN measured m USING ("group", "isNow")
    JOIN "IntegrationKey" k ON k."organizationId" = ${context.organizationId} AND k.id = "group"
    ORDER BY busiest.requests DESC, k.id`.execute(context.transaction);
  return rows;
}

export interface ReasonRow {
  reason: ErrorReason;
  requests: number;
  weekBefore: number;
  keyCount: number;
  keyId: string;
  keyName: string;
}

/**
 * Why requests of the day failed, the most frequent first.
 *
 * @param keyId null for all keys
 */
export async function rankReasons(
  context: Context,
  days: Days,
  keyId: string | null,
  limit: number,
): Promise<ReasonRow[]> {
  const { rows } = await sql<ReasonRow>`
    WITH used AS (
      SELECT u.reason, u."keyId", coalesce(sum(u.requests) FILTER (WHERE u."isNow"), 0)::integer AS requests,
        coalesce(sum(u.requests) FILTER (WHERE NOT u."isNow"), 0)::integer AS "weekBefore"
      FROM (${selectDays(context, days)} AND h.reason <> '') u WHERE (${keyId}::text IS NULL OR u."keyId" = ${keyId}) GROUP BY 1, 2
    ),
    ranked AS (
      SELECT reason, sum(requests)::integer AS requests, sum("weekBefore")::integer AS "weekBefore",
        (count(*) FILTER (WHERE requests > 0))::integer AS "keyCount", (array_agg("keyId" ORDER BY requests DESC, "keyId"))[1] AS "keyId"
      FROM used GROUP BY 1 HAVING sum(requests) > 0 ORDER BY 2 DESC, 1 LIMIT ${limit}::integer
    )
    SELECT r.reason, r.requests, r."weekBefore", r."keyCount", k.id AS "keyId", k.name AS "keyName"
    FROM ranked r JOIN "IntegrationKey" k ON k."organizationId" = ${context.organizationId} AND k.id = r."keyId"
    ORDER BY r.requests DESC, r.reason`.execute(context.transaction);
  return rows;
}

export interface DeliveryCounts {
  active: number;
  paused: number;
  disabled: number;
  succeeded: number;
  failed: number;
  backlog: number;
}

/** @param since the lowest ID of the deliveries that count; at most the newest `most` do */
export async function countDeliveries(
  { organizationId, transaction }: Context,
  since: string,
  most: number,
): Promise<DeliveryCounts> {
  const { rows } = await sql<DeliveryCounts>`
    SELECT s.active, s.paused, s.disabled, d.succeeded, d.failed, j.backlog
    FROM (
      SELECT (count(*) FILTER (WHERE status = 'active'))::integer AS active, (count(*) FILTER (WHERE status = 'paused'))::integer AS paused,
        (count(*) FILTER (WHERE status = 'disabled'))::integer AS disabled
      FROM "WebhookSubscription" WHERE "organizationId" = ${organizationId} AND "deletedAt" IS NULL
    ) s, (
      SELECT (count(*) FILTER (WHERE status = 'succeeded'))::integer AS succeeded, (count(*) FILTER (WHERE status = 'failed'))::integer AS failed
      FROM (SELECT status FROM "WebhookDelivery" WHERE "organizationId" = ${organizationId} AND id >= ${since} ORDER BY id DESC LIMIT ${most}::integer) newest
    ) d, (
      SELECT count(*)::integer AS backlog FROM (SELECT 1 FROM "WebhookJob" WHERE "organizationId" = ${organizationId} LIMIT ${most}::integer) waiting
    ) j`.execute(transaction);
  return rows[0] ?? { active: 0, paused: 0, disabled: 0, succeeded: 0, failed: 0, backlog: 0 };
}

/** Without their records. */
export async function listLatestEvents(
  { organizationId, transaction }: Context,
  limit: number,
): Promise<LatestEvent[]> {
  const { rows } = await sql<LatestEvent>`
    SELECT id, "eventType", "occurredAt", coalesce(actor->>'name', '') AS "actorName" FROM ${ownEvents(organizationId)}
    ORDER BY number DESC LIMIT ${limit}::integer`.execute(transaction);
  return rows;
}

export interface Start {
  hasKey: boolean;
  hasSucceeded: boolean;
}

/** What a new organization has done: a key that can be used, and a request that succeeded. */
export async function readStart({ organizationId, transaction }: Context): Promise<Start> {
  const { rows } = await sql<Start>`
    SELECT EXISTS (SELECT FROM "IntegrationKey" WHERE "organizationId" = ${organizationId} AND "revokedAt" IS NULL AND "expiresAt" > now()) AS "hasKey",
      EXISTS (SELECT FROM "KeyUsageDay" WHERE "organizationId" = ${organizationId} AND succeeded > 0) AS "hasSucceeded"`.execute(
    transaction,
  );
  return rows[0] ?? { hasKey: false, hasSucceeded: false };
}
