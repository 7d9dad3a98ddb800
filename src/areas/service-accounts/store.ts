import { sql, type Insertable, type Updateable } from "kysely";
import { scopeCatalog } from "../../contract/scopes.ts";
import { isCheckViolation } from "../../platform/database/database-errors.ts";
import type { Row, Tables } from "../../platform/database/tables.ts";
import type { Context } from "../../rpc/context.ts";
import type { Actor } from "../../rpc/principal.ts";
import type { KeyStatus, keySorts } from "../../contract/integration-keys.ts";
import { later, selectRecord, updateRecord } from "../../platform/database/records.ts";
import { isRotatedBy, selectCreated } from "./makers/store.ts";

const needing = [...scopeCatalog].filter(([, entry]) => entry.needsActingAttorney).map(([scope]) => scope);

const isAttorneyActive = sql<boolean>`coalesce(m."canActForKeys", false)`;

/** Of a joined member `m`: an active attorney whose bar admissions are all inactive. */
const lacksAdmission = sql<boolean>`coalesce(m.status = 'active' AND m."isAttorney" AND m."isBarredOnlyInactive", false)`;

/** How long before its end a key counts as expiring, as `expiringMilliseconds` has it. */
const expiringInterval = sql`CASE
  WHEN k."expiresAt" - k."expirySetAt" >= interval '60 days' THEN interval '30 days'
  WHEN k."expiresAt" - k."expirySetAt" >= interval '28 days' THEN interval '14 days'
  WHEN k."expiresAt" - k."expirySetAt" >= interval '14 days' THEN interval '7 days'
  ELSE interval '1 day' END`;

/** A key's status by the database's clock; in the order of `keyStatuses`. */
export const status = sql<KeyStatus>`CASE
  WHEN k."revokedAt" IS NOT NULL THEN 'revoked'
  WHEN k."expiresAt" <= now() THEN 'expired'
  WHEN k."pausedAt" IS NOT NULL THEN 'paused'
  WHEN k.scopes && ${needing}::text[] AND NOT ${isAttorneyActive} THEN 'needs_attention'
  WHEN k."expiresAt" <= now() + ${expiringInterval} THEN 'expiring'
  ELSE 'active' END`;

function selectKeys({ organizationId, transaction }: Context) {
  return (
    transaction
      .selectFrom("IntegrationKey as k")
      .leftJoin("Member as m", (join) =>
        join.onRef("m.organizationId", "=", "k.organizationId").onRef("m.id", "=", "k.actingAttorneyId"),
      )
      .leftJoin("Member as o", (join) =>
        join.onRef("o.organizationId", "=", "k.organizationId").onRef("o.id", "=", "k.ownerMemberId"),
      )
      .leftJoin("Contact as v", (join) =>
        join.onRef("v.organizationId", "=", "k.organizationId").onRef("v.id", "=", "k.vendorContactId"),
      )
      // The row without a prefix is of the key as a whole.
      .leftJoin("KeyUse as u", (join) =>
        join.on("u.organizationId", "=", organizationId).onRef("u.keyId", "=", "k.id").on("u.prefix", "=", ""),
      )
      .selectAll("k")
      .select([
        "m.id as attorneyId",
        "m.firstName",
        "m.lastName",
        "m.status as attorneyStatus",
        "o.firstName as ownerFirstName",
        "o.lastName as ownerLastName",
        "o.email as ownerEmail",
        "o.status as ownerStatus",
        "v.name as vendorName",
        "u.usedAt",
        "u.address as usedFrom",
        "u.route as usedRoute",
        isAttorneyActive.as("actingAttorneyActive"),
        lacksAdmission.as("attorneyLacksAdmission"),
        status.as("status"),
      ])
      .where("k.organizationId", "=", organizationId)
  );
}

export type KeyRow = NonNullable<Awaited<ReturnType<typeof findKey>>>;

export function findKey(context: Context, keyId: string) {
  return selectKeys(context).where("k.id", "=", keyId).executeTakeFirst();
}

export async function findKeys(context: Context, keyIds: readonly string[]): Promise<KeyRow[]> {
  return keyIds.length === 0 ? [] : selectKeys(context).where("k.id", "in", keyIds).orderBy("k.id").execute();
}

/**
 * Locks the key's row FOR NO KEY UPDATE, which does not conflict with rows that refer to it: a mutation by the key
 * itself stores its response while it locks the event counter.
 */
