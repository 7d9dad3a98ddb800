import type { Share } from "./domain.calculate.ts";

/**
 * What the design says a share pays, written a second time: from its sentences alone (section 6 of the page), with
 * fractions in lowest terms instead of the code's. Nothing here imports a calculation.
 */

/** An exact number of cents. */
class Exact {
  readonly above: bigint;
  readonly below: bigint;

  constructor(above: bigint | number, below: bigint | number = 1) {
    const [numerator, denominator] = [BigInt(above), BigInt(below)];
    const common = greatestCommonDivisor(numerator < 0n ? -numerator : numerator, denominator);
    this.above = numerator / common;
    this.below = denominator / common;
  }

  plus(other: Exact): Exact {
    return new Exact(this.above * other.below + other.above * this.below, this.below * other.below);
  }

  minus(other: Exact): Exact {
    return this.plus(new Exact(-other.above, other.below));
  }

  times(other: Exact): Exact {
    return new Exact(this.above * other.above, this.below * other.below);
  }

  isLess(other: Exact): boolean {
    return this.above * other.below < other.above * this.below;
  }

  /** To the cent: what is half a cent or more is a cent. */
  get rounded(): Exact {
    const whole = this.above / this.below;
    const rest = this.minus(new Exact(whole));
    return new Exact(rest.isLess(new Exact(1, 2)) ? whole : whole + 1n);
  }

  get cents(): number {
    if (this.below !== 1n) throw new Error("not a whole number of cents");
    return Number(this.above);
  }
}

const greatestCommonDivisor = (one: bigint, other: bigint): bigint =>
  other === 0n ? one || 1n : greatestCommonDivisor(other, one % other);

const exact = (cents: number) => new Exact(cents);
const smaller = (one: Exact, other: Exact) => (other.isLess(one) ? other : one);
const atLeastNothing = (one: Exact) => (one.isLess(exact(0)) ? exact(0) : one);
const total = (cents: readonly number[]) => cents.reduce((sum, each) => sum.plus(exact(each)), exact(0));

type Rate = { basisPoints: number } | { numerator: number; denominator: number };
const rateOf = (rate: Rate) =>
  "basisPoints" in rate ? new Exact(rate.basisPoints, 10_000) : new Exact(rate.numerator, rate.denominator);

/** Marginal: of each bracket the part of the base that lies in it. */
function ofBrackets(brackets: readonly { upToCents: number | null; rate: Rate }[], base: Exact): Exact {
  return brackets.reduce((sum, { upToCents, rate }, place) => {
    const below = smaller(base, exact(brackets[place - 1]?.upToCents ?? 0));
    const end = upToCents === null ? base : smaller(base, exact(upToCents));
    return sum.plus(atLeastNothing(end.minus(below)).times(rateOf(rate)));
  }, exact(0));
}

/** "Splits by largest remainder (ties to the earlier)": cent by cent, to whom most is missing. */
export function splitByTheBook(cents: number, weights: readonly number[]): number[] {
  const whole = total(weights);
  const due = weights.map((weight) => new Exact(BigInt(cents) * BigInt(weight), whole.above));
  const parts = due.map(({ above, below }) => above / below);
  const missing = due.map((each, place) => each.minus(new Exact(parts[place] ?? 0n)));
  for (let left = cents - Number(parts.reduce((sum, part) => sum + part, 0n)); left > 0; left -= 1) {
    let most = 0;
    for (const [place, each] of missing.entries()) if ((missing[most] ?? each).isLess(each)) most = place;
    parts[most] = (parts[most] ?? 0n) + 1n;
    missing[most] = exact(-1);
  }
  return parts.map(Number);
}

export interface ByTheBook {
  feeBaseCents: number;
  feeCents: number;
  attorneyFeeCents: number;
  referralCents: number[];
  costsCents: number;
  netCents: number;
  shortCents: number;
  suggestion: Record<string, number> | null;
}

