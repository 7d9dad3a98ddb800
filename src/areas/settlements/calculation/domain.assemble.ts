import { invalidInput, invalidState, notFound } from "../../../contract/errors/error-codes.ts";
import type { Context } from "../../../rpc/context.ts";
import { settleInOrder } from "../../../rpc/settle-in-order.ts";
import { FeeAgreement, type FeeTier } from "../fee-agreements/schema.ts";
import { findFeeAgreement } from "../fee-agreements/store.ts";
import { splitOverShares } from "../settlements/domain.shares.ts";
import { calculateShare, type Calculation, type FeeTerms, type Line, type Share } from "./domain.calculate.ts";
import { checkFeeCap, type CheckedFeeCap } from "./domain.caps.ts";
import { chooseCosts, chooseInvoices, type CostLine } from "./domain.costs.ts";
import { chooseLiens, type ChosenLienLine } from "./domain.chosen-liens.ts";
import { splitCents } from "./domain.rational.ts";
import { findTier, listReached } from "./domain.tiers.ts";
import type {
  PayeeType,
  StatementCalculation,
  StatementChoices,
  StatementTotals,
  StatementWarning,
} from "../statements/schema.ts";
import {
  getCaseFacts,
  getCourtDays,
  listClaimedLiens,
  listHeldLines,
  listPayableInvoices,
  listRecoverableCosts,
  type CaseFacts,
  type ClaimedLien,
} from "./store.inputs.ts";

/** What of a settlement a calculation needs. A preview passes other numbers. */
export interface SettlementNumbers {
  settlement: { id: string; caseId: string; agreedOn: string | null; feeTrigger: string | null };
  payers: readonly { grossCents: number; isFeeBearing: boolean; paidDirectCents: number; release: string }[];
  shares: readonly ShareNumbers[];
}

interface ShareNumbers {
  id: string;
  claimantPartyId: string | null;
  grossCents: number;
  approvedFeeCents: number | null;
}

/** A part of the fee that another firm gets. */
export interface ReferralFee {
  referralId: string;
  /** The other firm. */
  label: string;
  rate: Share["referrals"][number]["rate"];
}

declare module "../../../platform/database/transaction-hooks.ts" {
  interface TransactionHooks {
    /** The parts of the fee of a case that other firms get; of each claimant's share alike. */
    readonly referralFees: (context: Context, caseId: string) => Promise<readonly ReferralFee[]>;
    /** A statement of the case was approved: the fee of the case is that of all approved ones. */
    readonly referralFeeStated: (context: Context, caseId: string) => Promise<void>;
  }
}

/** A line as it is stored. */
export interface DraftLine extends Line {
  authorizedCents: number;
  payeeType: PayeeType | null;
  payeeContactId: string | null;
  payeeName: string | null;
  source: { entity: "expense" | "invoice" | "lien" | "referral"; id: string } | null;
}

/** What a share would be paid to. */
export interface AssembledStatement {
  calculation: Calculation;
  lines: readonly DraftLine[];
  totals: StatementTotals;
  /** How the fee was found. */
  details: StatementCalculation;
  warnings: readonly StatementWarning[];
  /** By how much the deductions exceed the share. */
  shortCents: number;
  /** What each lien would be paid if all of them shared in proportion what is there. */
  suggestion: { lienId: string; amountCents: number }[] | null;
  /** What issuing checks besides. */
  checks: { liens: readonly ClaimedLien[]; facts: CaseFacts; cap: CheckedFeeCap | null; isClient: boolean };
}

/**
 * Calculates what a share is paid to, from what the case has now. It writes and locks nothing; a shortfall is no error.
 *
 * @throws NOT_FOUND for a share or a chosen record that the case does not have; INVALID_STATE_TRANSITION for more of a
 *   cost than is left, and for referral fees above the fee; VALIDATION_FAILED for members that do not belong together
 */
