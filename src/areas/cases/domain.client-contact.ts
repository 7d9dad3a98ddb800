import { withoutIfMatch, type Context } from "../../rpc/context.ts";
import { followChange } from "./domain.followers.ts";
import { getCase, recordCaseEvent } from "./domain.ts";
import { updateCaseRow } from "./store.ts";

/**
 * Writes the day on which the firm last spoke with the client, and records `case.updated`. The case is locked FOR NO
 * KEY UPDATE; the caller has checked that the day differs.
 *
 * @param on a day of the firm's time zone
 */
export async function writeLastClientContact(context: Context, caseId: string, on: string | null): Promise<void> {
  // If-Match names a revision of what the request changes, never of its case.
  const unconditional = withoutIfMatch(context);
  const before = await getCase(unconditional, caseId);
  await updateCaseRow(unconditional, caseId, { lastClientContactOn: on });
  await followChange(unconditional, before, await recordCaseEvent(unconditional, ["case.updated"], before));
}
