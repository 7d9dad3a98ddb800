import type { Context } from "../../rpc/context.ts";
import { notifyResponsible } from "./domain.ts";
import type { ReferralNotice } from "./schema.ts";

/**
 * Notifies the member to whom a referral is assigned, if they are active; otherwise the members who manage referrals.
 *
 * @param assignedMemberId null for nobody
 */
export const notifyOfReferral = (
  context: Context,
  notice: ReferralNotice,
  assignedMemberId: string | null,
): Promise<void> =>
  notifyResponsible(context, notice, "referrals:manage", assignedMemberId === null ? [] : [assignedMemberId]);