export async function calculateStatement(
  context: Context,
  { shareId, ...settlement }: SettlementNumbers & { shareId: string },
  chosen: StatementChoices,
): Promise<AssembledStatement> {
  validateChoices(chosen);
  const place = settlement.shares.findIndex(({ id }) => id === shareId);
  const share = settlement.shares[place];
  if (share === undefined) throw notFound("Share");
  const inputs = await readInputs(context, settlement.settlement.caseId, share.claimantPartyId);
  const { liens, referrals } = inputs;
  const terms = describeTerms(settlement, share, { inputs, chosen });
  const split = (cents: number) => splitOver(cents, settlement.shares, place);
  const part = { settlementId: settlement.settlement.id, shareId, held: inputs.held, split };
  const { exemptCents = 0, paidDirectCents = 0 } = splitOverShares(settlement.payers, settlement.shares)[place] ?? {};
  const costLines = chooseCosts(inputs.costs, part, chosen.costs ?? null);
  const invoiceLines = chooseInvoices(inputs.invoices, part);
  const lienLines = chooseLiens(liens, part, chosen.liens ?? null);
  const calculation = calculate({
    grossCents: share.grossCents,
    exemptCents,
    fee: terms.fee,
    referrals: referrals.map(({ referralId, label, rate }) => ({ key: `referral_fee:${referralId}`, label, rate })),
    costs: costLines,
    invoices: invoiceLines,
    liens: lienLines,
    other: listFree("other", chosen.otherDeductions),
    holdbacks: listFree("holdback", chosen.holdbacks),
    paidDirectCents,
  });
  const cap = await checkCap(context, settlement, { inputs, share, exemptCents, calculation });
  const isClient = share.claimantPartyId === null;
  return {
    calculation,
    lines: describeLines(calculation, { costLines: [...costLines, ...invoiceLines], lienLines, referrals, chosen }),
    totals: addUp(share.grossCents, calculation),
    details: {
      ...terms.details,
      exemptCents,
      feeBaseCents: calculation.feeBaseCents,
      feeCents: calculation.feeCents,
      feeCap: cap === null ? null : cap.used,
    },
    warnings: [
      ...(cap === null ? [] : cap.warnings),
      ...warnOfFacts(inputs.facts, isClient),
      ...terms.warnings,
      ...warnOfLiens(liens),
    ],
    shortCents: calculation.shortCents,
    suggestion: readSuggestion(calculation),
    checks: { liens, facts: inputs.facts, cap, isClient },
  };
}

type Inputs = Awaited<ReturnType<typeof readInputs>>;

async function readInputs(context: Context, caseId: string, claimantPartyId: string | null) {
  const [facts, court, agreementRow, liens, costs, invoices, held, referrals] = await settleInOrder(
    getCaseFacts(context, caseId),
    getCourtDays(context, caseId),
    findFeeAgreement(context, caseId),
    listClaimedLiens(context, caseId, claimantPartyId),
    listRecoverableCosts(context, caseId),
    listPayableInvoices(context, caseId),
    listHeldLines(context, caseId),
    context.hooks.referralFees(context, caseId),
  );
  const agreement = agreementRow === undefined ? null : FeeAgreement.parse(agreementRow);
  return { facts, court, agreement, liens, costs, invoices, held, referrals };
}

interface Terms {
  fee: FeeTerms;
  details: Pick<StatementCalculation, "feeType" | "agreementVersion" | "trigger" | "base" | "rate" | "brackets">;
  warnings: StatementWarning[];
}

/** How the fee of a share is found. @throws VALIDATION_FAILED */
function describeTerms(
  { settlement }: SettlementNumbers,
  { approvedFeeCents }: ShareNumbers,
  { inputs: { agreement, court }, chosen }: { inputs: Inputs; chosen: StatementChoices },
): Terms {
  const { feeReductionCents: reductionCents = 0, awardedFeeCents } = chosen;
  const awardedCents = awardedFeeCents ?? null;
  if (awardedCents !== null && agreement?.type !== "statutory")
    throw invalidInput({ path: "awardedFeeCents", message: "allowed only for a fee agreement of type statutory" });
  const tier = agreement === null ? undefined : chooseTier(agreement, court, settlement);
  const { capCents, ...ofTier } = tier ?? noTier;
  const { base, ...ofAgreement } = describeAgreement(agreement);
  const terms = awardedCents === null ? toTerms(ofTier) : { awardedCents };
  return {
    fee: { base, terms, capCents, approvedCents: approvedFeeCents, reductionCents },
    details: { ...ofAgreement, base, ...ofTier },
    warnings: warnOfTier(agreement, tier),
  };
}

