import { selectRecord } from "../../../platform/database/records.ts";
import type { Context } from "../../../rpc/context.ts";

/**
 * Locks a case FOR SHARE until commit.
 *
 * @returns whether it is there and not archived
 */
export async function lockActiveCaseForShare(context: Context, caseId: string): Promise<boolean> {
  const found = await selectRecord(context, "Case", caseId)
    .select("id")
    .where("deletedAt", "is", null)
    .where("matterStatus", "<>", "archived")
    .forShare()
    .executeTakeFirst();
  return found !== undefined;
}
