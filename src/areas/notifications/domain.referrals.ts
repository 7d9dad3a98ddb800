import type { Context } from "../../rpc/context.ts";
import { notifyMembers } from "./domain.ts";
import type { ReferralNotice } from "./schema.ts";
import { listRecipients } from "./store.ts";

/**
 * Notifies the member to whom a referral is assigned, if they are active; otherwise the members who manage referrals.
 *
 * @param assignedMemberId null for nobody
 */
export async function notifyOfReferral(
  context: Context,
  notice: ReferralNotice,
  assignedMemberId: string | null,
): Promise<void> {
  const besides = assignedMemberId === null ? [] : [assignedMemberId];
  const audience = await listRecipients(context, "referrals:manage", besides, null);
  const assigned = audience.filter(({ memberId }) => memberId === assignedMemberId);
  await notifyMembers(context, notice, assigned.length === 0 ? audience : assigned);
}
