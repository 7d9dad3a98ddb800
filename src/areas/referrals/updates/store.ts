import { sql, type Insertable, type RawBuilder } from "kysely";
import type { SortedPage } from "../../../platform/database/lists/sorted-list.ts";
import { selectRecord, selectRows } from "../../../platform/database/records.ts";
import type { Row, Tables } from "../../../platform/database/tables.ts";
import type { Context } from "../../../rpc/context.ts";

export type UpdateRow = Row<"ReferralUpdate">;

export const selectUpdatePage = (
  { organizationId }: Pick<Context, "organizationId">,
  referralId: string,
  { after, order, limit }: SortedPage,
): RawBuilder<UpdateRow> => sql<UpdateRow>`
  SELECT t.* FROM "ReferralUpdate" t
  WHERE t."organizationId" = ${organizationId} AND t."referralId" = ${referralId} AND ${after}
  ORDER BY ${order} LIMIT ${limit}::integer`;

/** @returns the row */
export function insertUpdate(
  { organizationId, transaction }: Context,
  row: Omit<Insertable<Tables["ReferralUpdate"]>, "organizationId">,
): Promise<UpdateRow> {
  return transaction
    .insertInto("ReferralUpdate")
    .values({ organizationId, ...row })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** The stage of a case, which the caller has locked. */
export async function findCaseStage(context: Context, caseId: string): Promise<string | null> {
  const found = await selectRecord(context, "Case", caseId).select("matterStage").executeTakeFirst();
  return found?.matterStage ?? null;
}

/** The phase that the handling firm said last. */
export async function findLastPhase(context: Context, referralId: string): Promise<string | null> {
  const found = await selectRows(context, "ReferralUpdate")
    .select("phase")
    .where("referralId", "=", referralId)
    .where("by", "=", "handling")
    .where("phase", "is not", null)
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  return found?.phase ?? null;
}
