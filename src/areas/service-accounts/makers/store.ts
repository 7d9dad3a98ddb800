import { sql, type RawBuilder } from "kysely";
import { selectRecord, selectRows } from "../../../platform/database/records.ts";
import type { Context } from "../../../rpc/context.ts";
import type { Actor } from "../../../rpc/principal.ts";

/**
 * Locks the calling key FOR SHARE if it can still be used: a revocation at the same time either waits, and then finds
 * what the key created, or came first.
 */
export function lockUsableKeyForShare(context: Context, keyId: string) {
  return selectRecord(context, "IntegrationKey", keyId)
    .select(["expiresAt", "mcpSensitiveRecords", "webhookAllowedHosts", "allowedNetworks", "actingAttorneyId"])
    .where("revokedAt", "is", null)
    .where("pausedAt", "is", null)
    .where("expiresAt", ">", sql<string>`clock_timestamp()`)
    .forShare()
    .executeTakeFirst();
}

/**
 * Locks the keys that locked keys created.
 *
 * @returns their ids
 */
export async function lockCreatedKeysForUpdate(
  { organizationId, transaction }: Context,
  makerIds: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM "IntegrationKey" WHERE "organizationId" = ${organizationId} AND "createdByKeyId" = ANY (${[...makerIds]}::text[])
    ORDER BY id FOR NO KEY UPDATE`.execute(transaction);
  return rows.map(({ id }) => id);
}

/**
 * Locks the keys of which these keys received live secrets, without these keys themselves and without revoked ones.
 *
 * @returns their ids
 */
export async function lockRotatedKeysForUpdate(
  { organizationId, transaction }: Context,
  makerIds: readonly string[],
): Promise<string[]> {
  const makers = [...makerIds];
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM "IntegrationKey" WHERE "organizationId" = ${organizationId} AND "revokedAt" IS NULL AND NOT id = ANY (${makers}::text[]) AND id IN (
      SELECT "keyId" FROM "IntegrationKeySecret"
      WHERE "organizationId" = ${organizationId} AND "issuedToKeyId" = ANY (${makers}::text[]) AND ("expiresAt" IS NULL OR "expiresAt" > clock_timestamp()))
    ORDER BY id FOR NO KEY UPDATE`.execute(transaction);
  return rows.map(({ id }) => id);
}

/** Ends the secrets of locked keys that these keys received. */
export async function endIssuedSecrets(
  { organizationId, transaction }: Context,
  keyIds: readonly string[],
  makerIds: readonly string[],
  now: string,
): Promise<void> {
  await sql`
    UPDATE "IntegrationKeySecret" SET "expiresAt" = ${now}::timestamptz
    WHERE "organizationId" = ${organizationId} AND "keyId" = ANY (${[...keyIds]}::text[]) AND "issuedToKeyId" = ANY (${[...makerIds]}::text[])
      AND ("expiresAt" IS NULL OR "expiresAt" > ${now}::timestamptz)`.execute(transaction);
}

/** Whether a member allowed the attorney for keys that keys create, change or rotate. */
export async function isAllowedByApi(context: Context, memberId: string): Promise<boolean> {
  const member = await selectRecord(context, "Member", memberId).select("canActForKeysByApi").executeTakeFirst();
  return member?.canActForKeysByApi ?? false;
}

/** Whether one key ever created the other, received a secret of it, or did so through other keys. */
export async function isBehind(context: Context, keyId: string, makerId: string): Promise<boolean> {
  const { organizationId } = context;
  const { rows } = await sql<{ isBehind: boolean }>`
    WITH RECURSIVE behind (id) AS (
      SELECT ${keyId}::text
      UNION
      SELECT a.id FROM behind b CROSS JOIN LATERAL (
        SELECT k."createdBy"->>'id' FROM "IntegrationKey" k
        WHERE k."organizationId" = ${organizationId} AND k.id = b.id AND k."createdBy"->>'type' = 'integration_key'
        UNION ALL
        SELECT s."issuedToKeyId" FROM "IntegrationKeySecret" s
        WHERE s."organizationId" = ${organizationId} AND s."keyId" = b.id AND s."issuedToKeyId" IS NOT NULL
      ) a (id)
    )
    SELECT EXISTS (SELECT FROM behind WHERE id = ${makerId}) AS "isBehind"`.execute(context.transaction);
  return rows[0]?.isBehind ?? false;
}

