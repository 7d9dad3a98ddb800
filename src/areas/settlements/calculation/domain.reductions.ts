import type { Rate } from "../../../contract/values/rate.ts";
import type { LienReductionRule } from "../../jurisdiction-rules/domain.settlement.ts";
import { roundHalfUp, splitCents, takeProportion, takeRate } from "./domain.rational.ts";

/** What a reduction of a lien starts from, in US cents. */
export interface ReductionBase {
  /** What was audited of the lien. */
  lienCents: number;
  /** The gross amount of the claimant's share, more than 0. */
  grossCents: number;
  /** The attorney's fee of the share, after its own reductions. */
  feeCents: number;
  /** The costs of the share. */
  costsCents: number;
}

/**
 * The lienholder bears fee and costs in proportion.
 *
 * @returns what is paid, in US cents
 */
export function reduceByCommonFund({ lienCents, grossCents, feeCents, costsCents }: ReductionBase): number {
  return lienCents - takeProportion(lienCents, feeCents + costsCents, grossCents);
}

/**
 * Medicare's share of the procurement costs, 42 C.F.R. § 411.37: as the common fund while the lien is less than the
 * gross amount, else what fee and costs leave of it. Only where the claimant bore the costs to get a recovery that was
 * disputed.
 *
 * @returns what is paid, in US cents
 */
export function reduceByProcurement(base: ReductionBase): number {
  const { lienCents, grossCents, feeCents, costsCents } = base;
  return lienCents < grossCents ? reduceByCommonFund(base) : Math.max(0, grossCents - feeCents - costsCents);
}

/**
 * The lien's part of a settlement below the full value of the claim.
 *
 * @returns what is paid, in US cents
 */
export function reduceByAhlborn({
  lienCents,
  grossCents,
  fullValueCents,
}: Pick<ReductionBase, "lienCents" | "grossCents"> & { fullValueCents: number }): number {
  return takeProportion(lienCents, grossCents, fullValueCents);
}

/**
 * A statute limits the lien to a part of a base.
 *
 * @returns what is paid, in US cents
 */
export const reduceByCap = ({
  lienCents,
  rate,
  baseCents,
}: {
  lienCents: number;
  rate: Rate;
  baseCents: number;
}): number => Math.min(lienCents, roundHalfUp(takeRate(rate, baseCents)));

/** What is left of the gross amount after a quarter of it for the fee, whatever that was, and the taxable costs. */
const leaveQuarterAndCosts = ({ grossCents, costsCents }: Pick<ReductionBase, "grossCents" | "costsCents">): number =>
  Math.max(0, grossCents - roundHalfUp(takeRate({ numerator: 1, denominator: 4 }, grossCents)) - costsCents);

/**
 * What a rule of a jurisdiction reduces a lien to. It is a proposal: what the lienholder's letter says, wins.
 *
 * @param fullValueCents of the claim; null while it is not known
 * @returns what is paid, in US cents; null where the rule only says where to look, or the full value is missing
 */
export function reduceByRule(
  { reduction, cap }: Pick<LienReductionRule, "reduction" | "cap">,
  base: ReductionBase,
  fullValueCents: number | null,
): number | null {
  if (reduction === "common_fund") return reduceByCommonFund(base);
  if (reduction === "procurement_42cfr411") return reduceByProcurement(base);
  if (reduction === "ahlborn") return fullValueCents === null ? null : reduceByAhlborn({ ...base, fullValueCents });
  if (cap === null) return null;
  const baseCents = cap.of === "gross" ? base.grossCents : leaveQuarterAndCosts(base);
  return reduceByCap({ lienCents: base.lienCents, rate: cap.rate, baseCents });
}

/**
 * Liens share what is available in proportion, if it is less than all of them.
 *
 * @returns what is paid of each, in US cents
 */
export function reduceProRata(poolCents: number, lienCents: readonly number[]): number[] {
  const sum = lienCents.reduce((total, cents) => total + cents, 0);
  return sum <= poolCents ? [...lienCents] : splitCents(poolCents, lienCents);
}
