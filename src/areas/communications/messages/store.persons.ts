import { sql } from "kysely";
import type { Context } from "../../../rpc/context.ts";

export interface KnownPerson {
  address: string;
  clientId: string | null;
  leadId: string | null;
}

/** Who of a case or a lead has one of these addresses: its client, or the lead. */
export async function findPersons(
  { organizationId, transaction }: Context,
  place: { caseId: string | null; leadId: string | null },
  addresses: readonly string[],
): Promise<KnownPerson[]> {
  const given = sql`${[...addresses]}::text[]`;
  const { rows } = await sql<KnownPerson>`
    SELECT a.address, p.id AS "clientId", NULL::text AS "leadId" FROM "Case" c
    JOIN "Client" p ON p."organizationId" = ${organizationId} AND p.id = c."plaintiffId"
    JOIN unnest(${given}) AS a(address) ON a.address = p."phoneE164" OR a.address = p."secondaryPhoneE164" OR a.address = p."emailKey"
    WHERE c."organizationId" = ${organizationId} AND c.id = ${place.caseId}
    UNION ALL
    SELECT a.address, NULL, l.id FROM "Lead" l
    JOIN unnest(${given}) AS a(address) ON a.address = l."phoneE164" OR a.address = l."emailKey"
    WHERE l."organizationId" = ${organizationId} AND l.id = ${place.leadId}`.execute(transaction);
  return rows;
}
