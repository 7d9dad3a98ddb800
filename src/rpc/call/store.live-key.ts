import { sql } from "kysely";
import { isScope } from "../../contract/scopes.ts";
import type { Row } from "../../platform/database/tables.ts";
import type { Context } from "../context.ts";
import { absentKey, type IntegrationKeyPrincipal } from "../principal.ts";

type LiveKey = Pick<
  Row<"IntegrationKey">,
  | "actorName"
  | "scopes"
  | "allowedNetworks"
  | "expiresAt"
  | "actingAttorneyId"
  | "vendorContactId"
  | "mcpSensitiveRecords"
> & { actingAttorneyActive: boolean };

type Inside = Pick<Context, "organizationId" | "transaction">;

/** The key as it may act now, without a request: null unless it is live by the database's clock. */
export async function findLiveKey(
  { organizationId, transaction }: Inside,
  keyId: string,
): Promise<IntegrationKeyPrincipal | null> {
  const { rows } = await sql<LiveKey>`
    SELECT k."actorName", k.scopes, k."allowedNetworks", k."expiresAt", k."actingAttorneyId", k."vendorContactId", k."mcpSensitiveRecords",
           coalesce(m."canActForKeys", false) AS "actingAttorneyActive"
    FROM "IntegrationKey" k
    LEFT JOIN "Member" m ON m."organizationId" = k."organizationId" AND m.id = k."actingAttorneyId"
    WHERE k."organizationId" = ${organizationId} AND k.id = ${keyId}
      AND k."revokedAt" IS NULL AND k."pausedAt" IS NULL AND k."expiresAt" > now()`.execute(transaction);
  const [key] = rows;
  if (key === undefined) return null;
  const { actorName: name, scopes, ...rest } = key;
  return { ...absentKey(organizationId, { id: keyId, name }, null), ...rest, scopes: new Set(scopes.filter(isScope)) };
}

/** Locks the key for share until the commit, which a revocation or a pause waits for; null unless it is live. */
export async function lockLiveKeyForShare(context: Inside, keyId: string): Promise<IntegrationKeyPrincipal | null> {
  const { organizationId, transaction } = context;
  // A statement of its own: together with tables of the organization, a cluster locks the copy on that node (0074).
  await sql`SELECT FROM "IntegrationKey" WHERE "organizationId" = ${organizationId} AND id = ${keyId} FOR SHARE`.execute(
    transaction,
  );
  return findLiveKey(context, keyId);
}
