import { sql } from "kysely";
import type { Context } from "../../../rpc/context.ts";

/** Who created a key, or was shown a live secret of it; for those that are keys, who is behind them. IDs of members and keys. */
export async function listKeyPersons({ organizationId, transaction }: Context, keyId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    WITH RECURSIVE behind (id, type) AS (
      SELECT ${keyId}::text, 'integration_key'
      UNION
      SELECT a.id, a.type FROM behind b CROSS JOIN LATERAL (
        SELECT k."createdBy"->>'id', k."createdBy"->>'type' FROM "IntegrationKey" k
        WHERE k."organizationId" = ${organizationId} AND k.id = b.id AND k."createdBy" IS NOT NULL
        UNION ALL
        SELECT s."issuedTo"->>'id', s."issuedTo"->>'type' FROM "IntegrationKeySecret" s
        WHERE s."organizationId" = ${organizationId} AND s."keyId" = b.id AND s."issuedTo" IS NOT NULL AND (s."expiresAt" IS NULL OR s."expiresAt" > clock_timestamp())
      ) a (id, type) WHERE b.type = 'integration_key'
    )
    SELECT DISTINCT id FROM behind WHERE id <> ${keyId} AND type IN ('member', 'integration_key')`.execute(transaction);
  return rows.map(({ id }) => id);
}
