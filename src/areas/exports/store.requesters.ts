import { sql } from "kysely";
import type { Row } from "../../platform/database/tables.ts";
import type { Context } from "../../rpc/context.ts";

type Inside = Pick<Context, "organizationId" | "transaction">;

export type LiveKey = Pick<Row<"IntegrationKey">, "id" | "actorName" | "scopes" | "allowedNetworks" | "expiresAt" | "actingAttorneyId"> & { actingAttorneyActive: boolean };

/** The key, if it is live by the database's clock. */
export async function findLiveKey({ organizationId, transaction }: Inside, keyId: string): Promise<LiveKey | undefined> {
  const { rows } = await sql<LiveKey>`
    SELECT k.id, k."actorName", k.scopes, k."allowedNetworks", k."expiresAt", k."actingAttorneyId",
           coalesce(m."canActForKeys", false) AS "actingAttorneyActive"
    FROM "IntegrationKey" k
    LEFT JOIN "Member" m ON m."organizationId" = k."organizationId" AND m.id = k."actingAttorneyId"
    WHERE k."organizationId" = ${organizationId} AND k.id = ${keyId}
      AND k."revokedAt" IS NULL AND k."pausedAt" IS NULL AND k."expiresAt" > now()`.execute(transaction);
  return rows[0];
}
