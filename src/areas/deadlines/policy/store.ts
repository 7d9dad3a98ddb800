import { sql } from "kysely";
import type { Context } from "../../../rpc/context.ts";
import type { DeadlinePolicy } from "./schema.ts";

/** The firm's policy; without a row only what the defaults need. */
export async function findPolicy({
  organizationId,
  transaction,
}: Context): Promise<(Partial<DeadlinePolicy> & Pick<DeadlinePolicy, "createdAt">) | undefined> {
  const { rows } = await sql<Partial<DeadlinePolicy> & Pick<DeadlinePolicy, "createdAt">>`
    SELECT o."createdAt" AS "organizationCreatedAt", p.*, coalesce(p."createdAt", o."createdAt") AS "createdAt"
    FROM "Organization" o LEFT JOIN "DeadlinePolicy" p ON p."organizationId" = ${organizationId} WHERE o.id = ${organizationId}`.execute(
    transaction,
  );
  return rows[0];
}

/** Stores a policy whole. The organization's row is locked. */
export async function savePolicy({ organizationId, transaction }: Context, policy: DeadlinePolicy): Promise<void> {
  const { limitationVerification, otherVerification, requireVerificationOf, warningDays, unverifiedReminderDays } =
    policy;
  const values = {
    limitationVerification,
    otherVerification,
    requireVerificationOf,
    warningDays: JSON.stringify(warningDays),
    unverifiedReminderDays,
  };
  await transaction
    .insertInto("DeadlinePolicy")
    .values({ organizationId, revision: 2, ...values })
    .onConflict((conflict) =>
      conflict
        .column("organizationId")
        .doUpdateSet({ ...values, revision: sql<number>`"DeadlinePolicy".revision + 1` }),
    )
    .execute();
}