/** The sum of 6.4 for a share, by 6.2 and 6.3. */
export function shareByTheBook(share: Share): ByTheBook {
  const { fee } = share;
  const costs = total(share.costs.map(({ amountCents }) => amountCents));
  // "base gross: gross − fee-exempt payers' part; net_of_costs: that less the share's costs".
  const subject = atLeastNothing(exact(share.grossCents).minus(exact(share.exemptCents)));
  const base = fee.base === "gross" ? subject : atLeastNothing(subject.minus(costs));
  // "× rate or brackets; ≤ capCents, ≤ approvedFeeCents; − feeReductionCents".
  let due = exact(0);
  if (fee.terms !== "none") {
    if ("awardedCents" in fee.terms) due = exact(fee.terms.awardedCents);
    else if ("rate" in fee.terms) due = base.times(rateOf(fee.terms.rate)).rounded;
    else due = ofBrackets(fee.terms.brackets, base).rounded;
  }
  for (const limit of [fee.capCents, fee.approvedCents]) if (limit !== null) due = smaller(due, exact(limit));
  const feeOfShare = atLeastNothing(due.minus(exact(fee.reductionCents)));
  // "attorney_fee = fee − referral fees".
  const referrals = share.referrals.map(({ rate }) => feeOfShare.times(rateOf(rate)).rounded);
  const referral = referrals.reduce((sum, each) => sum.plus(each), exact(0));
  const rest = [share.invoices, share.liens, share.other, share.holdbacks].flat().map(({ amountCents }) => amountCents);
  // "gross = fee + referral + costs + invoices + liens + other + holdbacks + paid direct + net".
  const net = exact(share.grossCents)
    .minus(feeOfShare)
    .minus(costs)
    .minus(total(rest))
    .minus(exact(share.paidDirectCents));
  const isShort = net.isLess(exact(0));
  return {
    feeBaseCents: base.cents,
    feeCents: feeOfShare.cents,
    attorneyFeeCents: feeOfShare.minus(referral).cents,
    referralCents: referrals.map(({ cents }) => cents),
    costsCents: costs.cents,
    netCents: isShort ? 0 : net.cents,
    shortCents: isShort ? -net.cents : 0,
    suggestion: isShort ? suggestByTheBook(share, -net.cents) : null,
  };
}

/** "pro_rata: pool over ΣL when ΣL is larger": of the liens that are paid, the pool is what there is for them. */
function suggestByTheBook({ liens }: Share, shortCents: number): Record<string, number> | null {
  const paid = liens.filter(({ isHeldBack }) => !isHeldBack);
  const amounts = paid.map(({ amountCents }) => amountCents);
  const pool = total(amounts).cents - shortCents;
  if (paid.length === 0 || pool < 0) return null;
  const parts = splitByTheBook(pool, amounts);
  return Object.fromEntries(paid.map(({ key }, place) => [key, parts[place] ?? 0]));
}

interface LienByTheBook {
  /** Audited. */
  l: number;
  /** Gross of the share. */
  g: number;
  /** Fee after reductions. */
  f: number;
  /** Costs. */
  c: number;
}

/** "common_fund: L − half_up(L(F+C)/G)". */
export const commonFundByTheBook = ({ l, g, f, c }: LienByTheBook): number =>
  l - new Exact(BigInt(l) * (BigInt(f) + BigInt(c)), g).rounded.cents;

/** "procurement_42cfr411: L < G as common_fund; L ≥ G: max(0, G − F − C)". */
export const procurementByTheBook = (of: LienByTheBook): number =>
  of.l < of.g ? commonFundByTheBook(of) : Math.max(0, of.g - of.f - of.c);

/** "ahlborn: half_up(L·G/full value)". */
export const ahlbornByTheBook = ({ l, g }: Pick<LienByTheBook, "l" | "g">, fullValue: number): number =>
  new Exact(BigInt(l) * BigInt(g), fullValue).rounded.cents;

/** "cap: min(L, half_up(rate × base))". */
export const capByTheBook = (l: number, rate: Rate, base: number): number =>
  smaller(exact(l), exact(base).times(rateOf(rate)).rounded).cents;
