import { invalidState } from "../../../contract/errors/error-codes.ts";
import { requireTransition, type StateMachine } from "../../../contract/state-machine.ts";
import type { Referral, ReferralFeeStatus, ReferralSide, ReferralStatus } from "./schema.ts";

const referralTransitions = {
  draft: ["sent", "withdrawn"],
  sent: ["under_review", "accepted", "declined", "withdrawn", "expired"],
  under_review: ["accepted", "declined", "withdrawn", "expired"],
  accepted: ["engaged", "returned"],
  engaged: ["returned", "closed"],
  closed: ["engaged"],
  declined: [],
  expired: [],
  withdrawn: [],
  returned: [],
} as const satisfies Record<ReferralStatus, readonly ReferralStatus[]>;

export const referralStates: StateMachine<ReferralStatus> = {
  noun: "A referral",
  operation: "referrals.transition",
  transitions: referralTransitions,
};

/** Which firm moves a referral to a status; null for what only time does. */
const movers: Readonly<Record<Exclude<ReferralStatus, "draft">, ReferralSide | null>> = {
  sent: "originating",
  under_review: "handling",
  accepted: "handling",
  engaged: "handling",
  closed: "handling",
  declined: "handling",
  expired: null,
  withdrawn: "originating",
  returned: "handling",
};

/** What a referral knows of its sides. */
export type Sided = Pick<Referral, "direction" | "channel">;

export const ownSideOf = ({ direction }: Pick<Referral, "direction">): ReferralSide =>
  direction === "outbound" ? "originating" : "handling";

/** Whether the firm does what a side does: of a firm elsewhere it records it. */
export const speaksFor = (referral: Sided, side: ReferralSide): boolean =>
  referral.channel === "external" || ownSideOf(referral) === side;

/** @throws INVALID_STATE_TRANSITION */
export function assertSpeaksFor(referral: Sided, side: ReferralSide, what: string): void {
  if (!speaksFor(referral, side)) throw invalidState(`Only the ${side} firm can ${what}`);
}

/** The statuses to which a request of the firm may move a referral. */
export function listReferralTransitions(referral: Sided & { status: ReferralStatus }): ReferralStatus[] {
  return referralTransitions[referral.status].filter((to) => {
    const side = movers[to];
    return side !== null && speaksFor(referral, side);
  });
}

const verbs: Readonly<Record<Exclude<ReferralStatus, "draft">, string>> = {
  sent: "send a referral",
  under_review: "open a referral",
  accepted: "accept a referral",
  engaged: "state that the client signed",
  closed: "close a referral",
  declined: "decline a referral",
  expired: "let a referral expire",
  withdrawn: "withdraw a referral",
  returned: "return a referral",
};

/** @throws INVALID_STATE_TRANSITION for the other firm's transition, and naming the transitions that there are */
export function assertReferralTransition(
  referral: Sided & { status: ReferralStatus },
  to: Exclude<ReferralStatus, "draft">,
): void {
  const side = movers[to];
  if (side !== null) assertSpeaksFor(referral, side, verbs[to]);
  requireTransition(referralStates, referral.status, to, listReferralTransitions(referral));
}

/** Statuses in which a matter is with a handling firm, or offered to one: a matter has one such referral at most. */
export const liveStatuses = [
  "sent",
  "under_review",
  "accepted",
  "engaged",
] as const satisfies readonly ReferralStatus[];
export const isLive = (status: string): boolean => (liveStatuses as readonly string[]).includes(status);

/** The fee of what is stated, due and paid. */
export function findFeeStatus({
  feeStatus,
  dueCents,
  paidCents,
}: {
  feeStatus: ReferralFeeStatus;
  dueCents: number | null;
  paidCents: number;
}): ReferralFeeStatus {
  if (feeStatus === "disputed" || feeStatus === "waived" || dueCents === null || dueCents === 0) return feeStatus;
  if (paidCents === 0) return "due";
  return paidCents < dueCents ? "partially_paid" : "paid";
}
