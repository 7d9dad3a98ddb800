import { sql } from "kysely";
import type { Database } from "../../platform/database/database.ts";
import { listDue } from "../../platform/database/due-rows.ts";
import type { Row } from "../../platform/database/tables.ts";
import type { Context } from "../../rpc/context.ts";
import type { Actor } from "../../rpc/principal.ts";
import { prepareForOne, selectRecord, selectRows } from "../../platform/database/records.ts";

export type RequestRow = Row<"ScopeRequest">;

export interface NewRequests {
  keyId: string;
  requests: readonly { id: string; scope: string }[];
  purpose: string;
  requestedBy: Actor;
  requestedByUserId: string | null;
}

/**
 * Inserts requests. The unique index ScopeRequest_pending skips scopes that are already pending.
 *
 * @returns the new rows
 */
export async function insertRequests(context: Context, input: NewRequests): Promise<RequestRow[]> {
  const { organizationId, transaction } = context;
  const { requests, requestedBy, ...common } = input;
  const times = { requestedAt: sql<string>`now()`, lapsesAt: sql<string>`now() + interval '14 days'` };
  const insert = transaction
    .insertInto("ScopeRequest")
    .values(
      requests.map(({ id, scope }) => ({
        organizationId,
        id,
        scope,
        requestedBy: JSON.stringify(requestedBy),
        ...common,
        ...times,
      })),
    )
    .onConflict((conflict) =>
      conflict
        .columns(["organizationId", "keyId", "scope"])
        .where(sql<boolean>`status = 'pending'`)
        .doNothing(),
    )
    .returningAll();
  return (await transaction.executeQuery(prepareForOne(requests, insert.compile()))).rows;
}

/**
 * The person who created a key, following keys that created keys. Otherwise a person could request a scope through
 * their own key and grant it.
 */
export async function findPersonBehindKey(context: Context, keyId: string): Promise<string | null> {
  const { rows } = await sql<{ userId: string | null }>`
    WITH RECURSIVE makers AS (
      SELECT "createdBy", 1 AS depth FROM "IntegrationKey" WHERE "organizationId" = ${context.organizationId} AND id = ${keyId}
      UNION ALL
      SELECT k."createdBy", m.depth + 1 FROM makers m
      JOIN "IntegrationKey" k ON k."organizationId" = ${context.organizationId} AND k.id = m."createdBy"->>'id'
      WHERE m."createdBy"->>'type' = 'integration_key' AND m.depth < 100
    )
    SELECT p."userId" FROM makers m
    JOIN "Member" p ON p."organizationId" = ${context.organizationId} AND p.id = m."createdBy"->>'id'
    WHERE m."createdBy"->>'type' = 'member'`.execute(context.transaction);
  return rows[0]?.userId ?? null;
}

/**
 * Whether the person may have had a secret of the key at that time: they created or rotated it, or a key that did,
 * recursively. Rotations are read from the audit log by the index of a record's entries.
 */
export async function isBehindKey(context: Context, key: { id: string; at: string }, userId: string): Promise<boolean> {
  const { organizationId } = context;
  const { rows } = await sql<{ isBehind: boolean }>`
    WITH RECURSIVE behind (type, id) AS (
      SELECT 'integration_key', ${key.id}::text
      UNION
      SELECT a.type, a.id FROM behind b CROSS JOIN LATERAL (
        SELECT k."createdBy"->>'type' AS type, k."createdBy"->>'id' AS id
        FROM "IntegrationKey" k WHERE k."organizationId" = ${organizationId} AND k.id = b.id
        UNION ALL
        SELECT e."actorType", e."actorId" FROM "AuditEntry" e
        WHERE e."organizationId" = ${organizationId} AND e.entity = 'integration_key' AND e."entityId" = b.id
          AND e.action = 'serviceAccounts.rotate' AND e."occurredAt" <= ${key.at}::timestamptz
      ) a WHERE b.type = 'integration_key'
    )
    SELECT EXISTS (
      SELECT FROM behind b JOIN "Member" p ON p."organizationId" = ${organizationId} AND p.id = b.id
      WHERE b.type = 'member' AND p."userId" = ${userId}
    ) AS "isBehind"`.execute(context.transaction);
  return rows[0]?.isBehind ?? false;
}

/** Pending requests of the keys that are not overdue, whether or not the job has processed them. */
export function listPending(context: Context, keyIds: readonly string[]): Promise<RequestRow[]> {
  return selectRows(context, "ScopeRequest")
    .selectAll()
    .where("keyId", "=", sql<string>`ANY(${[...keyIds]}::text[])`)
    .where("status", "=", "pending")
    .where("lapsesAt", ">", sql<string>`now()`)
    .orderBy("id")
    .execute();
}

/** The newest requests for a key, in any status. There are four elevated scopes, so a thousand cover years. */
export async function listRequestIds(context: Context, keyId: string): Promise<string[]> {
  const rows = await selectRows(context, "ScopeRequest")
    .select("id")
    .where("keyId", "=", keyId)
    .orderBy("id", "desc")
    .limit(1_000)
    .execute();
  return rows.map(({ id }) => id);
}

