import { randomBytes } from "node:crypto";
import type * as z from "zod";
import { invalidInput, notFound, rejectTransition, invalidState } from "../../../contract/errors/error-codes.ts";
import type { EventType } from "../../../contract/events/event-types.ts";
import { formatCents } from "../../../contract/values/rate-words.ts";
import { createId } from "../../../platform/database/ids.ts";
import { listRecords } from "../../../platform/database/lists/sorted-list.ts";
import { assertNotFuture } from "../../../platform/database/organization-day.ts";
import type { Context } from "../../../rpc/context.ts";
import { describeActor } from "../../../rpc/principal.ts";
import { findRow, insertRow, updateRow, type ResourceStatements } from "../../../rpc/resource/store.ts";
import { trailSorts } from "../history/domain.ts";
import type { ReferralTrailQuery } from "../history/schema.ts";
import { CrossingPayout } from "../network/schema.crossing.ts";
import { findPairedPayout } from "../network/store.ts";
import { changeReferral } from "../referrals/domain.record.ts";
import { lockReferralForUpdate } from "../referrals/domain.ts";
import { hasCurrentConsent, checkReferralDivision } from "../referrals/domain.sending.ts";
import { assertSpeaksFor, findFeeStatus, speaksFor, type Sided } from "../referrals/domain.states.ts";
import type { ReferralSide } from "../referrals/schema.ts";
import type { ReferralRow } from "../referrals/store.ts";
import { ReferralPayout, type NewPayout, type PayoutState, type PayoutTransition } from "./schema.ts";
import { selectPayoutPage, sumPayouts, type PayoutRow } from "./store.ts";

export const payoutStatements: ResourceStatements<"ReferralPayout", PayoutRow> = {
  table: "ReferralPayout",
  isPermanent: true,
};

const payoutTransitions: Readonly<Record<PayoutState, readonly PayoutState[]>> = {
  recorded: ["confirmed", "disputed", "voided"],
  confirmed: ["voided"],
  disputed: ["confirmed", "voided"],
  voided: [],
};

const moverOf = (to: PayoutState): ReferralSide => (to === "voided" ? "handling" : "originating");

const listPayoutTransitions = (referral: Sided, state: PayoutState): PayoutState[] =>
  payoutTransitions[state].filter((to) => speaksFor(referral, moverOf(to)));

export const describePayout = (referral: Sided, row: PayoutRow): ReferralPayout =>
  ReferralPayout.parse({ ...row, availableTransitions: listPayoutTransitions(referral, row.state) });

/**
 * A page of the payouts of a referral, which the caller has read.
 *
 * @throws VALIDATION_FAILED for a foreign cursor
 */
export async function listPayouts(
  context: Context,
  referral: Sided & { id: string },
  query: ReferralTrailQuery,
): Promise<{ payouts: ReferralPayout[]; nextCursor: string | null }> {
  const list = { name: `referrals.${referral.id}.payouts`, alias: "t", sorts: trailSorts };
  const { rows, nextCursor } = await listRecords(context, list, query, (page) =>
    selectPayoutPage(context, referral.id, page),
  );
  return { payouts: rows.map((row) => describePayout(referral, row)), nextCursor };
}

/**
 * Records that the handling firm paid a part of the referral fee.
 *
 * @throws NOT_FOUND; VALIDATION_FAILED for a day in the future; INVALID_STATE_TRANSITION for the other firm's, without
 *   the client's consent to the terms as they are, for more than is due, and for what a verified rule forbids;
 *   STALE_REVISION
 */
export async function recordPayout(context: Context, referralId: string, given: NewPayout): Promise<ReferralPayout> {
  await assertNotFuture(context, { paidOn: given.paidOn });
  const before = await lockReferralForUpdate(context, referralId);
  assertSpeaksFor(before, "handling", "record a payout");
  const { payout, referral } = await applyPayout(context, before, given);
  return describePayout(referral, payout);
}

/**
 * As {@link recordPayout}, of a locked referral.
 *
 * @param disbursementId of the disbursement that pays it, if one does
 */
export async function applyPayout(
  context: Context,
  before: ReferralRow,
  given: NewPayout,
  disbursementId: string | null = null,
): Promise<{ payout: PayoutRow; referral: ReferralRow }> {
  const warnings = await checkPayable(context, before);
  const dueCents = before.referralFeeDueCents ?? 0;
  if (before.paidCents + given.amountCents > dueCents)
    throw invalidState(
      `${formatCents(dueCents - before.paidCents)} of the referral fee are not paid, less than ${formatCents(given.amountCents)}`,
    );
  const payout = await insertRow(context, payoutStatements, {
    ...given,
    id: createId("referralPayout"),
    referralId: before.id,
    disbursementId,
    pairId: before.pairId === null ? null : randomBytes(16).toString("hex"),
    createdBy: describeActor(context.principal),
  });
  if (payout === undefined) throw new Error("a payout that was just written is not there");
  const referral = await savePaid(context, before, payout, { warnings, eventType: "referral.payout_recorded" });
  return { payout, referral };
}

