import { sql } from "kysely";
import { hasLiveOwners } from "../../../platform/database/lists/hanging-records.ts";
import type { Context } from "../../../rpc/context.ts";

export interface LinkedPlace {
  caseId: string | null;
  leadId: string | null;
}

/**
 * What the firm's last message to an address within 30 days before an instant belongs to: a live case, a lead, or
 * nothing yet; undefined where the firm sent none.
 */
export async function findLastWritten(
  { organizationId, transaction }: Context,
  { channel, address, at }: { channel: string; address: string; at: string },
): Promise<LinkedPlace | undefined> {
  const { rows } = await sql<LinkedPlace>`
    SELECT m."caseId", m."leadId" FROM "MessageParty" p
    JOIN "Message" m ON m."organizationId" = ${organizationId} AND m.id = p."messageId"
    WHERE p."organizationId" = ${organizationId} AND p.address = ${address} AND p.role = 'to'
      AND m.channel = ${channel} AND m.direction = 'outbound' AND m."voidedAt" IS NULL
      AND m.status IN ('sent', 'delivered', 'read', 'undelivered', 'bounced', 'logged')
      AND m."occurredAt" <= ${at}::timestamptz AND m."occurredAt" > ${at}::timestamptz - interval '30 days'
      AND ${hasLiveOwners(organizationId, "m", ["caseId"])}
    ORDER BY m."occurredAt" DESC, m.id DESC LIMIT 1`.execute(transaction);
  return rows[0];
}

/**
 * The only live case or lead of the only client or live lead with an address; undefined where two persons have it, or
 * the one has none or several: two possible cases are never guessed.
 */
export async function findOnlyPlace(
  { organizationId, transaction }: Context,
  address: string,
): Promise<LinkedPlace | undefined> {
  const { rows } = await sql<LinkedPlace>`
    WITH person AS (
      SELECT p.id AS "clientId", NULL::text AS "leadId" FROM "Client" p
      WHERE p."organizationId" = ${organizationId} AND p."deletedAt" IS NULL AND p."mergedIntoClientId" IS NULL
        AND (p."phoneE164" = ${address} OR p."secondaryPhoneE164" = ${address} OR p."emailKey" = ${address})
      UNION ALL
      SELECT NULL, l.id FROM "Lead" l
      WHERE l."organizationId" = ${organizationId} AND l."deletedAt" IS NULL
        AND (l."phoneE164" = ${address} OR l."emailKey" = ${address})
        AND l.status NOT IN ('referred_out', 'converted', 'declined', 'lost', 'duplicate', 'spam')
    ), place AS (
      SELECT c.id AS "caseId", NULL::text AS "leadId" FROM person p
      JOIN "Case" c ON c."organizationId" = ${organizationId} AND c."plaintiffId" = p."clientId" AND c."deletedAt" IS NULL
        AND c."matterStatus" IN ('pending', 'open', 'on_hold', 'settled')
      UNION ALL
      SELECT NULL, p."leadId" FROM person p WHERE p."leadId" IS NOT NULL
    )
    SELECT min("caseId") AS "caseId", min("leadId") AS "leadId" FROM place
    HAVING count(*) = 1 AND (SELECT count(*) FROM person) = 1`.execute(transaction);
  return rows[0];
}
