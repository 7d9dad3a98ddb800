import type { FeeCapCondition, FeeCapRule } from "../../jurisdiction-rules/domain.settlement.ts";
import { roundHalfUp, takeBrackets } from "./domain.rational.ts";

/** What a limit of a fee depends on. */
export interface FeeCapFacts {
  /** Whether the claimant was a minor or incapacitated on the day on which the agreement was signed. */
  wasMinorAtSigning: boolean;
  isJuryEmpaneled: boolean;
  isSuitFiled: boolean;
  isAnswerFiled: boolean;
  /** Whether settlement and release by all parties were executed before suit. */
  isReleasedBeforeSuit: boolean;
}

export interface FeeCap {
  when: FeeCapCondition;
  /** What the limit is a part of, in US cents. */
  baseCents: number;
  /** US cents; null where a court sets the fee. */
  capCents: number | null;
}

const holds: Readonly<Record<FeeCapCondition, (facts: FeeCapFacts) => boolean>> = {
  minor_or_incapacitated: ({ wasMinorAtSigning, isJuryEmpaneled }) => wasMinorAtSigning && !isJuryEmpaneled,
  released_before_suit: ({ isReleasedBeforeSuit, isSuitFiled }) => isReleasedBeforeSuit && !isSuitFiled,
  before_suit: ({ isSuitFiled }) => !isSuitFiled,
  before_answer: ({ isAnswerFiled }) => !isAnswerFiled,
  otherwise: () => true,
};

/**
 * The limit of a contingent fee.
 *
 * @param subjectCents the recovery on which a fee is due
 */
export function findFeeCap(
  { feeBase, variants, byApplicationAboveCents }: FeeCapRule,
  facts: FeeCapFacts,
  { subjectCents, costsCents }: { subjectCents: number; costsCents: number },
): FeeCap {
  const baseCents = feeBase === "gross" ? subjectCents : Math.max(0, subjectCents - costsCents);
  const variant = variants.find(({ when }) => holds[when](facts));
  if (variant === undefined) throw new Error("a rule ends with otherwise");
  const { when, brackets } = variant;
  const isByApplication =
    when === "otherwise" && byApplicationAboveCents !== null && baseCents > byApplicationAboveCents;
  return { when, baseCents, capCents: isByApplication ? null : roundHalfUp(takeBrackets(brackets, baseCents)) };
}
