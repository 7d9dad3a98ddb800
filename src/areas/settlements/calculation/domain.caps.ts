import { formatCents } from "../../../contract/values/rate-words.ts";
import type { Context } from "../../../rpc/context.ts";
import { findRule, readJurisdiction, type JurisdictionRule } from "../../jurisdiction-rules/domain.ts";
import { feeCapKeysOf, type FeeCapRule } from "../../jurisdiction-rules/domain.settlement.ts";
import type { FeeAgreement, FeeTier } from "../fee-agreements/schema.ts";
import { findFeeCap } from "./domain.fee-caps.ts";
import type { StatementCalculation, StatementWarning } from "../statements/schema.ts";
import type { CaseFacts } from "./store.inputs.ts";

/** A limit of the fee, and what a statement says of it. */
export interface CheckedFeeCap {
  used: NonNullable<StatementCalculation["feeCap"]>;
  /** Why the statement is not issued without a document that allows it; null where the limit is kept or unverified. */
  violation: string | null;
  warnings: StatementWarning[];
}

interface Contingency {
  agreement: FeeAgreement;
  facts: Pick<CaseFacts, "caseType" | "dateOfBirth">;
  /** On which day each trigger was reached. */
  reached: ReadonlyMap<FeeTier["trigger"], string>;
  agreedOn: string;
  /** Of each payer. */
  releases: readonly string[];
  /** Whether the claimant is the case's client, whose birthday is known. */
  isClient: boolean;
  /** In US cents. */
  amounts: { subjectCents: number; costsCents: number; feeCents: number };
}

/**
 * Checks a contingent fee against the limit of the agreement's jurisdiction: that of the case's type, else that of
 * every type. A verified limit is kept; an unverified one warns.
 *
 * @returns null where no rule limits the fee
 */
export async function checkFeeCap(context: Context, contingency: Contingency): Promise<CheckedFeeCap | null> {
  const { agreement, facts, amounts } = contingency;
  const found = await findCapRule(context, agreement.jurisdiction, facts.caseType);
  if (found === null) return null;
  const { key, citation, verification, rule } = found;
  const { baseCents, capCents } = findFeeCap(rule, describeFacts(contingency), amounts);
  const used = { key, verification, baseCents, capCents };
  const isVerified = verification === "verified";
  const message = describeExcess(citation, capCents, amounts.feeCents);
  if (message === null) return { used, violation: null, warnings: [] };
  const code = capCents === null ? "fee_cap_by_court" : "fee_cap_exceeded";
  const note = isVerified ? message : `${message}; no attorney of the firm has verified the rule`;
  return { used, violation: isVerified ? message : null, warnings: [{ code, message: note }] };
}

/** Null where the limit is kept. Names the rule by its source, as members know it: its key stands in the calculation. */
function describeExcess(citation: string, capCents: number | null, feeCents: number): string | null {
  if (capCents === null) return `Above the limit of ${citation} a court sets the fee`;
  if (feeCents <= capCents) return null;
  return `The fee of ${formatCents(feeCents)} exceeds the limit of ${formatCents(capCents)} (${citation})`;
}

/** A rule that the firm does not use stands in the place of no other one. */
async function findCapRule(
  context: Context,
  jurisdiction: string | null,
  caseType: string,
): Promise<(Pick<JurisdictionRule, "key" | "citation" | "verification"> & { rule: FeeCapRule }) | null> {
  const known = readJurisdiction(jurisdiction);
  if (known === undefined) return null;
  for (const key of feeCapKeysOf(known, caseType)) {
    const found = await findRule(context, key);
    if (found === undefined) continue;
    if (found.verification === "disabled" || !("variants" in found.rule)) return null;
    const { citation, verification, rule } = found;
    return { key, citation, verification, rule };
  }
  return null;
}

function describeFacts({ agreement, facts, reached, agreedOn, releases, isClient }: Contingency) {
  const isReached = (trigger: FeeTier["trigger"]) => (reached.get(trigger) ?? "9999-99-99") <= agreedOn;
  return {
    wasMinorAtSigning:
      reached.has("minor") ||
      (isClient && facts.dateOfBirth !== null && isMinor(facts.dateOfBirth, agreement.signedOn)),
    isJuryEmpaneled: isReached("trial"),
    isSuitFiled: isReached("suit_filed"),
    isAnswerFiled: isReached("answer_filed"),
    isReleasedBeforeSuit: releases.every((release) => release === "signed" || release === "returned"),
  };
}

/** Whether somebody is younger than 18 on a day. */
function isMinor(bornOn: string, on: string): boolean {
  const majority = `${String(Number(bornOn.slice(0, 4)) + 18).padStart(4, "0")}${bornOn.slice(4)}`;
  return on < majority;
}
