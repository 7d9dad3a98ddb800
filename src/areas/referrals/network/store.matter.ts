import { selectRecord } from "../../../platform/database/records.ts";
import type { Context } from "../../../rpc/context.ts";

/** The lead and the case of a referral. */
export function selectMatter(
  context: Context,
  id: string,
): Promise<{ leadId: string | null; caseId: string | null } | undefined> {
  return selectRecord(context, "Referral", id).select(["leadId", "caseId"]).executeTakeFirst();
}