export async function lockKeyRowForUpdate(context: Context, keyId: string): Promise<KeyRow | undefined> {
  // By itself: beside a firm's tables a cluster locks the copy on the firm's node (0074).
  const locked = await selectRecord(context, "IntegrationKey", keyId).select("id").forNoKeyUpdate().executeTakeFirst();
  return locked === undefined ? undefined : findKey(context, keyId);
}

export async function isActiveMember(context: Context, memberId: string): Promise<boolean> {
  const row = await selectRecord(context, "Member", memberId)
    .select("id")
    .where("status", "=", "active")
    .executeTakeFirst();
  return row !== undefined;
}

export async function countStatuses(context: Context): Promise<Partial<Record<KeyStatus, number>>> {
  const rows = await selectKeys(context)
    .clearSelect()
    .select([status.as("status"), sql<number>`count(*)::integer`.as("keys")])
    .where("k.revokedAt", "is", null)
    .where("k.expiresAt", ">", sql<string>`now()`)
    // Qualified, because the member's status has the same name.
    .groupBy(sql`1`)
    .execute();
  return Object.fromEntries(rows.map((row) => [row.status, row.keys]));
}

export interface KeyQuery {
  /** ID of the last key of the previous page. */
  after: string | null;
  limit: number;
  status?: KeyStatus | undefined;
  scope?: string | undefined;
  ownerMemberId?: string | undefined;
  tag?: string | undefined;
  search?: string | undefined;
  /** Keys whose secret was reported as leaked. */
  isReported?: true;
  /** The key that created them, directly or through other keys. */
  createdByKeyId?: string | undefined;
  /** The key that received a live secret of them by rotation, itself or by a key that it created. */
  rotatedByKeyId?: string | undefined;
  sort: (typeof keySorts)[number];
}

/** Sort values are read from the cursor's key, whose row is never deleted. */
const order = {
  newest: { by: sql`(k.id)`, place: sql`(p.id)`, comparison: sql`<`, direction: sql`k.id DESC` },
  name: {
    by: sql`(k."nameKey", k.id)`,
    place: sql`p."nameKey", p.id`,
    comparison: sql`>`,
    direction: sql`k."nameKey", k.id`,
  },
  expires: {
    by: sql`(k."expiresAt", k.id)`,
    place: sql`p."expiresAt", p.id`,
    comparison: sql`>`,
    direction: sql`k."expiresAt", k.id`,
  },
} as const;

/** Each sort has an index of the organization's keys; PostgreSQL generates `nameKey` from the name. */
export async function listKeyRows(context: Context, query: KeyQuery): Promise<KeyRow[]> {
  const { by, place, comparison, direction } = order[query.sort];
  const { organizationId } = context;
  let keys = selectKeys(context);
  if (query.after !== null) {
    const last = sql`(SELECT ${place} FROM "IntegrationKey" p WHERE p."organizationId" = ${organizationId} AND p.id = ${query.after})`;
    keys = keys.where(sql<boolean>`${by} ${comparison} ${last}`);
  }
  if (query.status !== undefined) keys = keys.where(sql<boolean>`${status} = ${query.status}`);
  if (query.scope !== undefined) keys = keys.where(sql<boolean>`${query.scope} = ANY (k.scopes)`);
  if (query.ownerMemberId !== undefined) keys = keys.where("k.ownerMemberId", "=", query.ownerMemberId);
  if (query.tag !== undefined) keys = keys.where(sql<boolean>`${query.tag} = ANY (k.tags)`);
  if (query.search !== undefined) keys = keys.where(matches(organizationId, query.search));
  if (query.isReported === true) keys = keys.where("k.leakReportedBy", "is not", null);
  if (query.createdByKeyId !== undefined)
    keys = keys.where(sql<boolean>`k.id IN (${selectCreated(organizationId, query.createdByKeyId)})`);
  if (query.rotatedByKeyId !== undefined) keys = keys.where(isRotatedBy(organizationId, query.rotatedByKeyId));
  return keys.orderBy(direction).limit(query.limit).execute();
}