/**
 * @returns what an unverified rule of the jurisdiction misses, as warnings
 * @throws INVALID_STATE_TRANSITION
 */
async function checkPayable(context: Context, before: ReferralRow): Promise<string[]> {
  if (before.feeStatus !== "due" && before.feeStatus !== "partially_paid")
    throw invalidState(`The referral fee is ${before.feeStatus}; only one that is due or partially_paid is paid`);
  // A fee that is due has terms.
  if (before.terms === null || !hasCurrentConsent(before))
    throw invalidState(
      `The client has not consented to revision ${before.termsRevision} of the terms; record it with PUT /referrals/{referralId}/client-consent`,
    );
  return checkReferralDivision(context, before, before.terms, "payout");
}

interface PaidChange {
  eventType: EventType;
  warnings?: string[];
  reason?: string | undefined;
}

/** Writes what is paid now, and records it. */
async function savePaid(
  context: Context,
  before: ReferralRow,
  payout: PayoutRow,
  { eventType, warnings = before.warnings, reason }: PaidChange,
): Promise<ReferralRow> {
  const paidCents = await sumPayouts(context, before.id);
  const feeStatus = findFeeStatus({
    feeStatus: before.feeStatus,
    dueCents: before.referralFeeDueCents,
    paidCents,
  });
  const isPaid = feeStatus === "paid" && before.feeStatus !== "paid";
  return changeReferral(
    context,
    before,
    { paidCents, feeStatus, warnings },
    {
      eventTypes: [eventType, ...(isPaid ? (["referral.fee_paid"] as const) : [])],
      reason,
      related: [{ entity: "referral_payout", id: payout.id }],
      writeThere: async (there, { id }) => [
        { entity: "referral_payout", id: await copyPayout(there, id, CrossingPayout.strip().parse(payout)) },
      ],
    },
  );
}

/** Writes the other firm's own row of a payout: the first, or its state. */
async function copyPayout(there: Context, referralId: string, payout: z.infer<typeof CrossingPayout>): Promise<string> {
  const known = await findPairedPayout(there, payout.pairId);
  const { state } = payout;
  const row =
    known === undefined
      ? await insertRow(there, payoutStatements, {
          ...payout,
          id: createId("referralPayout"),
          referralId,
          createdBy: describeActor(there.principal),
        })
      : await updateRow(there, payoutStatements, known, { state });
  if (row === undefined) throw new Error("a payout that was just written is not there");
  return row.id;
}

const eventTypes: Readonly<Record<PayoutTransition["state"], EventType>> = {
  confirmed: "referral.payout_confirmed",
  disputed: "referral.updated",
  voided: "referral.payout_voided",
};

/**
 * The originating firm confirms or disputes a payout, or the handling firm voids it.
 *
 * @throws NOT_FOUND; VALIDATION_FAILED without a reason; INVALID_STATE_TRANSITION; STALE_REVISION
 */
export async function transitionPayout(
  context: Context,
  { referralId, payoutId }: { referralId: string; payoutId: string },
  { state, reason }: PayoutTransition,
): Promise<ReferralPayout> {
  const before = await lockReferralForUpdate(context, referralId);
  const payout = await findRow(context, payoutStatements, { id: payoutId, referralId });
  if (payout === undefined) throw notFound("Payout");
  if (payout.disbursementId !== null && state === "voided")
    throw invalidState("The payout was made out of trust; void its disbursement");
  assertSpeaksFor(before, moverOf(state), state === "voided" ? "void a payout" : "confirm or dispute a payout");
  if (state !== "confirmed" && reason === undefined) throw invalidInput({ path: "reason", message: "required: why" });
  const moves = listPayoutTransitions(before, payout.state);
  if (!moves.includes(state)) throw rejectTransition("A payout", payout.state, state, moves);
  const { changed, referral } = await applyState(context, before, payout, { state, reason });
  return describePayout(referral, changed);
}

/** Moves a payout of a locked referral to a state that it allows. */
export async function applyState(
  context: Context,
  before: ReferralRow,
  payout: PayoutRow,
  { state, reason }: PayoutTransition,
): Promise<{ changed: PayoutRow; referral: ReferralRow }> {
  const changed = await updateRow(context, payoutStatements, payout.id, { state, stateReason: reason ?? null });
  if (changed === undefined) throw new Error("a payout of a locked referral is gone");
  const referral = await savePaid(context, before, changed, { eventType: eventTypes[state], reason });
  return { changed, referral };
}