const noTier = { trigger: null, rate: null, brackets: null, capCents: null };

function describeAgreement(agreement: FeeAgreement | null) {
  if (agreement === null) return { feeType: null, agreementVersion: null, base: "gross" } as const;
  const { type: feeType, version: agreementVersion, base } = agreement;
  return { feeType, agreementVersion, base: base ?? "gross" };
}

function toTerms({ rate, brackets }: Pick<FeeTier, "rate" | "brackets">): FeeTerms["terms"] {
  if (rate !== null) return { rate };
  return brackets === null ? "none" : { brackets };
}

/** The limit of a contingent fee; null where no rule limits it. */
function checkCap(
  context: Context,
  { settlement, payers }: SettlementNumbers,
  {
    inputs: { agreement, facts, court },
    share,
    exemptCents,
    calculation: { costsCents, feeCents },
  }: { inputs: Inputs; share: ShareNumbers; exemptCents: number; calculation: Calculation },
): Promise<CheckedFeeCap | null> {
  if (agreement === null || agreement.type !== "contingency") return Promise.resolve(null);
  return checkFeeCap(context, {
    agreement,
    facts,
    reached: listReached(agreement.triggersReached, court),
    agreedOn: settlement.agreedOn ?? lastDay,
    releases: payers.map(({ release }) => release),
    isClient: share.claimantPartyId === null,
    amounts: { subjectCents: Math.max(0, share.grossCents - exemptCents), costsCents, feeCents },
  });
}

/** Of a settlement that nobody has agreed on yet: whatever has happened, has; `findTier` takes the day after for never. */
const lastDay = "9999-12-30";

/** @throws VALIDATION_FAILED */
function validateChoices({ feeReductionCents = 0, feeReductionReason }: StatementChoices): void {
  if (feeReductionCents > 0 !== (feeReductionReason !== undefined))
    throw invalidInput({
      path: "feeReductionReason",
      message: "required with feeReductionCents, and allowed only with it",
    });
}

/** The part of a share in an amount of the whole settlement, by gross amounts. */
function splitOver(cents: number, shares: readonly ShareNumbers[], place: number): number {
  const weights = shares.map(({ grossCents }) => grossCents);
  return splitCents(cents, weights)[place] ?? 0;
}

function chooseTier(
  agreement: FeeAgreement,
  court: Parameters<typeof findTier>[1],
  { feeTrigger, agreedOn }: SettlementNumbers["settlement"],
): FeeTier | undefined {
  if (agreement.type !== "contingency") return undefined;
  if (feeTrigger === null) return findTier(agreement, court, agreedOn ?? lastDay);
  const chosen = FeeAgreement.shape.triggersReached.parse([
    { trigger: feeTrigger, on: "0001-01-01", documentId: null },
  ]);
  const none = { suitFiledOn: null, answeredOn: null, appealFiledOn: null };
  return findTier({ tiers: agreement.tiers, triggersReached: chosen }, none, lastDay);
}

const listFree = (prefix: string, lines: StatementChoices["otherDeductions"] = []) =>
  lines.map(({ label, amountCents }, place) => ({ key: `${prefix}:${place + 1}`, label, amountCents }));

/** @throws INVALID_STATE_TRANSITION */
function calculate(share: Share): Calculation {
  try {
    return calculateShare(share);
  } catch (error) {
    if (error instanceof RangeError) throw invalidState("The referral fees exceed the fee");
    throw error;
  }
}

interface Described {
  /** And invoices. */
  costLines: readonly CostLine[];
  lienLines: readonly ChosenLienLine[];
  referrals: readonly ReferralFee[];
  chosen: StatementChoices;
}

type Payment = Pick<DraftLine, "payeeType" | "payeeContactId" | "payeeName" | "source">;

function describeLines({ lines }: Calculation, described: Described): DraftLine[] {
  const payments = listPayments(described);
  return lines.map((line) => ({
    ...line,
    authorizedCents: line.kind === "holdback" || line.kind === "paid_direct" ? 0 : line.amountCents,
    ...(payments.get(line.key) ?? toNobody(line.kind === "attorney_fee" ? "firm_fee" : null)),
    ...(line.kind === "net_to_client" && toNobody("client")),
    // Nobody is paid what stays in trust; of a lien that is held back the line says so.
    ...(line.kind === "holdback" && { payeeType: null }),
  }));
}

