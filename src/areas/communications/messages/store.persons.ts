import { sql } from "kysely";
import type { Context } from "../../../rpc/context.ts";

export interface KnownPerson {
  address: string;
  clientId: string | null;
  leadId: string | null;
  contactId: string | null;
}

/**
 * Who of a case or a lead has one of these addresses: its client, the lead, or who speaks for the client and is a party
 * of the case. The client comes first.
 */
export async function findPersons(
  { organizationId, transaction }: Context,
  place: { caseId: string | null; leadId: string | null },
  addresses: readonly string[],
): Promise<KnownPerson[]> {
  const given = sql`unnest(${[...addresses]}::text[]) AS a(address)`;
  const { rows } = await sql<KnownPerson>`
    SELECT a.address, p.id AS "clientId", NULL::text AS "leadId", NULL::text AS "contactId" FROM "Case" c
    JOIN "Client" p ON p."organizationId" = ${organizationId} AND p.id = c."plaintiffId"
    JOIN ${given} ON a.address = p."phoneE164" OR a.address = p."secondaryPhoneE164" OR a.address = p."emailKey"
    WHERE c."organizationId" = ${organizationId} AND c.id = ${place.caseId}
    UNION ALL
    SELECT a.address, NULL, l.id, NULL FROM "Lead" l
    JOIN ${given} ON a.address = l."phoneE164" OR a.address = l."emailKey"
    WHERE l."organizationId" = ${organizationId} AND l.id = ${place.leadId}
    UNION ALL
    (SELECT a.address, NULL, NULL, min(k.id) FROM "Case" c
    JOIN "Client" p ON p."organizationId" = ${organizationId} AND p.id = c."plaintiffId"
    JOIN LATERAL (
      SELECT unnest(ARRAY[p."guardianContactId", p."representativeContactId"]) AS id
      UNION SELECT y."contactId" FROM "CaseParty" y
        WHERE y."organizationId" = ${organizationId} AND y."caseId" = c.id AND y."deletedAt" IS NULL) s ON s.id IS NOT NULL
    JOIN "Contact" k ON k."organizationId" = ${organizationId} AND k.id = s.id AND k."deletedAt" IS NULL
    JOIN ${given} ON EXISTS (SELECT FROM "ContactPhone" n WHERE n."organizationId" = ${organizationId} AND n."contactId" = k.id AND n.e164 = a.address)
      OR EXISTS (SELECT FROM "ContactEmail" n WHERE n."organizationId" = ${organizationId} AND n."contactId" = k.id AND n."addressKey" = a.address)
    WHERE c."organizationId" = ${organizationId} AND c.id = ${place.caseId} GROUP BY a.address)`.execute(transaction);
  return rows;
}

/** Names people of a conversation and its messages who were only addresses until it was linked. */
export async function identifyPeople(
  { organizationId, transaction }: Context,
  conversationId: string,
  { address, clientId, leadId, contactId }: KnownPerson,
): Promise<void> {
  const named = sql`"clientId" = ${clientId}, "leadId" = ${leadId}, "contactId" = ${contactId}`;
  const unknown = sql`address = ${address} AND num_nonnulls("clientId", "leadId", "contactId", "memberId") = 0`;
  await sql`UPDATE "ConversationCounterpart" SET ${named}
    WHERE "organizationId" = ${organizationId} AND "conversationId" = ${conversationId} AND ${unknown}`.execute(
    transaction,
  );
  await sql`UPDATE "MessageParty" SET ${named} WHERE "organizationId" = ${organizationId} AND ${unknown} AND "messageId" IN (
    SELECT m.id FROM "Message" m WHERE m."organizationId" = ${organizationId} AND m."conversationId" = ${conversationId})`.execute(
    transaction,
  );
}
