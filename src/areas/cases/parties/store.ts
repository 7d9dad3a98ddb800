import { sql, type RawBuilder } from "kysely";
import { rejectDuplicates } from "../../../platform/database/duplicate-entry.ts";
import { selectRecord, updateRecord } from "../../../platform/database/records.ts";
import type { Row } from "../../../platform/database/tables.ts";
import type { Context } from "../../../rpc/context.ts";
import { summarizeContact } from "../contacts/store.ts";
import type { CaseParty, CasePartyChanges } from "./schema.ts";

export type PartyRow = Row<"CaseParty"> & Pick<CaseParty, "contact" | "representedBy">;

export function selectParties(organizationId: string, from: RawBuilder<unknown>): RawBuilder<PartyRow> {
  return sql<PartyRow>`
    SELECT t.*, ${summarizeContact("k")} AS contact, ${summarizeContact("r")} AS "representedBy"
    FROM ${from} t
    JOIN "Contact" k ON k."organizationId" = ${organizationId} AND k.id = t."contactId"
    LEFT JOIN "Contact" r ON r."organizationId" = ${organizationId} AND r.id = t."representedByContactId"`;
}

/** Locks a party of the case FOR NO KEY UPDATE until commit; undefined when there is none. */
export async function lockPartyForUpdate(
  context: Context,
  caseId: string,
  partyId: string,
): Promise<PartyRow | undefined> {
  const { organizationId, transaction } = context;
  // Two statements: one that waited for the lock would show the contacts beside it as they were before.
  await selectRecord(context, "CaseParty", partyId).select("id").forNoKeyUpdate().execute();
  const party = sql`(SELECT t.* FROM "CaseParty" t
    WHERE t."organizationId" = ${organizationId} AND t."caseId" = ${caseId} AND t.id = ${partyId} AND t."deletedAt" IS NULL)`;
  const { rows } = await selectParties(organizationId, party).execute(transaction);
  return rows[0];
}

/** The messages for unique indexes. */
export const taken = {
  CaseParty_primary_role: "isPrimary: another party of the case is already primary in this role",
  CaseParty_external_id: "externalId: used by another party",
};

/**
 * Changes a live party where its revision is still one that the caller expects.
 *
 * @returns whether it was
 * @throws DUPLICATE_ENTRY
 */
export async function changeParty(context: Context, partyId: string, changes: CasePartyChanges): Promise<boolean> {
  const update = updateRecord(context, "CaseParty", partyId, changes).where("deletedAt", "is", null);
  return (await rejectDuplicates(taken, update.executeTakeFirstOrThrow(), changes)).numUpdatedRows > 0n;
}

/** Whether a deadline for the party's answer is open or missed. */
export async function hasOpenAnswer({ organizationId, transaction }: Context, partyId: string): Promise<boolean> {
  const { rows } =
    await sql`SELECT FROM "Deadline" WHERE "organizationId" = ${organizationId} AND "adversePartyId" = ${partyId} AND type = 'answer_due' AND "isOpen" LIMIT 1`.execute(
      transaction,
    );
  return rows.length > 0;
}

/** What names a party as its claimant: `a damage`; undefined where nothing does. */
export async function findClaimOf(
  { organizationId, transaction }: Context,
  partyId: string,
): Promise<string | undefined> {
  const own = sql`"organizationId" = ${organizationId} AND "claimantPartyId" = ${partyId}`;
  const { rows } = await sql<{ claim: string }>`
    (SELECT 'a damage'::text AS claim FROM "Damage" WHERE ${own} AND "deletedAt" IS NULL LIMIT 1)
    UNION ALL (SELECT 'a lien' FROM "Lien" WHERE ${own} LIMIT 1)
    UNION ALL (SELECT 'a negotiation' FROM "Negotiation" WHERE ${own} LIMIT 1)
    UNION ALL (SELECT 'a settlement' FROM "SettlementShare" WHERE ${own} LIMIT 1)
    UNION ALL (SELECT 'a trust ledger' FROM "TrustLedger" WHERE ${own} LIMIT 1)
    UNION ALL (SELECT 'a settlement' FROM "SettlementPayer"
      WHERE "organizationId" = ${organizationId} AND "partyId" = ${partyId} LIMIT 1)`.execute(transaction);
  return rows[0]?.claim;
}