/** The recipient of a secret, null if unknown, and whether the secret has ended meanwhile. */
export async function findRecipient(
  context: Context,
  keyId: string,
  prefix: string,
): Promise<{ issuedTo: Actor | null; isEnded: boolean }> {
  const row = await selectRows(context, "IntegrationKeySecret")
    .select(["issuedTo", sql<boolean>`coalesce("expiresAt" <= clock_timestamp(), false)`.as("isEnded")])
    .where("keyId", "=", keyId)
    .where("prefix", "=", prefix)
    .orderBy("createdAt", "desc")
    .limit(1)
    .executeTakeFirst();
  return { issuedTo: (row?.issuedTo ?? null) as Actor | null, isEnded: row?.isEnded ?? false };
}

/** Whether a live secret of the key was issued to an integration key other than the requesting one. */
export async function hasForeignHolder(
  context: Context,
  keyId: string,
  requestingKeyId: string | null,
): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    SELECT EXISTS (
      SELECT FROM "IntegrationKeySecret"
      WHERE "organizationId" = ${context.organizationId} AND "keyId" = ${keyId} AND ("expiresAt" IS NULL OR "expiresAt" > clock_timestamp())
        AND "issuedToKeyId" IS NOT NULL AND "issuedToKeyId" IS DISTINCT FROM ${requestingKeyId}::text
    ) AS found`.execute(context.transaction);
  return rows[0]?.found ?? false;
}

type KeyId = string | RawBuilder<unknown>;

export function selectCreated(organizationId: string, keyId: KeyId) {
  return sql`
    WITH RECURSIVE created (id) AS (
      SELECT c.id FROM "IntegrationKey" c WHERE c."organizationId" = ${organizationId} AND c."createdByKeyId" = ${keyId}
      UNION
      SELECT c.id FROM created m JOIN "IntegrationKey" c ON c."organizationId" = ${organizationId} AND c."createdByKeyId" = m.id
    )
    SELECT id FROM created`;
}

/** What a revocation leaves in use, but for these secrets: not the keys that it revokes. */
export function isRotatedBy(organizationId: string, keyId: KeyId) {
  return sql<boolean>`k."revokedAt" IS NULL AND k.id IN (
    WITH makers (id) AS MATERIALIZED (SELECT ${keyId}::text UNION ALL (${selectCreated(organizationId, keyId)}))
    SELECT s."keyId" FROM makers m JOIN "IntegrationKeySecret" s ON s."organizationId" = ${organizationId} AND s."issuedToKeyId" = m.id
    WHERE (s."expiresAt" IS NULL OR s."expiresAt" > now()) AND s."keyId" NOT IN (SELECT id FROM makers))`;
}

/**
 * Of each key the first names of what it created and of what it rotated, unrevoked; one more than `limit` if there are
 * others.
 */
export async function listMadeNames(
  { organizationId, transaction }: Context,
  keyIds: readonly string[],
  limit: number,
) {
  const made = (isMade: RawBuilder<boolean>) => sql`
    ARRAY(SELECT k.name FROM "IntegrationKey" k WHERE k."organizationId" = ${organizationId} AND k."revokedAt" IS NULL AND ${isMade} ORDER BY k.id DESC LIMIT ${limit + 1}::integer)`;
  const { rows } = await sql<{ keyId: string; created: string[]; rotated: string[] }>`
    SELECT m.id AS "keyId", ${made(sql<boolean>`k.id IN (${selectCreated(organizationId, sql`m.id`)})`)} AS created, ${made(isRotatedBy(organizationId, sql`m.id`))} AS rotated
    FROM unnest(${[...keyIds]}::text[]) AS m(id)`.execute(transaction);
  return rows;
}
