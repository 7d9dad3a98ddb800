import { sql, type Insertable, type Updateable } from "kysely";
import {
  recoverableDays,
  rotationHours,
  type DeliveryBlocker,
  type SubscriptionStatus,
  type DeliveryStatus,
} from "../../contract/webhooks/webhooks.ts";
import type { Row, Tables } from "../../platform/database/tables.ts";
import { isKeptEvent, lowestEventId, ownEvents } from "../../platform/database/events/stored-event.ts";
import { enqueueDeliveries } from "./deliveries/store.queue.ts";
import type { Context } from "../../rpc/context.ts";
import { later, selectRecord, selectRows, updateRecord } from "../../platform/database/records.ts";

/** What blocks deliveries, by the database's clock. The URL is `https://`, host, then path, query or nothing. */
const obstacle = sql<DeliveryBlocker | null>`CASE
  WHEN k."revokedAt" IS NOT NULL THEN 'key_revoked'
  WHEN k."expiresAt" <= now() THEN 'key_expired'
  WHEN k."pausedAt" IS NOT NULL THEN 'key_paused'
  WHEN substring(s.url FROM '^https://([^/?]+)') <> ALL (k."webhookAllowedHosts") THEN 'host_not_allowed' END`;

function selectSubscriptions({ organizationId, transaction }: Context) {
  return transaction
    .selectFrom("WebhookSubscription as s")
    .innerJoin("IntegrationKey as k", (join) =>
      join.onRef("k.organizationId", "=", "s.organizationId").onRef("k.id", "=", "s.keyId"),
    )
    .selectAll("s")
    .select(["k.name as keyName", obstacle.as("obstacle")])
    .where("s.organizationId", "=", organizationId)
    .where("s.deletedAt", "is", null);
}

export type SubscriptionRow = NonNullable<Awaited<ReturnType<typeof findSubscription>>>;

export function findSubscription(context: Context, subscriptionId: string) {
  return selectSubscriptions(context).where("s.id", "=", subscriptionId).executeTakeFirst();
}

export function lockSubscriptionRowForUpdate(context: Context, subscriptionId: string) {
  return selectSubscriptions(context).where("s.id", "=", subscriptionId).forNoKeyUpdate("s").executeTakeFirst();
}

export interface SubscriptionQuery {
  /** ID of the last subscription of the previous page. */
  after: string | null;
  limit: number;
  status?: SubscriptionStatus | undefined;
  keyId?: string | undefined;
}

export function listSubscriptionRows(
  context: Context,
  { after, limit, status, keyId }: SubscriptionQuery,
): Promise<SubscriptionRow[]> {
  let subscriptions = selectSubscriptions(context);
  if (after !== null) subscriptions = subscriptions.where("s.id", "<", after);
  if (status !== undefined) subscriptions = subscriptions.where("s.status", "=", status);
  if (keyId !== undefined) subscriptions = subscriptions.where("s.keyId", "=", keyId);
  return subscriptions.orderBy("s.id", "desc").limit(limit).execute();
}

/** Subscriptions paused after failures, or blocked by their key, that no member disabled. */
export function listStalled(context: Context, limit: number): Promise<SubscriptionRow[]> {
  return selectSubscriptions(context)
    .where(
      sql<boolean>`(s."statusReason" IN ('failures', 'gone') OR (s.status = 'active' AND ${obstacle} = 'host_not_allowed'))`,
    )
    .orderBy("s.statusChangedAt", "desc")
    .orderBy("s.id", "desc")
    .limit(limit)
    .execute();
}

export async function countSubscriptions(context: Context, keyId: string): Promise<number> {
  const { count } = await selectRows(context, "WebhookSubscription")
    .select(sql<number>`count(*)::integer`.as("count"))
    .where("keyId", "=", keyId)
    .where("deletedAt", "is", null)
    .executeTakeFirstOrThrow();
  return count;
}

type NewSubscription = Pick<
  Insertable<Tables["WebhookSubscription"]>,
  "id" | "keyId" | "name" | "url" | "eventTypes" | "createdBy"
>;

export async function insertSubscription(
  { organizationId, transaction }: Context,
  subscription: NewSubscription,
): Promise<void> {
  await transaction
    .insertInto("WebhookSubscription")
    .values({ organizationId, ...subscription })
    .execute();
}

export type SubscriptionChanges = Pick<
  Updateable<Tables["WebhookSubscription"]>,
  "name" | "url" | "eventTypes" | "status" | "statusReason" | "consecutiveFailures" | "failingSince"
