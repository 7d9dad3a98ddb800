import { sql } from "kysely";
import { rejectDuplicates } from "../../../platform/database/duplicate-entry.ts";
import { selectRecord, selectRows } from "../../../platform/database/records.ts";
import type { Row } from "../../../platform/database/tables.ts";
import { asJson } from "../../../platform/database/wire-form.ts";
import type { Context } from "../../../rpc/context.ts";
import type { FeeAgreement, FormerAgreement } from "./schema.ts";

type AgreementRow = Row<"FeeAgreement">;

/** What the firm and the client agreed on. */
export type Terms = Pick<
  FeeAgreement,
  | "type"
  | "base"
  | "tiers"
  | "costsResponsibility"
  | "jurisdiction"
  | "triggersReached"
  | "signedOn"
  | "documentId"
  | "notes"
  | "externalId"
>;

const taken = { FeeAgreement_organizationId_externalId_key: "externalId: used by another fee agreement" };

const toColumns = ({ tiers, triggersReached, ...terms }: Terms) => ({
  ...terms,
  tiers: JSON.stringify(tiers),
  triggersReached: JSON.stringify(triggersReached),
});

/** The fee agreement of a case, without a lock. */
export function findFeeAgreement(context: Context, caseId: string): Promise<AgreementRow | undefined> {
  return selectRows(context, "FeeAgreement").selectAll().where("caseId", "=", caseId).executeTakeFirst();
}

/** The state of a case, without a lock. */
export async function findStateOfCase(context: Context, caseId: string): Promise<string | null> {
  const row = await selectRecord(context, "Case", caseId).select("caseState").executeTakeFirst();
  return row?.caseState ?? null;
}

/** @throws DUPLICATE_ENTRY */
export async function insertFeeAgreement(
  { organizationId, transaction }: Context,
  { id, caseId, terms, createdBy }: { id: string; caseId: string; terms: Terms; createdBy: FeeAgreement["createdBy"] },
): Promise<AgreementRow> {
  const inserted = transaction
    .insertInto("FeeAgreement")
    .values({ organizationId, id, caseId, ...toColumns(terms), createdBy: asJson(createdBy) })
    .returningAll()
    .executeTakeFirstOrThrow();
  return rejectDuplicates(taken, inserted, terms);
}

/**
 * Writes the next version over the present one. The caller has locked the case.
 *
 * @param previous the former versions, of which the first is replaced now
 * @throws DUPLICATE_ENTRY
 */
export async function replaceFeeAgreement(
  { organizationId, transaction }: Context,
  {
    id,
    terms,
    createdBy,
    previous,
  }: {
    id: string;
    terms: Terms;
    createdBy: FeeAgreement["createdBy"];
    previous: (Omit<FormerAgreement, "replacedAt"> | FormerAgreement)[];
  },
): Promise<AgreementRow> {
  const now = new Date().toISOString();
  const stored = previous.map((former) => ({ replacedAt: now, ...former }));
  const updated = transaction
    .updateTable("FeeAgreement")
    .set({
      ...toColumns(terms),
      createdBy: asJson(createdBy),
      previous: JSON.stringify(stored),
      version: sql<number>`version + 1`,
      revision: sql<number>`revision + 1`,
    })
    .where("organizationId", "=", organizationId)
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();
  return rejectDuplicates(taken, updated, terms);
}