const toNobody = (payeeType: PayeeType | null): Payment => ({
  payeeType,
  payeeContactId: null,
  payeeName: null,
  source: null,
});

/** To whom lines go, by their keys. */
function listPayments({ costLines, lienLines, referrals, chosen }: Described): ReadonlyMap<string, Payment> {
  const payments = new Map<string, Payment>();
  for (const { key, payeeType, payeeContactId, payeeName, source } of costLines)
    payments.set(key, { payeeType, payeeContactId, payeeName, source });
  for (const { key, payeeType, source } of lienLines) payments.set(key, { ...toNobody(payeeType), source });
  for (const { referralId, label } of referrals)
    payments.set(`referral_fee:${referralId}`, {
      ...toNobody("referral_fee"),
      payeeName: label,
      source: { entity: "referral", id: referralId },
    });
  for (const [place, { payeeContactId }] of (chosen.otherDeductions ?? []).entries())
    payments.set(`other:${place + 1}`, { ...toNobody("vendor"), payeeContactId });
  for (const [place, { payeeContactId }] of (chosen.holdbacks ?? []).entries())
    payments.set(`holdback:${place + 1}`, { ...toNobody(null), payeeContactId });
  return payments;
}

function addUp(grossCents: number, { lines }: Calculation): StatementTotals {
  const sum = (kind: Line["kind"]) =>
    lines.reduce((all, line) => (line.kind === kind ? all + line.amountCents : all), 0);
  return {
    grossCents,
    attorneyFeeCents: sum("attorney_fee"),
    referralFeeCents: sum("referral_fee"),
    costsCents: sum("case_cost"),
    invoicesCents: sum("invoice"),
    liensCents: sum("lien"),
    otherCents: sum("other_deduction"),
    holdbackCents: sum("holdback"),
    paidDirectCents: sum("paid_direct"),
    netCents: sum("net_to_client"),
  };
}

const lienKey = "lien:";

function readSuggestion({ suggestion }: Calculation): AssembledStatement["suggestion"] {
  if (suggestion === null) return null;
  return Object.entries(suggestion).map(([key, amountCents]) => ({ lienId: key.slice(lienKey.length), amountCents }));
}

/** Of a claimant who is a party, not the client, the firm has no such record. */
export function warnOfFacts(
  {
    medicareBeneficiary,
    medicaidBeneficiary,
    childSupportObligation,
  }: Pick<CaseFacts, "medicareBeneficiary" | "medicaidBeneficiary" | "childSupportObligation">,
  isClient: boolean,
): StatementWarning[] {
  const isUnknown = (status: string) => !isClient || status === "unknown";
  const warnings: StatementWarning[] = [];
  if (isUnknown(medicareBeneficiary))
    warnings.push({
      code: "medicare_status_unknown",
      message: "No one recorded whether the claimant has Medicare: a lien may be missing",
    });
  if (isUnknown(medicaidBeneficiary))
    warnings.push({
      code: "medicaid_status_unknown",
      message: "No one recorded whether the claimant has Medicaid: a lien may be missing",
    });
  if (!isClient || childSupportObligation === null)
    warnings.push({
      code: "child_support_unknown",
      message: "No one recorded whether the claimant owes child support: a lien may be missing",
    });
  return warnings;
}

function warnOfTier(agreement: FeeAgreement | null, tier: FeeTier | undefined): StatementWarning[] {
  if (agreement === null || agreement.type !== "contingency" || tier !== undefined) return [];
  return [{ code: "no_fee_tier", message: "No tier of the fee agreement was reached: no fee is charged" }];
}

const openWithoutAmount = ({ status, auditedCents }: ClaimedLien) =>
  auditedCents === null && status !== "waived" && status !== "withdrawn";

function warnOfLiens(liens: readonly ClaimedLien[]): StatementWarning[] {
  const count = liens.filter(openWithoutAmount).length;
  if (count === 0) return [];
  const message = count === 1 ? "A lien has no amount yet" : `${count} liens have no amount yet`;
  return [{ code: "lien_without_amount", message: `${message}: nothing is held back for it` }];
}
