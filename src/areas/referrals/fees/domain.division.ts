import { invalidState } from "../../../contract/errors/error-codes.ts";
import { formatRate } from "../../../contract/values/rate-words.ts";
import type { Rate } from "../../../contract/values/rate.ts";
import type { Context } from "../../../rpc/context.ts";
import { feeDivisionKeysOf, formatBases, type FeeDivisionRule } from "../../jurisdiction-rules/domain.fee-division.ts";
import { findRule, type JurisdictionRule } from "../../jurisdiction-rules/domain.ts";
import { roundHalfUp, takeRate } from "../../settlements/calculation/domain.rational.ts";
import type { FeeTerms } from "../schema.terms.ts";

/** When a division of a fee is checked. What comes later than the moment is not missed yet. */
export type Moment = "terms" | "sending" | "engagement" | "payout";

export interface Consent {
  consentedOn: string;
  /** Whether the firm has it in writing; of the other firm's consent that firm has it. */
  isWritten: boolean;
}

/** What is checked. */
export interface Division {
  terms: FeeTerms;
  /** The client's consent to these terms; null for none, or one to other terms. */
  consent: Consent | null;
  /** The day on which the matter was referred; null before. */
  sentOn: string | null;
  totalFeeCents: number | null;
}

const compareRates = (one: Rate, other: Rate): number => {
  const [left, right] = [takeRate(one, 1), takeRate(other, 1)];
  const difference = left.numerator * right.denominator - right.numerator * left.denominator;
  if (difference === 0n) return 0;
  return difference > 0n ? 1 : -1;
};

/** The share of the fee that the originating firm gets, in US cents; null while no fee is stated. */
export function findReferralFee({ type, rate, flatCents }: FeeTerms, totalFeeCents: number | null): number | null {
  if (totalFeeCents === null) return null;
  if (type === "percentage_of_fee" && rate !== null) return roundHalfUp(takeRate(rate, totalFeeCents));
  return type === "flat" ? flatCents : 0;
}

const isFinal = (moment: Moment): boolean => moment === "engagement" || moment === "payout";

function listFaultsOfShare({ maxShare }: FeeDivisionRule, { terms, totalFeeCents }: Division): string[] {
  if (maxShare === null) return [];
  const { rate, flatCents } = terms;
  const limit = `the referring firm gets at most ${formatRate(maxShare)} of the fee`;
  if (rate !== null) return compareRates(rate, maxShare) > 0 ? [limit] : [];
  if (flatCents === null || totalFeeCents === null) return [];
  return flatCents > roundHalfUp(takeRate(maxShare, totalFeeCents)) ? [limit] : [];
}

function listFaultsOfConsent(rule: FeeDivisionRule, { consent, sentOn }: Division, moment: Moment): string[] {
  if (rule.isConsentBeforeReferral && moment !== "terms") {
    if (consent === null && moment === "sending") return ["the client consents in writing before the referral"];
    if (consent !== null && sentOn !== null && consent.consentedOn > sentOn)
      return ["the client consents in writing before the referral"];
  }
  if (!isFinal(moment) || rule.consent !== "signed_by_client") return [];
  return consent?.isWritten === true ? [] : ["the client signs the consent: name its document or signature request"];
}

/** What a rule misses in a division, in words. */
export function listFaults(rule: FeeDivisionRule, division: Division, moment: Moment): string[] {
  const { bases, needsWrittenAgreement } = rule;
  const { terms } = division;
  const hasBasis = bases.length === 0 || bases.some((basis) => basis === terms.basis);
  return [
    ...(hasBasis ? [] : [`the basis of the division must be ${formatBases(bases)}`]),
    ...listFaultsOfShare(rule, division),
    ...listFaultsOfConsent(rule, division, moment),
    ...(needsWrittenAgreement && isFinal(moment) && terms.writtenAgreementOn === null
      ? ["the attorneys agree in writing: the day of their agreement is missing"]
      : []),
  ];
}

async function findDivisionRule(
  context: Context,
  jurisdiction: JurisdictionRule["jurisdiction"],
): Promise<JurisdictionRule | undefined> {
  const [own, model] = feeDivisionKeysOf(jurisdiction);
  return (await findRule(context, own)) ?? findRule(context, model);
}

/**
 * Checks a division of a fee against the rule of its jurisdiction, as the firm has it.
 *
 * @returns what an unverified rule misses, as warnings
 * @throws INVALID_STATE_TRANSITION for what a verified one misses
 */
export async function checkDivision(
  context: Context,
  jurisdiction: JurisdictionRule["jurisdiction"],
  division: Division,
  moment: Moment,
): Promise<string[]> {
  if (division.terms.type === "none") return [];
  const found = await findDivisionRule(context, division.terms.jurisdiction ?? jurisdiction);
  if (found === undefined || found.verification === "disabled" || !("bases" in found.rule)) return [];
  const faults = listFaults(found.rule, division, moment);
  if (faults.length > 0 && found.verification === "verified")
    throw invalidState(`${found.citation}: ${faults.join("; ")}`);
  return faults.map((fault) => `${found.citation} (not verified by an attorney of the firm): ${fault}`);
}