/** Part of the name, case-insensitive, or the beginning of a prefix with or without `cpk_` and a sandbox's `test_`. */
function matches(organizationId: string, search: string) {
  const beginning = search.replace(/^cpk_/, "");
  return sql<boolean>`(strpos(lower(k.name), lower(${search})) > 0 OR EXISTS (
    SELECT FROM "IntegrationKeySecret" s
    WHERE s."organizationId" = ${organizationId} AND s."keyId" = k.id AND (starts_with(s.prefix, ${`cpk_${beginning}`}) OR starts_with(s.prefix, ${`cpk_test_${beginning}`}))))`;
}

export type SecretRow = Pick<Row<"IntegrationKeySecret">, "id" | "keyId" | "prefix" | "createdAt" | "expiresAt"> & {
  lastUsedAt: string | null;
  isLive: boolean;
};

/**
 * The two newest secrets of each key, newest first: more are never live. Compared with clock_timestamp(), because a
 * rotation ends some in this transaction.
 */
export async function listSecrets(context: Context, keyIds: readonly string[]): Promise<SecretRow[]> {
  const { rows } = await sql<SecretRow>`
    SELECT s.id, k.id AS "keyId", s.prefix, s."createdAt", s."expiresAt", u."usedAt" AS "lastUsedAt", (s."expiresAt" IS NULL OR s."expiresAt" > clock_timestamp()) AS "isLive"
    FROM unnest(${[...keyIds]}::text[]) AS k(id)
    CROSS JOIN LATERAL (
      SELECT * FROM "IntegrationKeySecret"
      WHERE "organizationId" = ${context.organizationId} AND "keyId" = k.id
      ORDER BY "createdAt" DESC, id DESC LIMIT 2
    ) s
    LEFT JOIN "KeyUse" u ON u."organizationId" = ${context.organizationId} AND u."keyId" = s."keyId" AND u.prefix = s.prefix
    ORDER BY s."createdAt" DESC, s.id DESC`.execute(context.transaction);
  return rows;
}

/** The database's clock, and the latest expiries allowed from there. */
export interface Clock {
  now: string;
  oneYear: string;
  twoYears: string;
}

export async function readClock(context: Context): Promise<Clock> {
  const { rows } = await sql<Clock>`
    SELECT now, now + interval '1 year' AS "oneYear", now + interval '2 years' AS "twoYears"
    FROM date_trunc('milliseconds', clock_timestamp()) AS now`.execute(context.transaction);
  const [clock] = rows;
  if (clock === undefined) throw new Error("the database returned no time");
  return clock;
}

type NewKey = Omit<Insertable<Tables["IntegrationKey"]>, "organizationId">;

/** @returns "ceiling" if the row would violate the table's maximum lifetimes */
export async function insertKey(context: Context, key: NewKey): Promise<"done" | "ceiling"> {
  const { organizationId, transaction } = context;
  const inserted = await withinCeilings(
    transaction
      .insertInto("IntegrationKey")
      .values({ organizationId, ...key })
      .executeTakeFirst(),
  );
  return inserted === "ceiling" ? "ceiling" : "done";
}

export type KeyChanges = Omit<Updateable<Tables["IntegrationKey"]>, "organizationId" | "id" | "revision" | "updatedAt">;

/**
 * Updates the key at an expected revision.
 *
 * @returns "stale" at another revision; "ceiling" if the row would violate the table's maximum lifetimes
 */
export async function updateKeyRow(
  context: Context,
  keyId: string,
  changes: KeyChanges,
): Promise<"done" | "stale" | "ceiling"> {
  const update = updateRecord(context, "IntegrationKey", keyId, { ...changes, updatedAt: later("updatedAt") });
  const row = await withinCeilings(update.returning("id").executeTakeFirst());
  if (row === "ceiling") return "ceiling";
  return row === undefined ? "stale" : "done";
}

/** Revokes locked keys at any revision. */
export async function revokeKeys(
  context: Context,
  keyIds: readonly string[],
  { revokedAt, revokedBy, revokeReason }: { revokedAt: string; revokedBy: string; revokeReason: string },
): Promise<void> {
  await sql`
    UPDATE "IntegrationKey"
    SET "revokedAt" = ${revokedAt}::timestamptz, "revokedBy" = ${revokedBy}::jsonb, "revokeReason" = ${revokeReason}, revision = revision + 1, "updatedAt" = ${later("updatedAt")}
    WHERE "organizationId" = ${context.organizationId} AND id = ANY (${[...keyIds]}::text[])`.execute(
    context.transaction,
  );
}