>;

/**
 * Updates the subscription at an expected revision; a status change is dated now.
 *
 * @param wanted the status it must still have
 * @returns whether it matched
 */
export async function changeSubscription(
  context: Context,
  subscriptionId: string,
  changes: SubscriptionChanges & { deletedAt?: "now" },
  wanted?: SubscriptionStatus,
): Promise<boolean> {
  const { deletedAt, ...columns } = changes;
  const now = sql<string>`date_trunc('milliseconds', now())`;
  const { numUpdatedRows } = await updateRecord(context, "WebhookSubscription", subscriptionId, {
    ...columns,
    ...(columns.status !== undefined && { statusChangedAt: now }),
    ...(deletedAt !== undefined && { deletedAt: now }),
    updatedAt: later("updatedAt"),
  })
    .where("deletedAt", "is", null)
    .$if(wanted !== undefined, (update) => update.where("status", "=", wanted ?? ""))
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

export type SecretRow = Pick<Row<"WebhookSecret">, "subscriptionId" | "prefix" | "createdAt" | "expiresAt">;

/**
 * The two newest secrets of each subscription that are live: more are never live. Compared with clock_timestamp(),
 * because a rotation ends some in this transaction.
 */
export async function listLiveSecrets(
  { organizationId, transaction }: Context,
  subscriptionIds: readonly string[],
): Promise<SecretRow[]> {
  const { rows } = await sql<SecretRow>`
    SELECT w."subscriptionId", w.prefix, w."createdAt", w."expiresAt"
    FROM unnest(${[...subscriptionIds]}::text[]) AS s(id)
    CROSS JOIN LATERAL (
      SELECT * FROM "WebhookSecret"
      WHERE "organizationId" = ${organizationId} AND "subscriptionId" = s.id
      ORDER BY "createdAt" DESC, id DESC LIMIT 2
    ) w
    WHERE w."expiresAt" IS NULL OR w."expiresAt" > clock_timestamp()
    ORDER BY w."createdAt" DESC, w.id DESC`.execute(transaction);
  return rows;
}

export interface NewSecret {
  id: string;
  subscriptionId: string;
  prefix: string;
  sealed: Buffer;
}

/** Newer than the subscription's other secrets, also within a millisecond. */
export async function insertSecret({ organizationId, transaction }: Context, secret: NewSecret): Promise<void> {
  const { rows } = await sql<{ createdAt: string }>`
    SELECT greatest(date_trunc('milliseconds', clock_timestamp()), max("createdAt") + interval '1 millisecond') AS "createdAt" FROM "WebhookSecret"
    WHERE "organizationId" = ${organizationId} AND "subscriptionId" = ${secret.subscriptionId}`.execute(transaction);
  await transaction
    .insertInto("WebhookSecret")
    .values({ organizationId, ...secret, createdAt: rows[0]?.createdAt })
    .execute();
}

/**
 * The newest live secret signs during the overlap, all others end now.
 *
 * @param overlapHours 0 ends all
 */
export async function endSecrets(
  { organizationId, transaction }: Context,
  subscriptionId: string,
  overlapHours: number = rotationHours,
): Promise<void> {
  const { rows } = await sql<{ id: string; now: string; until: string }>`
    SELECT id, now, now + make_interval(hours => ${overlapHours}::integer) AS until FROM "WebhookSecret", clock_timestamp() AS now
    WHERE "organizationId" = ${organizationId} AND "subscriptionId" = ${subscriptionId} ORDER BY "createdAt" DESC, id DESC LIMIT 1`.execute(
    transaction,
  );
  const [newest] = rows;
  if (newest === undefined) return;
  await sql`
    UPDATE "WebhookSecret"
    SET "expiresAt" = least("expiresAt", CASE WHEN id = ${newest.id} THEN ${newest.until}::timestamptz ELSE ${newest.now}::timestamptz END)
    WHERE "organizationId" = ${organizationId} AND "subscriptionId" = ${subscriptionId}
      AND ("expiresAt" IS NULL OR "expiresAt" > ${newest.now}::timestamptz)`.execute(transaction);
}

export interface DeliveryQuery {
  /** ID of the last delivery of the previous page. */
  after: string | null;
  limit: number;
  status?: DeliveryStatus | undefined;
  eventTypes?: readonly string[] | undefined;
}

/** Newest events first. */
export function listDeliveryRows(
  context: Context,
  subscriptionId: string,
  { after, limit, status, eventTypes }: DeliveryQuery,
): Promise<Row<"WebhookDelivery">[]> {
  return selectRows(context, "WebhookDelivery")
    .selectAll()
    .where("subscriptionId", "=", subscriptionId)
    .$if(after !== null, (query) => query.where("id", "<", after))
    .$if(status !== undefined, (query) => query.where("status", "=", status ?? ""))
    .$if(eventTypes !== undefined, (query) =>
      query.where(sql<boolean>`"eventType" = ANY (${[...(eventTypes ?? [])]}::text[])`),
    )
    .orderBy("id", "desc")
    .limit(limit)
    .execute();
}

/**
 * A delivery, and whether its attempt is due or running, or will be before a new round can start, by the clock that
 * makes it due.
 */
export type FoundDelivery = Row<"WebhookDelivery"> & { isDue: boolean };

const selectDelivery = (context: Context, deliveryId: string) =>
  selectRecord(context, "WebhookDelivery", deliveryId)
    .selectAll()
    .select(
      sql<boolean>`status = 'pending' AND ("roundAttempts" = 0 OR "nextAttemptAt" <= clock_timestamp() + interval '5 seconds')`.as(
        "isDue",
      ),
    );

export function findDelivery(context: Context, deliveryId: string): Promise<FoundDelivery | undefined> {
  return selectDelivery(context, deliveryId).executeTakeFirst();
}

/** Locks a delivery until commit: concurrent redeliveries run one after the other. */
export function lockDeliveryRowForUpdate(context: Context, deliveryId: string): Promise<FoundDelivery | undefined> {
  return selectDelivery(context, deliveryId).forNoKeyUpdate().executeTakeFirst();
}

/** Starts a new round for a locked delivery: due now, with its job. */
export async function beginRound(context: Context, deliveryId: string): Promise<Row<"WebhookDelivery">> {
  const { organizationId, transaction } = context;
  const delivery = await transaction
    .updateTable("WebhookDelivery")
    .set({
      trigger: "redelivery",
      status: "pending",
      cancelReason: null,
      round: sql<number>`round + 1`,
      roundAttempts: 0,
      nextAttemptAt: sql<string>`date_trunc('milliseconds', now())`,
      finishedAt: null,
    })
    .where("organizationId", "=", organizationId)
    .where("id", "=", deliveryId)
    .returningAll()
    .executeTakeFirstOrThrow();
  const { subscriptionId, round } = delivery;
  await enqueueDeliveries(transaction, organizationId, [
    { organizationId, deliveryId, subscriptionId, round, attempt: 1 },
  ]);
  return delivery;
}

export async function isEventKept(context: Context, eventId: string): Promise<boolean> {
  const event = await selectRecord(context, "Event", eventId)
    .select("id")
    .where("id", ">=", lowestEventId())
    .where(isKeptEvent)
    .executeTakeFirst();
  return event !== undefined;
}

/** A time span by the database's clock, with the numbers of its events; null if it has none. */
export interface Span {
  since: string;
  until: string;
  now: string;
  oldest: string;
  firstNumber: number | null;
  lastNumber: number | null;
}

/**
 * The numbers of the events from `since` until before `until`, found through the index on time.
 *
 * @param since milliseconds since 1970, because PostgreSQL formats extreme years differently; times before 1970 count
 *   as 1970
 * @param until the same; null for now
 */
export async function findSpan(
  { organizationId, transaction }: Context,
  since: number,
  until: number | null,
): Promise<Span> {
  const { rows } = await sql<Span>`
    WITH span AS (
      SELECT to_timestamp(${Math.max(0, since)}::float8 / 1000)::timestamptz(3) AS since,
             coalesce(to_timestamp(${until === null ? null : Math.max(0, until)}::float8 / 1000)::timestamptz(3), n.now) AS until, n.now
      FROM (SELECT date_trunc('milliseconds', clock_timestamp()) AS now) n
    )
    SELECT s.since, s.until, s.now, s.now - make_interval(days => ${recoverableDays}::integer) AS oldest,
      (SELECT number FROM ${ownEvents(organizationId)} AND "occurredAt" >= s.since AND "occurredAt" < s.until ORDER BY "occurredAt", number LIMIT 1) AS "firstNumber",
      (SELECT number FROM ${ownEvents(organizationId)} AND "occurredAt" >= s.since AND "occurredAt" < s.until ORDER BY "occurredAt" DESC, number DESC LIMIT 1) AS "lastNumber"
    FROM span s`.execute(transaction);
  const [span] = rows;
  if (span === undefined) throw new Error("the database found no span");
  return span;
}
