import { capitalize } from "../../contract/values/capitalize.ts";
import { formatRate } from "../../contract/values/rate-words.ts";
import type { FeeDivisionRule, JurisdictionRule } from "./schema.ts";

export type { FeeDivisionRule };

/** By whose rule a division of a fee is checked: that of the state, else the Model Rule. */
export const feeDivisionKeysOf = (jurisdiction: JurisdictionRule["jurisdiction"]): [string, string] => [
  `fee_division.${jurisdiction.toLowerCase()}`,
  "fee_division.us",
];

const basisWords = {
  joint_responsibility: "joint responsibility",
  proportional_services: "a division in proportion to the services",
} as const;

const consentWords: Readonly<Record<FeeDivisionRule["consent"], string>> = {
  confirmed_in_writing: "the client agrees, confirmed in writing",
  signed_by_client: "the client agrees in a writing that they sign",
  no_objection: "the client is informed and does not object",
};

/** Bases in words: `joint responsibility or a division in proportion to the services`. */
export const formatBases = (bases: FeeDivisionRule["bases"]): string =>
  bases.map((basis) => basisWords[basis]).join(" or ");

/** A rule on dividing a fee in words. */
export function summarizeFeeDivision(rule: FeeDivisionRule): string {
  const { bases, consent, isConsentBeforeReferral, needsWrittenAgreement, maxShare } = rule;
  const parts = [
    ...(bases.length === 0 ? [] : [`requires ${formatBases(bases)}`]),
    `${consentWords[consent]}${isConsentBeforeReferral ? ", before the referral" : ""}`,
    ...(needsWrittenAgreement ? ["the attorneys agree in writing"] : []),
    ...(maxShare === null ? [] : [`at most ${formatRate(maxShare)} for the referring firm`]),
  ];
  return capitalize(parts.join("; "));
}