/** Whether the organization is a sandbox whose keys get elevated scopes without a decision. */
export async function hasStandingGrant({ transaction, organizationId }: Context): Promise<boolean> {
  const organization = await transaction
    .selectFrom("Organization")
    .select("sandboxElevatedScopes")
    .where("id", "=", organizationId)
    .executeTakeFirst();
  return organization?.sandboxElevatedScopes === true;
}

/**
 * Grants a scope and limits the expiry to one year from now or the latest allowed. If the expiry was set too long ago
 * for the limit of elevated scopes, it counts as set now, by the administrator.
 */
export async function addScope(
  context: Context,
  keyId: string,
  scope: string,
  latestExpiryAt: string | null,
): Promise<void> {
  const { now, oneYear } = await readClock(context);
  const end = sql`least("expiresAt", ${latestExpiryAt}::timestamptz, ${oneYear}::timestamptz)`;
  await sql`
    UPDATE "IntegrationKey"
    SET scopes = array_append(array_remove(scopes, ${scope}), ${scope}),
        "expiresAt" = ${end},
        "expirySetAt" = CASE WHEN ${end} < "expiresAt" OR ${end} > ("expirySetAt" AT TIME ZONE 'UTC' + interval '1 year') AT TIME ZONE 'UTC'
          THEN ${now}::timestamptz ELSE "expirySetAt" END,
        "noticedDays" = CASE WHEN ${end} < "expiresAt" THEN NULL ELSE "noticedDays" END,
        revision = revision + 1, "updatedAt" = ${later("updatedAt")}
    WHERE "organizationId" = ${context.organizationId} AND id = ${keyId}`.execute(context.transaction);
}

async function withinCeilings<Result>(writing: Promise<Result>): Promise<Result | "ceiling"> {
  try {
    return await writing;
  } catch (error) {
    if (isCheckViolation(error, /^IntegrationKey_(?:elevated_)?expiry_ceiling$/)) return "ceiling";
    throw error;
  }
}

export interface NewSecret {
  id: string;
  keyId: string;
  prefix: string;
  digest: Buffer;
  issuedTo: Actor | null;
}

/** Newer than the key's other secrets, also within a millisecond. */
export async function insertSecret(context: Context, { issuedTo, ...secret }: NewSecret): Promise<void> {
  const { organizationId, transaction } = context;
  const { rows } = await sql<{ createdAt: string }>`
    SELECT greatest(date_trunc('milliseconds', clock_timestamp()), max("createdAt") + interval '1 millisecond') AS "createdAt" FROM "IntegrationKeySecret"
    WHERE "organizationId" = ${organizationId} AND "keyId" = ${secret.keyId}`.execute(transaction);
  await transaction
    .insertInto("IntegrationKeySecret")
    .values({
      organizationId,
      ...secret,
      issuedTo: issuedTo === null ? null : JSON.stringify(issuedTo),
      createdAt: rows[0]?.createdAt,
    })
    .execute();
}

/** The newest live secret works for the overlap, all others end now: at most two are live after a rotation. */
export async function endSecrets(context: Context, keyId: string, now: string, overlapHours: number): Promise<void> {
  const { organizationId, transaction } = context;
  const { rows } = await sql<{ id: string; until: string }>`
    SELECT id, ${now}::timestamptz + make_interval(hours => ${overlapHours}::integer) AS until FROM "IntegrationKeySecret"
    WHERE "organizationId" = ${organizationId} AND "keyId" = ${keyId} ORDER BY "createdAt" DESC, id DESC LIMIT 1`.execute(
    transaction,
  );
  const [newest] = rows;
  await sql`
    UPDATE "IntegrationKeySecret"
    SET "expiresAt" = least("expiresAt", CASE WHEN id = ${newest?.id} THEN ${newest?.until}::timestamptz ELSE ${now}::timestamptz END)
    WHERE "organizationId" = ${organizationId} AND "keyId" = ${keyId} AND ("expiresAt" IS NULL OR "expiresAt" > ${now}::timestamptz)`.execute(
    transaction,
  );
}

export async function endSecret(
  { organizationId, transaction }: Context,
  keyId: string,
  prefix: string,
  now: string,
): Promise<void> {
  await transaction
    .updateTable("IntegrationKeySecret")
    .set({ expiresAt: now })
    .where("organizationId", "=", organizationId)
    .where("keyId", "=", keyId)
    .where("prefix", "=", prefix)
    .where("expiresAt", ">", now)
    .execute();
}
