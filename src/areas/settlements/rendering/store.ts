import { sql } from "kysely";
import type { Context } from "../../../rpc/context.ts";

/** Whom a printed statement names. */
export interface PrintedNames {
  firm: string;
  claimant: string;
}

/** The names of the firm and of a claimant: a party's contact, else the case's client. */
export async function getPrintedNames(
  { organizationId, transaction }: Context,
  caseId: string,
  claimantPartyId: string | null,
): Promise<PrintedNames> {
  const { rows } = await sql<PrintedNames>`
    SELECT (SELECT o.name FROM "Organization" o WHERE o.id = ${organizationId}) AS firm,
      coalesce(k.name, concat_ws(' ', p."firstName", p."lastName")) AS claimant
    FROM "Case" c
    JOIN "Client" p ON p."organizationId" = ${organizationId} AND p.id = c."plaintiffId"
    LEFT JOIN "CaseParty" y ON y."organizationId" = ${organizationId} AND y.id = ${claimantPartyId}::text
    LEFT JOIN "Contact" k ON k."organizationId" = ${organizationId} AND k.id = y."contactId"
    WHERE c."organizationId" = ${organizationId} AND c.id = ${caseId}`.execute(transaction);
  const [names] = rows;
  if (names === undefined) throw new Error("the case of a statement is there");
  return names;
}
