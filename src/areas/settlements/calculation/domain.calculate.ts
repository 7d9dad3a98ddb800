import type { Bracket, Rate } from "../../../contract/values/rate.ts";
import { formatBrackets, formatCents, formatRate } from "../../../contract/values/rate-words.ts";
import { roundHalfUp, takeBrackets, takeRate, type Fraction } from "./domain.rational.ts";
import { reduceProRata } from "./domain.reductions.ts";

/** What a line of a statement is for. */
export type LineKind =
  | "attorney_fee"
  | "referral_fee"
  | "case_cost"
  | "invoice"
  | "lien"
  | "other_deduction"
  | "holdback"
  | "paid_direct"
  | "net_to_client";

/** How the fee of a share is found. */
export interface FeeTerms {
  /** `net_of_costs`: the costs are taken off before the rate is applied. */
  base: "gross" | "net_of_costs";
  terms: { rate: Rate } | { brackets: readonly Bracket[] } | { awardedCents: number } | "none";
  /** Of the agreement. */
  capCents: number | null;
  /** Of the court that approved the settlement. */
  approvedCents: number | null;
  /** What the firm gives up of it. */
  reductionCents: number;
}

/** Something that is paid out of a share as it is. */
export interface Deduction {
  /** Names its line in the statement. */
  key: string;
  label: string;
  amountCents: number;
}

export interface LienDeduction extends Deduction {
  /** What was audited, before the reduction. */
  auditedCents: number;
  /** Whether the amount is held back until the lien is final. */
  isHeldBack: boolean;
}

export interface Share {
  grossCents: number;
  /** What payers paid of it on which no fee is due. */
  exemptCents: number;
  fee: FeeTerms;
  /** Of the fee, to other firms. */
  referrals: readonly { key: string; label: string; rate: Rate }[];
  costs: readonly Deduction[];
  invoices: readonly Deduction[];
  liens: readonly LienDeduction[];
  other: readonly Deduction[];
  holdbacks: readonly Deduction[];
  /** What payers pay to others than the firm, such as for an annuity. */
  paidDirectCents: number;
}

export interface Line {
  key: string;
  kind: LineKind;
  label: string;
  amountCents: number;
  /** Before the reduction. */
  computedCents: number;
  reductionCents: number;
  /** One sentence that the client understands. */
  explanation: string;
}

export interface Calculation {
  /** In the order of the statement; the net is the last one, and 0 where the deductions exceed the share. */
  lines: readonly Line[];
  /** What the fee was taken of. */
  feeBaseCents: number;
  /** Of the share, before referral fees are taken off. */
  feeCents: number;
  costsCents: number;
  netCents: number;
  /** By how much the deductions exceed the share. */
  shortCents: number;
  /** By line of a lien, what each would be paid if all of them shared in proportion what is there. */
  suggestion: Readonly<Record<string, number>> | null;
}

const sumOf = (deductions: readonly { amountCents: number }[]): number =>
  deductions.reduce((sum, { amountCents }) => sum + amountCents, 0);

const plain = (kind: LineKind, { key, label, amountCents }: Deduction, explanation: string): Line => ({
  key,
  kind,
  label,
  amountCents,
  computedCents: amountCents,
  reductionCents: 0,
  explanation,
});

/**
 * What a share pays to whom, and why. Amounts are rounded half up, once each; the net is the remainder, so the last
 * cent is the client's.
 *
 * @throws RangeError where referral fees exceed the fee, or a limit of the fee is below 0
 */
export function calculateShare(share: Share): Calculation {
  const costsCents = sumOf(share.costs);
  const fee = calculateFee(share, costsCents);
  const referrals = share.referrals.map((each) => calculateReferral(each, fee.amountCents));
  const referralCents = sumOf(referrals);
  if (referralCents > fee.amountCents) throw new RangeError("the referral fees exceed the fee");
  const deductions = [
    describeFee(fee, referralCents),
    ...referrals,
    ...share.costs.map((cost) => plain("case_cost", cost, `Cost of the case: ${formatCents(cost.amountCents)}`)),
    ...share.invoices.map((each) => plain("invoice", each, `Invoice: ${formatCents(each.amountCents)}`)),
    ...share.liens.map(describeLien),
    ...share.other.map((each) => plain("other_deduction", each, `Agreed: ${formatCents(each.amountCents)}`)),
    ...share.holdbacks.map((each) => plain("holdback", each, `Held back: ${formatCents(each.amountCents)}`)),
    ...(share.paidDirectCents === 0 ? [] : [describePaidDirect(share.paidDirectCents)]),
  ];
  const deducted = sumOf(deductions);
  const netCents = Math.max(0, share.grossCents - deducted);
  const shortCents = Math.max(0, deducted - share.grossCents);
  return {
    lines: [...deductions, describeNet(share.grossCents, deducted, netCents)],
    feeBaseCents: fee.baseCents,
    feeCents: fee.amountCents,
    costsCents,
    netCents,
    shortCents,
    suggestion: shortCents === 0 ? null : suggestProRata(share.liens, shortCents),
  };
}

