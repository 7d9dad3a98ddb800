import { recordInUse } from "../../../contract/errors/error-codes.ts";
import { withoutIfMatch, type Context } from "../../../rpc/context.ts";
import { changeReferral } from "./domain.record.ts";
import { getReferralRow } from "./domain.ts";
import { findLiveReferral, lockReferralsOfLeadForUpdate } from "./store.ts";

/**
 * A lead that is with another firm, or offered to one, is not converted. The caller has locked it.
 *
 * @throws INVALID_STATE_TRANSITION
 */
export async function assertNotReferred(context: Context, leadId: string): Promise<void> {
  const live = await findLiveReferral(context, { leadId, caseId: null });
  if (live !== undefined) throw recordInUse(`The lead is referred to another firm: withdraw ${live.sequenceId} first`);
}

/** The referrals of a lead that is converted get its case. The caller has locked the lead. */
export async function handOverReferrals(context: Context, leadId: string, caseId: string): Promise<void> {
  // If-Match is about the lead.
  const unconditional = withoutIfMatch(context);
  for (const id of await lockReferralsOfLeadForUpdate(context, leadId))
    await changeReferral(
      unconditional,
      await getReferralRow(context, id),
      { caseId },
      { eventTypes: ["referral.updated"] },
    );
}