/** The newest request of each scope of a key, where it was denied. */
export async function listDenied(context: Context, keyId: string): Promise<RequestRow[]> {
  const { rows } = await sql<RequestRow>`
    SELECT * FROM (
      SELECT DISTINCT ON (scope) * FROM "ScopeRequest" WHERE "organizationId" = ${context.organizationId} AND "keyId" = ${keyId} ORDER BY scope, id DESC
    ) newest WHERE status = 'denied' ORDER BY id DESC`.execute(context.transaction);
  return rows;
}

/** Serializes requests of the organization until commit, so that the count stays true. */
export async function lockRequestQueueForUpdate(context: Context): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`scope requests ${context.organizationId}`}, 0))`.execute(
    context.transaction,
  );
}

export async function countPending(context: Context): Promise<number> {
  const { pending } = await selectRows(context, "ScopeRequest")
    .select(sql<number>`count(*)::integer`.as("pending"))
    .where("status", "=", "pending")
    .where("lapsesAt", ">", sql<string>`now()`)
    .executeTakeFirstOrThrow();
  return pending;
}

/**
 * Withdraws the key's pending requests except for the scopes to keep.
 *
 * @returns the withdrawn rows
 */
export function withdrawPending(context: Context, keyId: string, keep: readonly string[]): Promise<RequestRow[]> {
  return context.transaction
    .updateTable("ScopeRequest")
    .set({ status: "withdrawn", decidedAt: sql<string>`now()` })
    .where("organizationId", "=", context.organizationId)
    .where("keyId", "=", keyId)
    .where("status", "=", "pending")
    .where("scope", "!=", sql<string>`ALL(${[...keep]}::text[])`)
    .returningAll()
    .execute();
}

/** Expires overdue requests of a key, or one request. The status in the WHERE clause makes it happen once. */
export function expireOverdue(
  context: Context,
  which: { column: "keyId" | "id"; value: string },
): Promise<RequestRow[]> {
  return context.transaction
    .updateTable("ScopeRequest")
    .set({ status: "lapsed", decidedAt: sql<string>`now()` })
    .where("organizationId", "=", context.organizationId)
    .where(which.column, "=", which.value)
    .where("status", "=", "pending")
    .where("lapsesAt", "<=", sql<string>`now()`)
    .returningAll()
    .execute();
}

export function findRequest(context: Context, requestId: string): Promise<RequestRow | undefined> {
  return selectRequest(context, requestId).executeTakeFirst();
}

/** Locks the request until commit; returns whether it is overdue. */
export function lockRequestForUpdate(
  context: Context,
  requestId: string,
): Promise<(RequestRow & { isOver: boolean }) | undefined> {
  return selectRequest(context, requestId)
    .select(sql<boolean>`"lapsesAt" <= clock_timestamp()`.as("isOver"))
    .forNoKeyUpdate()
    .executeTakeFirst();
}

function selectRequest(context: Context, requestId: string) {
  return selectRows(context, "ScopeRequest").selectAll().where("id", "=", requestId);
}

export interface Settlement {
  status: "granted" | "denied" | "withdrawn";
  /** null for a withdrawal, which is not a decision. */
  decidedBy: Actor | null;
  note: string | null;
  latestExpiryAt: string | null;
}

/**
 * Ends a pending request.
 *
 * @throws if it is not pending, since the caller has locked it
 */
export function settleRow(context: Context, requestId: string, settlement: Settlement): Promise<RequestRow> {
  return context.transaction
    .updateTable("ScopeRequest")
    .set({ ...settlement, decidedAt: sql<string>`now()` })
    .where("organizationId", "=", context.organizationId)
    .where("id", "=", requestId)
    .where("status", "=", "pending")
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function readKeyName(context: Context, keyId: string): Promise<string> {
  const { name } = await selectRecord(context, "IntegrationKey", keyId).select("name").executeTakeFirstOrThrow();
  return name;
}

/** The latest expiry allowed by the last grants of these scopes; null without a limit. */
export async function findGrantedLimit(
  context: Context,
  keyId: string,
  scopes: readonly string[],
): Promise<string | null> {
  const { rows } = await sql<{ limit: string | null }>`
    SELECT min(g."latestExpiryAt") AS limit FROM (
      SELECT DISTINCT ON (scope) "latestExpiryAt" FROM "ScopeRequest"
      WHERE "organizationId" = ${context.organizationId} AND "keyId" = ${keyId} AND status = 'granted' AND scope = ANY(${[...scopes]}::text[])
      ORDER BY scope, "decidedAt" DESC
    ) g`.execute(context.transaction);
  return rows[0]?.limit ?? null;
}

export const listOverdueRequests = (database: Database, batch: number) =>
  listDue(database, sql`list_lapsed_scope_requests(${batch}::integer)`);
