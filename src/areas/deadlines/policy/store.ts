import { sql } from "kysely";
import type { Context } from "../../../rpc/context.ts";
import type { DeadlinePolicy } from "./schema.ts";

type Rules = Omit<DeadlinePolicy, "id" | "organizationId" | "revision" | "createdAt" | "updatedAt">;

/** The firm's policy; without a row only what the defaults need. */
export async function findPolicy({ organizationId, transaction }: Context): Promise<(Partial<Rules> & Pick<DeadlinePolicy, "createdAt">) | undefined> {
  const { rows } = await sql<Partial<Rules> & Pick<DeadlinePolicy, "createdAt">>`
    SELECT o."createdAt" AS "organizationCreatedAt", p.*, coalesce(p."createdAt", o."createdAt") AS "createdAt"
    FROM "Organization" o LEFT JOIN "DeadlinePolicy" p ON p."organizationId" = ${organizationId} WHERE o.id = ${organizationId}`.execute(transaction);
  return rows[0];
}

/** Stores a policy whole. The organization's row is locked. */
export async function savePolicy({ organizationId, transaction }: Context, { warningDays, ...rules }: Rules): Promise<void> {
  const values = { ...rules, warningDays: JSON.stringify(warningDays) };
  await transaction.insertInto("DeadlinePolicy").values({ organizationId, revision: 2, ...values })
    .onConflict((conflict) => conflict.column("organizationId").doUpdateSet({ ...values, revision: sql<number>`"DeadlinePolicy".revision + 1` })).execute();
}
