import { sql } from "kysely";
import type { Context } from "../../rpc/context.ts";

export interface KeyInUse {
  keyId: string;
  name: string;
  scopes: string[];
  createdAt: string;
  lastUsedAt: string | null;
  /** The first day with counts, `YYYY-MM-DD`; null before the first request. */
  firstDay: string | null;
}

/** One key, or all that work. */
function isWanted(keyId: string | null) {
  return keyId === null ? sql`k."revokedAt" IS NULL AND k."pausedAt" IS NULL AND k."expiresAt" > now()` : sql`k.id = ${keyId}`;
}

export async function listKeysInUse({ organizationId, transaction }: Context, keyId: string | null): Promise<KeyInUse[]> {
  const { rows } = await sql<KeyInUse>`
    SELECT k.id AS "keyId", k.name, k.scopes, k."createdAt", k."lastUsedAt",
      (SELECT d.day FROM "KeyUsageDay" d WHERE d."organizationId" = ${organizationId} AND d."keyId" = k.id ORDER BY d.day LIMIT 1) AS "firstDay"
    FROM "IntegrationKey" k WHERE k."organizationId" = ${organizationId} AND ${isWanted(keyId)} ORDER BY k.id`.execute(transaction);
  return rows;
}

export async function listScopeUses({ organizationId, transaction }: Context, keyId: string | null) {
  const { rows } = await sql<{ keyId: string; scope: string; lastUsedAt: string }>`
    SELECT u."keyId", u.scope, u."lastUsedAt"
    FROM "IntegrationKey" k JOIN "KeyScopeUse" u ON u."organizationId" = ${organizationId} AND u."keyId" = k.id
    WHERE k."organizationId" = ${organizationId} AND ${isWanted(keyId)}`.execute(transaction);
  return rows;
}