interface Fee {
  baseCents: number;
  computedCents: number;
  reductionCents: number;
  amountCents: number;
  explanation: string;
}

function calculateFee({ grossCents, exemptCents, fee }: Share, costsCents: number): Fee {
  const { base, terms, capCents, approvedCents, reductionCents } = fee;
  const subject = Math.max(0, grossCents - exemptCents);
  const baseCents = base === "gross" ? subject : Math.max(0, subject - costsCents);
  const { exact, words } = applyTerms(terms, baseCents);
  const due = roundHalfUp(exact);
  const limits = [
    { cents: capCents, name: "the agreement" },
    { cents: approvedCents, name: "the court" },
  ].flatMap(({ cents, name }) => (cents !== null && cents < due ? [{ cents, name }] : []));
  const lowest = limits.toSorted((one, other) => one.cents - other.cents)[0];
  const computedCents = lowest?.cents ?? due;
  const reduction = Math.min(reductionCents, computedCents);
  const limited = lowest === undefined ? "" : `, limited by ${lowest.name} to ${formatCents(lowest.cents)}`;
  const reduced = reduction === 0 ? "" : `, less ${formatCents(reduction)} that the firm gives up`;
  return {
    baseCents,
    computedCents,
    reductionCents: reduction,
    amountCents: computedCents - reduction,
    explanation: `${words}${limited}${reduced}`,
  };
}

function applyTerms(terms: FeeTerms["terms"], baseCents: number): { exact: Fraction; words: string } {
  if (terms === "none") return { exact: { numerator: 0n, denominator: 1n }, words: "No fee" };
  if ("awardedCents" in terms)
    return {
      exact: { numerator: BigInt(terms.awardedCents), denominator: 1n },
      words: `Awarded by the court: ${formatCents(terms.awardedCents)}`,
    };
  const of = `of ${formatCents(baseCents)}`;
  return "rate" in terms
    ? { exact: takeRate(terms.rate, baseCents), words: `${formatRate(terms.rate)} ${of}` }
    : { exact: takeBrackets(terms.brackets, baseCents), words: `${formatBrackets(terms.brackets)}, ${of}` };
}

function calculateReferral({ key, label, rate }: Share["referrals"][number], feeCents: number): Line {
  const amountCents = roundHalfUp(takeRate(rate, feeCents));
  return plain(
    "referral_fee",
    { key, label, amountCents },
    `${formatRate(rate)} of the fee of ${formatCents(feeCents)}`,
  );
}

/** The firm's own part of the fee. */
function describeFee(fee: Fee, referralCents: number): Line {
  const shared = referralCents === 0 ? "" : `, less referral fees of ${formatCents(referralCents)}`;
  return {
    key: "attorney_fee",
    kind: "attorney_fee",
    label: "Attorney's fee",
    amountCents: fee.amountCents - referralCents,
    computedCents: fee.computedCents,
    reductionCents: fee.reductionCents,
    explanation: `${fee.explanation}${shared}`,
  };
}

function describeLien({ key, label, amountCents, auditedCents, isHeldBack }: LienDeduction): Line {
  if (isHeldBack)
    return plain(
      "holdback",
      { key, label, amountCents },
      `Held back until the lien is final: ${formatCents(amountCents)}`,
    );
  const reductionCents = Math.max(0, auditedCents - amountCents);
  return {
    key,
    kind: "lien",
    label,
    amountCents,
    computedCents: auditedCents,
    reductionCents,
    explanation:
      reductionCents === 0
        ? `Lien of ${formatCents(amountCents)}, paid in full`
        : `Lien of ${formatCents(auditedCents)}, reduced by ${formatCents(reductionCents)}`,
  };
}

const describePaidDirect = (amountCents: number): Line =>
  plain(
    "paid_direct",
    { key: "paid_direct", label: "Paid directly", amountCents },
    `Paid by others than the firm: ${formatCents(amountCents)}`,
  );

const describeNet = (grossCents: number, deducted: number, amountCents: number): Line =>
  plain(
    "net_to_client",
    { key: "net_to_client", label: "Net to client", amountCents },
    `${formatCents(grossCents)}, less ${formatCents(deducted)} above`,
  );

/** Null where not even paying no lien at all would do. */
function suggestProRata(liens: readonly LienDeduction[], shortCents: number): Record<string, number> | null {
  const paid = liens.filter(({ isHeldBack }) => !isHeldBack);
  const pool = sumOf(paid) - shortCents;
  if (pool < 0 || paid.length === 0) return null;
  const parts = reduceProRata(
    pool,
    paid.map(({ amountCents }) => amountCents),
  );
  return Object.fromEntries(paid.map(({ key }, place) => [key, parts[place] ?? 0]));
}
