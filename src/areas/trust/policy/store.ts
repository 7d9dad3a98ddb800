import { sql } from "kysely";
import type { Context } from "../../../rpc/context.ts";
import type { TrustPolicy } from "./schema.ts";

type FoundPolicy = Partial<TrustPolicy> & Pick<TrustPolicy, "createdAt">;

/** The firm's policy; without a row only what the defaults need. */
export async function findTrustPolicy({ organizationId, transaction }: Context): Promise<FoundPolicy | undefined> {
  const { rows } = await sql<FoundPolicy>`
    SELECT p.*, coalesce(p."createdAt", o."createdAt") AS "createdAt"
    FROM "Organization" o LEFT JOIN "TrustPolicy" p ON p."organizationId" = ${organizationId} WHERE o.id = ${organizationId}`.execute(
    transaction,
  );
  return rows[0];
}

/** Stores a policy whole. The organization's row is locked. */
export async function saveTrustPolicy(
  { organizationId, transaction }: Context,
  { approval }: TrustPolicy,
): Promise<void> {
  await transaction
    .insertInto("TrustPolicy")
    .values({ organizationId, revision: 2, approval })
    .onConflict((conflict) =>
      conflict.column("organizationId").doUpdateSet({ approval, revision: sql<number>`"TrustPolicy".revision + 1` }),
    )
    .execute();
}

/** How many attorneys of the firm are active. */
export async function countActiveAttorneys({ organizationId, transaction }: Context): Promise<number> {
  const { rows } = await sql`SELECT FROM "Member" WHERE "organizationId" = ${organizationId} AND "isAttorney"
    AND status = 'active' LIMIT 2`.execute(transaction);
  return rows.length;
}
