import { formatBrackets, formatCents, formatRate } from "../../contract/values/rate-words.ts";
import type { FeeCapCondition, FeeCapRule, JurisdictionRule, LienReductionRule } from "./schema.ts";

export type { FeeCapCondition, FeeCapRule, LienReductionRule };

/** Which limit of a contingent fee a case is checked against: that of its type, else that of every type. */
export const feeCapKeysOf = (jurisdiction: JurisdictionRule["jurisdiction"], caseType: string): [string, string] => [
  `fee_cap.${jurisdiction.toLowerCase()}.${caseType}`,
  `fee_cap.${jurisdiction.toLowerCase()}.any`,
];

const conditionWords: Readonly<Record<FeeCapCondition, string>> = {
  minor_or_incapacitated: "of a minor or an incapacitated person, settled before the jury is empaneled",
  released_before_suit: "with settlement and release before suit",
  before_suit: "before suit",
  before_answer: "before an answer",
  otherwise: "otherwise",
};

/** A limit of a fee in words. */
export function summarizeFeeCap({ feeBase, variants, byApplicationAboveCents }: FeeCapRule): string {
  const of = feeBase === "gross" ? "the recovery" : "the recovery less costs";
  const parts = variants.map(({ when, brackets }) => {
    const limit = formatBrackets(brackets);
    return variants.length === 1 ? limit : `${conditionWords[when]}: ${limit}`;
  });
  const above =
    byApplicationAboveCents === null
      ? ""
      : `; above ${formatCents(byApplicationAboveCents)} by application to the court`;
  return `At most, of ${of}: ${parts.join("; ")}${above}`;
}

const reductionWords = {
  common_fund: "The lienholder bears fee and costs in proportion",
  procurement_42cfr411: "Reduced by its part of fee and costs (42 C.F.R. § 411.37)",
  ahlborn: "The part of the settlement that is for medical expenses",
} as const;

/** A reduction of a lien in words. */
export function summarizeLienReduction({ reduction, cap }: LienReductionRule): string {
  if (reduction === null) return "Look up the statute; no amount is calculated";
  if (reduction !== "cap") return reductionWords[reduction];
  const of = cap?.of === "gross" ? "the gross amount" : "the gross amount less a quarter and taxable costs";
  return `At most ${cap === null ? "" : formatRate(cap.rate)} of ${of}`;
}
