import type { Context } from "../../rpc/context.ts";
import { followChange } from "./domain.followers.ts";
import { getCase, recordCaseEvent } from "./domain.ts";
import type { CaseDetail } from "./schema.ts";
import { writeStatute, type Statute } from "./store.ts";

export type { CaseDetail, Statute };

/**
 * Writes the date of limitation that follows from a case's deadlines, and whatever follows from the date. The case is
 * locked FOR NO KEY UPDATE.
 *
 * @returns the case as it is now
 */
export async function mirrorStatute(context: Context, caseId: string, statute: Statute): Promise<CaseDetail> {
  const before = await getCase(context, caseId);
  await writeStatute(context, caseId, statute);
  return followChange(context, before, await recordCaseEvent(context, ["case.updated"], before));
}
