import { writeAuditEntries } from "../../database/transaction-records.ts";
import type { Transaction } from "../../database/database.ts";
import { createId, createRequestId } from "../../database/ids.ts";
import { createKeySecret } from "./integration-key.ts";

/** Legacy credentials can only create and update cases and leads. */
export const legacyScopes = ["cases:write", "leads:write"] as const;

/** Which claim of a token names an OIDC client: `client_id` or `azp`, or else `sub`. */
export const tokenClaims = ["client", "subject"] as const;

/**
 * Creates a partner's key.
 *
 * @returns its id, and the secret, which is shown once
 */
export async function createPartnerKey(
  transaction: Transaction,
  organizationId: string,
  name: string,
): Promise<{ id: string; secret: string }> {
  const { secret, prefix, digest } = createKeySecret("cpp");
  const id = createId("partnerKey");
  await transaction
    .insertInto("LegacyCredential")
    .values({ organizationId, id, kind: "partner_key", name, scopes: [...legacyScopes], prefix, digest })
    .execute();
  note(transaction, {
    organizationId,
    id,
    action: "legacyCredentials.createPartnerKey",
    changes: { name: { from: null, to: name } },
  });
  return { id, secret };
}

/**
 * Maps tokens with this client or subject to the organization.
 *
 * @throws when they are mapped to another
 */
export async function createOidcClient(
  transaction: Transaction,
  organizationId: string,
  client: { name: string; issuer: string; claim: (typeof tokenClaims)[number]; value: string },
): Promise<string> {
  const id = createId("oidcClient");
  await transaction
    .insertInto("LegacyCredential")
    .values({ organizationId, id, kind: "oidc_client", scopes: [...legacyScopes], ...client })
    .execute();
  const changes = Object.fromEntries(
    Object.entries(client).map(([field, value]) => [field, { from: null, to: value }]),
  );
  note(transaction, { organizationId, id, action: "legacyCredentials.createOidcClient", changes });
  return id;
}

/**
 * Ends a credential with the very next request.
 *
 * @returns whether there was a live one
 */
export async function revokeLegacyCredential(
  transaction: Transaction,
  organizationId: string,
  id: string,
  reason: string,
): Promise<boolean> {
  const revoked = await transaction
    .updateTable("LegacyCredential")
    .set({ revokedAt: new Date().toISOString(), revokeReason: reason })
    .where("organizationId", "=", organizationId)
    .where("id", "=", id)
    .where("revokedAt", "is", null)
    .returning("id")
    .executeTakeFirst();
  if (revoked === undefined) return false;
  note(transaction, {
    organizationId,
    id,
    action: "legacyCredentials.revoke",
    changes: { revokeReason: { from: null, to: reason } },
  });
  return true;
}

/** Operators create and revoke these on the command line; the audit log records both. */
function note(
  transaction: Transaction,
  { organizationId, id, action, changes }: { organizationId: string; id: string; action: string; changes: object },
): void {
  writeAuditEntries(transaction, {
    organizationId,
    requestId: createRequestId(),
    action,
    clientIp: null,
    actor: { type: "system", id: "system", name: "Operator" },
    onBehalfOfAttorneyId: null,
    auditEntries: [{ entity: "legacy_credential", entityId: id, relatedIds: [], changes }],
  });
}
