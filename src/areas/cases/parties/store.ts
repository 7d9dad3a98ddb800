import { sql, type RawBuilder } from "kysely";
import type { ExpectedRevisions } from "../../../contract/revision.ts";
import type { SortedPage } from "../../../platform/database/lists/sorted-list.ts";
import type { Context } from "../../../rpc/context.ts";
import type { CaseParty, CasePartyChanges, CasePartyFilter, NewCaseParty } from "./schema.ts";
import { summarizeContact } from "../contacts/store.ts";
import { rejectDuplicates } from "../../../platform/database/duplicate-entry.ts";
import { updateRecord } from "../../../platform/database/records.ts";

/**
 * @param caseId null: all cases
 * @param rest further conditions, order and limit
 */
export function selectParties(
  { organizationId }: Pick<Context, "organizationId">,
  caseId: string | null,
  rest: RawBuilder<unknown>,
): RawBuilder<CaseParty> {
  return sql<CaseParty>`
    SELECT p.*, ${summarizeContact("k")} AS contact, ${summarizeContact("r")} AS "representedBy"
    FROM "CaseParty" p
    JOIN "Contact" k ON k."organizationId" = p."organizationId" AND k.id = p."contactId"
    LEFT JOIN "Contact" r ON r."organizationId" = p."organizationId" AND r.id = p."representedByContactId"
    WHERE p."organizationId" = ${organizationId} ${caseId === null ? sql`` : sql`AND p."caseId" = ${caseId}`} AND p."deletedAt" IS NULL AND ${rest}`;
}

export function selectPartyPage(
  context: Pick<Context, "organizationId">,
  caseId: string,
  filters: Partial<CasePartyFilter>,
  page: SortedPage,
): RawBuilder<CaseParty> {
  const { role, side, updatedSince } = filters;
  return selectParties(
    context,
    caseId,
    sql`${page.after}
    ${role === undefined ? sql`` : sql`AND p.role = ${role}`} ${side === undefined ? sql`` : sql`AND p.side = ${side}`}
    ${updatedSince === undefined ? sql`` : sql`AND p."updatedAt" >= ${updatedSince}`}
    ORDER BY ${page.order} LIMIT ${page.limit}`,
  );
}

export async function findParty(
  context: Context,
  caseId: string,
  partyId: string,
  purpose: "look" | "lock" = "look",
): Promise<CaseParty | undefined> {
  // Two statements: one that waited for the lock would show the contacts beside it as they were before.
  if (purpose === "lock") {
    await sql`SELECT FROM "CaseParty" WHERE "organizationId" = ${context.organizationId} AND id = ${partyId} FOR NO KEY UPDATE`.execute(
      context.transaction,
    );
  }
  const { rows } = await selectParties(context, caseId, sql`p.id = ${partyId}`).execute(context.transaction);
  return rows[0];
}

const rejections = {
  CaseParty_primary_role: "isPrimary: another party of the case is already primary in this role",
  CaseParty_external_id: "externalId: used by another party",
};

/** @throws DUPLICATE_ENTRY */
export async function insertParty(
  context: Context,
  values: NewCaseParty & { id: string; caseId: string },
): Promise<void> {
  const { organizationId, transaction } = context;
  await rejectDuplicates(
    rejections,
    transaction
      .insertInto("CaseParty")
      .values({ organizationId, ...values })
      .execute(),
    values,
  );
}

/**
 * Changes a live party where its revision is still one that the caller expects.
 *
 * @returns whether it was;
 * @throws DUPLICATE_ENTRY
 */
export async function changeParty(
  context: Context,
  partyId: string,
  changes: CasePartyChanges,
  expected: ExpectedRevisions = context.expectedRevisions,
): Promise<boolean> {
  const update = updateRecord({ ...context, expectedRevisions: expected }, "CaseParty", partyId, changes).where(
    "deletedAt",
    "is",
    null,
  );
  return (await rejectDuplicates(rejections, update.executeTakeFirstOrThrow(), changes)).numUpdatedRows > 0n;
}

/** Whether a deadline for the party's answer is open or missed. */
export async function hasOpenAnswer({ organizationId, transaction }: Context, partyId: string): Promise<boolean> {
  const { rows } =
    await sql`SELECT FROM "Deadline" WHERE "organizationId" = ${organizationId} AND "adversePartyId" = ${partyId} AND type = 'answer_due' AND "isOpen" LIMIT 1`.execute(
      transaction,
    );
  return rows.length > 0;
}

/** @returns undefined when If-Match names another revision */
export function softDeleteParty(
  context: Context,
  partyId: string,
): Promise<Pick<CaseParty, "deletedAt" | "updatedAt" | "revision"> | undefined> {
  return updateRecord(context, "CaseParty", partyId, { deletedAt: sql<string>`now()` })
    .where("deletedAt", "is", null)
    .returning(["deletedAt", "updatedAt", "revision"])
    .executeTakeFirst();
}
