import { invalidInput, invalidState } from "../../../contract/errors/error-codes.ts";
import type { EventType } from "../../../contract/events/event-types.ts";
import { assertNotFuture, readToday } from "../../../platform/database/organization-day.ts";
import type { Context } from "../../../rpc/context.ts";
import type { Written } from "../../../rpc/resource/store.ts";
import { addDays } from "../../../platform/recurrence-rule.ts";
import { hasCurrentConsent, checkReferralDivision } from "./domain.sending.ts";
import { assertReferralTransition } from "./domain.states.ts";
import { changeReferral } from "./domain.record.ts";
import { describeReferral, lockReferralForUpdate } from "./domain.ts";
import { DeclineReason, ReturnReason, type Referral, type ReferralTransition } from "./schema.ts";
import type { ReferralRow } from "./store.ts";

type Target = ReferralTransition["status"];
/** Of other transitions the event is `referral.status_changed`. */
const eventTypes: Partial<Record<Target, EventType>> = {
  declined: "referral.declined",
  withdrawn: "referral.withdrawn",
  returned: "referral.returned",
  engaged: "referral.engaged",
  closed: "referral.closed",
};

/**
 * Moves a referral to another status. Others are reached by sending and accepting it.
 *
 * @throws NOT_FOUND; VALIDATION_FAILED for members that do not belong together; INVALID_STATE_TRANSITION for the other
 *   firm's transition, and for what a status requires; STALE_REVISION
 */
export async function transitionReferral(
  context: Context,
  referralId: string,
  transition: ReferralTransition,
): Promise<Referral> {
  const before = await lockReferralForUpdate(context, referralId);
  const { status, note } = transition;
  assertReferralTransition(before, status);
  checkMembers(before, transition);
  const reopens = status === "engaged" && before.status === "closed";
  const moved: Written<"Referral"> = {
    status,
    statusChangedAt: new Date().toISOString(),
    statusReason: transition.reason ?? null,
    ...(await prepareColumns(context, before, transition)),
  };
  const eventType = reopens ? undefined : eventTypes[status];
  return describeReferral(
    await changeReferral(context, before, moved, {
      eventTypes: [eventType ?? "referral.status_changed"],
      reason: transition.reason,
      note,
    }),
  );
}

const isOneOf = (schema: { options: readonly string[] }, value: string | undefined): boolean =>
  value !== undefined && schema.options.includes(value);

/** @throws VALIDATION_FAILED */
function checkMembers(before: ReferralRow, { status, reason, engagedOn, outcome, closedOn }: ReferralTransition): void {
  const fault = (path: string, message: string) => invalidInput({ path, message });
  const reopens = status === "engaged" && before.status === "closed";
  if (status === "declined" && !isOneOf(DeclineReason, reason))
    throw fault("reason", `must be one of ${DeclineReason.options.join(", ")}`);
  if (status === "returned" && !isOneOf(ReturnReason, reason))
    throw fault("reason", `must be one of ${ReturnReason.options.join(", ")}`);
  if (reason === undefined && (reopens || (status === "withdrawn" && before.status !== "draft")))
    throw fault("reason", "required: why");
  if ((engagedOn !== undefined) !== (status === "engaged" && !reopens))
    throw fault("engagedOn", "required for engaged after accepted, and allowed only for it");
  if ((outcome !== undefined) !== (status === "closed"))
    throw fault("outcome", "required for closed, and allowed only for it");
  if (closedOn !== undefined && status !== "closed") throw fault("closedOn", "allowed only for closed");
}

async function prepareColumns(
  context: Context,
  before: ReferralRow,
  transition: ReferralTransition,
): Promise<Written<"Referral">> {
  const { status, outcome, closedOn } = transition;
  if (status === "engaged") return before.status === "closed" ? reopen(before) : engage(context, before, transition);
  if (status === "returned" && before.paidCents > 0) throw invalidState("The referral has payouts; void them first");
  if (status !== "closed") return {};
  if (outcome === "won_settled" && before.totalFeeCents === null)
    throw invalidState("The fee is not stated; state it with PUT /referrals/{referralId}/fee first");
  await assertNotFuture(context, { closedOn });
  return { outcome: outcome ?? null, closedOn: closedOn ?? (await readToday(context)) };
}

/** @throws INVALID_STATE_TRANSITION once something is paid */
function reopen({ paidCents }: ReferralRow): Written<"Referral"> {
  if (paidCents > 0) throw invalidState("The referral has payouts; void them first");
  return { outcome: null, closedOn: null };
}

/**
 * The client signed with the handling firm.
 *
 * @throws INVALID_STATE_TRANSITION without a lead or case, accepted terms, or the client's consent to them
 */
async function engage(
  context: Context,
  before: ReferralRow,
  { engagedOn }: ReferralTransition,
): Promise<Written<"Referral">> {
  await assertNotFuture(context, { engagedOn });
  if (before.leadId === null && before.caseId === null)
    throw invalidState("The referral has no lead or case; attach one with PATCH /referrals/{referralId} first");
  const terms = before.terms;
  const dates = { engagedOn, nextUpdateDueOn: addDays(engagedOn ?? "", terms?.updatesEveryDays ?? 90) };
  if (terms === null || terms.type === "none") return dates;
  if (before.termsAcceptedOn === null) throw invalidState("The other firm has not accepted the latest terms");
  if (!hasCurrentConsent(before))
    throw invalidState(
      `The client has not consented to revision ${before.termsRevision} of the terms; record it with PUT /referrals/{referralId}/client-consent`,
    );
  return { ...dates, feeStatus: "agreed", warnings: await checkReferralDivision(context, before, terms, "engagement") };
}
