import { sql } from "kysely";
import type { Context } from "../../rpc/context.ts";
import { selectLastUse } from "../../rpc/store.key-uses.ts";

export interface KeyInUse {
  scopes: string[];
  createdAt: string;
  lastUsedAt: string | null;
  /** The first day with counts, `YYYY-MM-DD`; null before the first request. */
  firstDay: string | null;
}

export async function findKeyInUse(
  { organizationId, transaction }: Context,
  keyId: string,
): Promise<KeyInUse | undefined> {
  const { rows } = await sql<KeyInUse>`
    SELECT k.scopes, k."createdAt", ${selectLastUse(organizationId)} AS "lastUsedAt",
      (SELECT d.day FROM "KeyUsageDay" d WHERE d."organizationId" = ${organizationId} AND d."keyId" = k.id ORDER BY d.day LIMIT 1) AS "firstDay"
    FROM "IntegrationKey" k WHERE k."organizationId" = ${organizationId} AND k.id = ${keyId}`.execute(transaction);
  return rows[0];
}

export async function listScopeUses({ organizationId, transaction }: Context, keyId: string) {
  const { rows } = await sql<{ scope: string; lastUsedAt: string }>`
    SELECT scope, "lastUsedAt" FROM "KeyScopeUse" WHERE "organizationId" = ${organizationId} AND "keyId" = ${keyId}`.execute(
    transaction,
  );
  return rows;
}
