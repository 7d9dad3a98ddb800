import { sql, type RawBuilder } from "kysely";
import type { KeyStatus } from "../../../contract/integration-keys.ts";
import { wideningScopes } from "../../../contract/scopes.ts";
import type { Context } from "../../../rpc/context.ts";
import { status } from "../store.ts";

/** A key that works, and why it needs attention. */
export interface KeyNeeds {
  keyId: string;
  name: string;
  status: KeyStatus;
  expiresAt: string;
  actingAttorneyName: string | null;
  lastUsedAt: string | null;
  pendingScopes: number;
  isUnused: boolean;
  /** Of a key that is in use. */
  unusedScopes: number;
  /** How many keys need attention, those beyond the limit included. */
  total: number;
}

/**
 * The rule for unused keys and scopes is `findNeeds` of the request logs. It stands here, too, because only a condition
 * in SQL bounds what is read to `limit` rows of keys; a test compares both. The keys are read by the index of living
 * keys, `(organizationId, expiresAt, id)`.
 *
 * @param boundary what was not used since then is unused
 */
export function selectKeysInNeed(organizationId: string, boundary: string, limit: number): RawBuilder<KeyNeeds> {
  return sql<KeyNeeds>`
    WITH pending AS MATERIALIZED (
      SELECT "keyId", count(*)::integer AS scopes FROM "ScopeRequest"
      WHERE "organizationId" = ${organizationId} AND status = 'pending' AND "lapsesAt" > now() GROUP BY 1
    ),
    described AS (
      SELECT k.id AS "keyId", k.name, ${status} AS status, k."expiresAt", m."firstName" || ' ' || m."lastName" AS "actingAttorneyName", l."usedAt" AS "lastUsedAt",
        coalesce(p.scopes, 0) AS "pendingScopes", greatest(k."createdAt", l."usedAt") <= b.boundary AS "isUnused",
        CASE WHEN k."createdAt" <= b.boundary AND l."usedAt" > b.boundary AND EXISTS (SELECT FROM "KeyUsageDay" d
            WHERE d."organizationId" = ${organizationId} AND d."keyId" = k.id AND d.day <= (b.boundary AT TIME ZONE 'UTC')::date)
          THEN (SELECT count(*) FROM unnest(k.scopes) AS s(scope) WHERE s.scope <> ALL (${[...wideningScopes]}::text[]) AND NOT EXISTS (SELECT FROM "KeyScopeUse" u
            WHERE u."organizationId" = ${organizationId} AND u."keyId" = k.id AND u.scope = s.scope AND u."lastUsedAt" > b.boundary))
          ELSE 0 END::integer AS "unusedScopes"
      FROM (SELECT ${boundary}::timestamptz AS boundary) b
      CROSS JOIN "IntegrationKey" k
      LEFT JOIN "Member" m ON m."organizationId" = k."organizationId" AND m.id = k."actingAttorneyId"
      LEFT JOIN pending p ON p."keyId" = k.id
      LEFT JOIN "KeyUse" l ON l."organizationId" = ${organizationId} AND l."keyId" = k.id AND l.prefix = ''
      WHERE k."organizationId" = ${organizationId} AND k."revokedAt" IS NULL AND k."pausedAt" IS NULL AND k."expiresAt" > now()
    )
    SELECT *, (count(*) OVER ())::integer AS total FROM described
    WHERE status <> 'active' OR "pendingScopes" > 0 OR "isUnused" OR "unusedScopes" > 0
    ORDER BY array_position(ARRAY['needs_attention', 'expiring'], status), CASE WHEN status <> 'active' THEN "expiresAt" END, "pendingScopes" > 0 DESC, "isUnused" DESC, "keyId"
    LIMIT ${limit}::integer`;
}

export async function listKeysInNeed(
  { organizationId, transaction }: Context,
  boundary: string,
  limit: number,
): Promise<KeyNeeds[]> {
  return (await selectKeysInNeed(organizationId, boundary, limit).execute(transaction)).rows;
}
