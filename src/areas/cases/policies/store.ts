import { sql, type RawBuilder } from "kysely";
import type { SortedPage } from "../../../platform/database/lists/sorted-list.ts";
import type { Context } from "../../../rpc/context.ts";
import type { InsurancePolicy, InsurancePolicyChanges, InsurancePolicyFilter, NewInsurancePolicy } from "./schema.ts";
import { summarizeContact } from "../contacts/store.ts";
import { rejectDuplicates } from "../../../platform/database/duplicate-entry.ts";
import { updateRecord } from "../../../platform/database/records.ts";

/**
 * @param caseId null: all cases
 * @param rest further conditions, order and limit
 */
export function selectPolicies(
  { organizationId }: Pick<Context, "organizationId">,
  caseId: string | null,
  rest: RawBuilder<unknown>,
): RawBuilder<InsurancePolicy> {
  return sql<InsurancePolicy>`
    SELECT p.*, ${summarizeContact("c")} AS carrier, ${summarizeContact("a")} AS adjuster, ${summarizeContact("t")} AS "thirdPartyAdmin"
    FROM "InsurancePolicy" p
    LEFT JOIN "Contact" c ON c."organizationId" = p."organizationId" AND c.id = p."carrierContactId"
    LEFT JOIN "Contact" a ON a."organizationId" = p."organizationId" AND a.id = p."adjusterContactId"
    LEFT JOIN "Contact" t ON t."organizationId" = p."organizationId" AND t.id = p."thirdPartyAdminContactId"
    WHERE p."organizationId" = ${organizationId} ${caseId === null ? sql`` : sql`AND p."caseId" = ${caseId}`} AND p."deletedAt" IS NULL AND ${rest}`;
}

export function selectPolicyPage(
  context: Pick<Context, "organizationId">,
  caseId: string,
  filters: Partial<InsurancePolicyFilter>,
  page: SortedPage,
): RawBuilder<InsurancePolicy> {
  const { side, type, updatedSince } = filters;
  const equal = Object.entries({ side, type }).filter(([, value]) => value !== undefined);
  const conditions = equal.map(([column, value]) => sql`AND ${sql.ref(`p.${column}`)} = ${value}`);
  return selectPolicies(
    context,
    caseId,
    sql`${page.after} ${sql.join(conditions, sql` `)}
    ${updatedSince === undefined ? sql`` : sql`AND p."updatedAt" >= ${updatedSince}`}
    ORDER BY ${page.order} LIMIT ${page.limit}`,
  );
}

export async function findPolicy(
  context: Context,
  caseId: string,
  policyId: string,
  purpose: "look" | "lock" = "look",
): Promise<InsurancePolicy | undefined> {
  // Two statements: one that waited for the lock would show the contacts beside it as they were before.
  if (purpose === "lock") {
    await sql`SELECT FROM "InsurancePolicy" WHERE "organizationId" = ${context.organizationId} AND id = ${policyId} FOR NO KEY UPDATE`.execute(
      context.transaction,
    );
  }
  const { rows } = await selectPolicies(context, caseId, sql`p.id = ${policyId}`).execute(context.transaction);
  return rows[0];
}

const rejections = { InsurancePolicy_external_id: "externalId: used by another insurance policy" };

/** @throws DUPLICATE_ENTRY */
export async function insertPolicy(
  context: Context,
  values: NewInsurancePolicy & { id: string; caseId: string },
): Promise<void> {
  const { organizationId, transaction } = context;
  await rejectDuplicates(
    rejections,
    transaction
      .insertInto("InsurancePolicy")
      .values({ organizationId, ...values })
      .execute(),
    values,
  );
}

/**
 * Changes a live policy where its revision is still one that the caller expects.
 *
 * @returns whether it was;
 * @throws DUPLICATE_ENTRY
 */
export async function changePolicy(
  context: Context,
  policyId: string,
  changes: InsurancePolicyChanges,
): Promise<boolean> {
  const update = updateRecord(context, "InsurancePolicy", policyId, changes).where("deletedAt", "is", null);
  return (await rejectDuplicates(rejections, update.executeTakeFirstOrThrow(), changes)).numUpdatedRows > 0n;
}

/** @returns undefined when If-Match names another revision */
export function softDeletePolicy(
  context: Context,
  policyId: string,
): Promise<Pick<InsurancePolicy, "deletedAt" | "updatedAt" | "revision"> | undefined> {
  return updateRecord(context, "InsurancePolicy", policyId, { deletedAt: sql<string>`now()` })
    .where("deletedAt", "is", null)
    .returning(["deletedAt", "updatedAt", "revision"])
    .executeTakeFirst();
}
