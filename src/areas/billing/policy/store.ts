import { sql } from "kysely";
import type { Context } from "../../../rpc/context.ts";
import type { BillingPolicy } from "./schema.ts";

/** The firm's policy; without a row only what the defaults need. */
export async function findPolicy({
  organizationId,
  transaction,
}: Context): Promise<(Partial<BillingPolicy> & Pick<BillingPolicy, "createdAt">) | undefined> {
  const { rows } = await sql<Partial<BillingPolicy> & Pick<BillingPolicy, "createdAt">>`
    SELECT p.*, coalesce(p."createdAt", o."createdAt") AS "createdAt"
    FROM "Organization" o LEFT JOIN "BillingPolicy" p ON p."organizationId" = ${organizationId} WHERE o.id = ${organizationId}`.execute(
    transaction,
  );
  return rows[0];
}

/** Stores a policy whole. The organization's row is locked. */
export async function savePolicy(
  { organizationId, transaction }: Context,
  { approvalThresholdCents, expenseApproval }: BillingPolicy,
): Promise<void> {
  const values = { approvalThresholdCents, expenseApproval };
  await transaction
    .insertInto("BillingPolicy")
    .values({ organizationId, revision: 2, ...values })
    .onConflict((conflict) =>
      conflict.column("organizationId").doUpdateSet({ ...values, revision: sql<number>`"BillingPolicy".revision + 1` }),
    )
    .execute();
}
