import { calculateShare, type LienDeduction } from "../../src/areas/settlements/calculation/domain.calculate.ts";
import { warnOfFacts } from "../../src/areas/settlements/calculation/domain.assemble.ts";
import type { FeeTier } from "../../src/areas/settlements/fee-agreements/schema.ts";
import type { EventType } from "../../src/contract/events/event-types.ts";
import type { Row } from "../../src/platform/database/tables.ts";
import { buildSettlementStatement, buildStatementLine } from "./builders/statements.ts";
import { relateToCase, type FirmCase } from "./firm.ts";
import { describeActor } from "./history.ts";
import { dayMilliseconds, toDay, toInstant } from "./random.ts";
import { stateReferralFee } from "./referring-firm.ts";
import { disburse, type Books, type DisbursementChoices } from "./trust-books.ts";

/** What the statements of a settlement's share are made of. */
export interface Lines {
  books: Books;
  firmCase: FirmCase;
  settlement: Row<"Settlement">;
  share: Row<"SettlementShare">;
  payer: Row<"SettlementPayer">;
  papers: { agreement: Row<"Document"> };
  liens: readonly Row<"Lien">[];
  /** By which the case came from a firm elsewhere, for a third of the fee; null for none. */
  referral: Row<"Referral"> | null;
  /** Of the fee agreement. */
  tier: FeeTier | undefined;
  /** Who pays. */
  insurer: string;
  /** What is shown of its checks: one that nobody cashed, or one that was voided and issued again. */
  special: "stale_check" | "voided_check" | null;
}

/** The steps of a settlement follow each other so fast. */
const stepMilliseconds = 10 * 60_000;

const recordsCents = 18_450;

/** Of the fee, by the terms of a referral. */
const referralRate = { numerator: 1, denominator: 3 };

interface StatementChoices {
  at: number;
  version: number;
  status: "draft" | "issued" | "approved";
  /** Whether the first lien is held back. */
  isHeldBack?: boolean;
}

interface AddedStatement {
  statement: Row<"SettlementStatement">;
  lines: Row<"SettlementStatementLine">[];
  end: (status: "declined" | "superseded", reason: string | null, at: number) => void;
}

/** Says that a lienholder's final letter has come: the settlement agreement stands for it. */
export function finalizeLien({ books: { firm }, firmCase, papers }: Lines, lien: Row<"Lien">, at: number): void {
  const isOfCourt = lien.type === "child_support";
  const assertedCents = lien.assertedCents ?? 0;
  firm.history.recordChange(
    "lien.finalized",
    lien,
    {
      status: "final",
      finalCents: isOfCourt ? assertedCents : Math.round(assertedCents * 0.62),
      finalOn: toDay(at),
      finalMethod: isOfCourt ? "none" : "negotiated",
      finalLetterDocumentId: papers.agreement.id,
    },
    { at, relatedIds: relateToCase(firmCase), actor: firm.actor },
  );
}

const lienKey = ({ id }: Row<"Lien">) => `lien:${id}`;

function toDeduction(lien: Row<"Lien">, isHeldBack: boolean): LienDeduction {
  const auditedCents = lien.assertedCents ?? 0;
  return {
    key: lienKey(lien),
    label: "Lien",
    amountCents: isHeldBack ? auditedCents : (lien.finalCents ?? auditedCents),
    auditedCents,
    isHeldBack,
  };
}

/** How many costs a statement has at most, and how much of a share they take. */
const mostCosts = 3;
const costsOfShare = 0.1;

/** Costs that the firm has paid by then, and those that a former version took. */
function listCosts({ books: { firm }, firmCase, settlement, share }: Lines, at: number): Row<"Expense">[] {
  const own = firm.rows.SettlementStatement.filter(({ settlementId }) => settlementId === settlement.id);
  const isOwn = ({ statementId }: Row<"Expense">) => own.some(({ id }) => id === statementId);
  const paid = firm.rows.Expense.filter(
    ({ caseId, status, isRecoverable, deletedAt }) =>
      caseId === firmCase.row.id && status === "paid" && isRecoverable && deletedAt === null,
  );
  const taken = paid.filter(isOwn);
  if (taken.length > 0) return taken;
  const free = paid.filter(({ statementId, updatedAt }) => statementId === null && updatedAt < toInstant(at));
  let leftCents = share.grossCents * costsOfShare;
  return free.slice(0, mostCosts).filter(({ amountCents }) => {
    if (amountCents > leftCents) return false;
    leftCents -= amountCents;
    return true;
  });
}

/** Drafts the next version of the share's statement, and takes it as far as it goes. */
export function addStatement(of: Lines, { at, version, status, isHeldBack = false }: StatementChoices): AddedStatement {
  const { books, firmCase, settlement, share, papers, liens, referral, tier } = of;
  const { firm } = books;
  const { organizationId, add, history, actor } = firm;
  const costs = listCosts(of, at);
  const vendor = firm.rows.Contact.find(({ type, deletedAt }) => type === "company" && deletedAt === null);
  const { grossCents } = share;
  const terms = tier === undefined || tier.rate === null ? ("none" as const) : { rate: tier.rate };
  const calculation = calculateShare({
    grossCents,
    exemptCents: 0,
    fee: { base: "gross", terms, capCents: null, approvedCents: null, reductionCents: 0 },
    referrals:
      referral === null
        ? []
        : [{ key: `referral_fee:${referral.id}`, label: `Referral fee, ${referral.sequenceId}`, rate: referralRate }],
    costs: costs.map(({ id, description, amountCents }) => ({
      key: `case_cost:${id}`,
      label: description,
      amountCents,
    })),
    invoices: [],
    liens: liens.map((lien, place) => toDeduction(lien, isHeldBack && place === 0)),
    other: [{ key: "other:1", label: "Copies of medical records", amountCents: recordsCents }],
    holdbacks: [],
    paidDirectCents: 0,
  });
  if (calculation.shortCents > 0) throw new Error(`a settlement of the demo is short by ${calculation.shortCents}`);
  const sum = (kind: string) =>
    calculation.lines.reduce((total, line) => (line.kind === kind ? total + line.amountCents : total), 0);
  const createdAt = toInstant(at);
  const { SettlementStatement: statement } = add({
    SettlementStatement: buildSettlementStatement({
      organizationId,
      caseId: firmCase.row.id,
      settlementId: settlement.id,
      shareId: share.id,
      version,
      costs: costs.map(({ id, amountCents }) => ({ expenseId: id, amountCents })),
      liens: isHeldBack
        ? liens.map((lien, place) => {
            const { amountCents } = toDeduction(lien, place === 0);
            return place === 0 ? { lienId: lien.id, holdbackCents: amountCents } : { lienId: lien.id, amountCents };
          })
        : null,
      grossCents,
      attorneyFeeCents: sum("attorney_fee"),
      referralFeeCents: sum("referral_fee"),
      costsCents: sum("case_cost"),
      liensCents: sum("lien"),
      otherCents: sum("other_deduction"),
      holdbackCents: sum("holdback"),
      netCents: calculation.netCents,
      calculation: {
        feeType: "contingency",
        agreementVersion: 1,
        trigger: tier?.trigger ?? null,
        base: "gross",
        rate: tier?.rate ?? null,
        brackets: null,
        exemptCents: 0,
        feeBaseCents: calculation.feeBaseCents,
        feeCents: calculation.feeCents,
        feeCap: null,
      },
      warnings: warnOfFacts(firmCase.client, true),
      // Written when the rows that it digests are in the database.
      basis: "",
      costBasis: "",
      createdBy: describeActor(actor),
      createdAt,
    }),
  });
  const { SettlementStatementLine: lines } = add({
    SettlementStatementLine: calculation.lines.map((line, place) => {
      const isUnpaid = line.kind === "holdback";
      return buildStatementLine({
        ...line,
        organizationId,
        statementId: statement.id,
        position: place + 1,
        authorizedCents: isUnpaid ? 0 : line.amountCents,
        ...describePayee(line, vendor),
      });
    }),
  });
  const relatedIds = [...relateToCase(firmCase), { entity: "settlement", id: settlement.id }];
  const change = (eventType: EventType, columns: Partial<Row<"SettlementStatement">>, changedAt: number) =>
    history.recordChange(eventType, statement, columns, { at: changedAt, relatedIds, actor });
  history.recordCreation("settlement_statement.created", statement, relatedIds, actor);
  followStatement(of, statement, at);
  if (status !== "draft") {
    change("settlement_statement.issued", { status: "issued", issuedOn: toDay(at) }, at + 60_000);
    reimburse(of, { costs, statement, at: at + 60_000 });
  }
  if (status === "approved")
    change(
      "settlement_statement.approved",
      {
        status: "approved",
        approvalMethod: "wet_signature",
        approvedOn: toDay(at),
        approvalDocumentId: papers.agreement.id,
      },
      at + 120_000,
    );
  if (status === "approved" && referral !== null)
    stateReferralFee(firm, firmCase, {
      referral,
      totalFeeCents: calculation.feeCents,
      dueCents: sum("referral_fee"),
      at: at + 120_000,
    });
  return {
    statement,
    lines,
    end: (ended, statusReason, endedAt) =>
      change(`settlement_statement.${ended}`, { status: ended, statusReason }, endedAt),
  };
}

function describePayee(
  { key, kind, label }: { key: string; kind: string; label: string },
  vendor: Row<"Contact"> | undefined,
) {
  const nobody = { payeeType: null, payeeContactId: null, payeeName: null, sourceEntity: null, sourceId: null };
  const sourceId = key.slice(key.indexOf(":") + 1);
  if (kind === "attorney_fee") return { ...nobody, payeeType: "firm_fee" };
  if (kind === "case_cost")
    return { ...nobody, payeeType: "firm_cost_reimbursement", sourceEntity: "expense", sourceId };
  if (kind === "referral_fee")
    return { ...nobody, payeeType: "referral_fee", payeeName: label, sourceEntity: "referral", sourceId };
  if (kind === "lien") return { ...nobody, payeeType: "lienholder", sourceEntity: "lien", sourceId };
  if (kind === "holdback") return { ...nobody, sourceEntity: "lien", sourceId };
  if (kind === "other_deduction")
    return { ...nobody, payeeType: "vendor", payeeContactId: vendor?.id ?? null, payeeName: vendor?.name ?? null };
  return { ...nobody, payeeType: "client" };
}

/** The settlement has the sums of the statement in force. */
function followStatement(
  { books: { firm }, firmCase, settlement }: Lines,
  {
    attorneyFeeCents,
    referralFeeCents,
    costsCents,
    liensCents,
    otherCents,
    holdbackCents,
    netCents,
  }: Row<"SettlementStatement">,
  at: number,
): void {
  firm.history.recordChange(
    "settlement.updated",
    settlement,
    {
      attorneyFeeCents,
      referralFeeCents,
      costsCents,
      liensCents,
      otherCents,
      holdbackCents,
      netToClientCents: netCents,
    },
    { at, relatedIds: relateToCase(firmCase), actor: firm.actor },
  );
}

interface Reimbursement {
  costs: readonly Row<"Expense">[];
  statement: Row<"SettlementStatement">;
  at: number;
}

/** Issuing reimburses what the firm advanced. */
function reimburse(
  { books: { firm }, firmCase }: Lines,
  { costs, statement: { id: statementId }, at }: Reimbursement,
): void {
  for (const expense of costs) {
    const isNew = expense.statementId === null;
    firm.history.recordChange(
      isNew ? "expense.reimbursed" : "expense.updated",
      expense,
      { statementId, reimbursedCents: expense.paidCents },
      {
        at,
        relatedIds: [
          ...relateToCase(firmCase),
          ...(expense.vendorContactId === null ? [] : [{ entity: "contact", id: expense.vendorContactId }]),
        ],
        actor: firm.actor,
      },
    );
  }
}

interface PayOut {
  standing: string;
  clearedAt: number;
  change: (status: string, columns: Partial<Row<"Settlement">>, at: number) => void;
}

/** Approves a statement of a share whose money has cleared, and pays it out as far as the settlement goes. */
export function payOut(of: Lines, { standing, clearedAt, change }: PayOut): void {
  const { now } = of.books.firm;
  // What has just cleared is paid out in the minutes that are left.
  const step = Math.min(stepMilliseconds, Math.floor((now - clearedAt) / 12));
  const after = (steps: number) => clearedAt + steps * step;
  const isHeldBack = standing === "held_back" || standing === "released";
  const first = addStatement(of, { at: after(1), version: 1, status: "approved", isHeldBack });
  if (standing === "returned") return;
  if (standing === "pending") request(of, first, after(2));
  else payAll(of, first, { at: after(2), isNetApproved: standing === "approved" });
  const disbursed = () => ({ disbursedCents: of.share.disbursedCents });
  change("disbursing", disbursed(), after(4));
  if (standing === "released") release(of, first, after(5));
  if (standing !== "closed" && standing !== "released") return;
  change("disbursed", disbursed(), after(9));
  if (standing === "closed") change("closed", {}, after(11));
}

/** The lien is final: the second version pays it, and what was held back too much. */
function release(of: Lines, first: AddedStatement, at: number): void {
  const [lien] = of.liens;
  if (lien !== undefined) finalizeLien(of, lien, at);
  first.end("superseded", null, at + 30_000);
  const second = addStatement(of, { at: at + 60_000, version: 2, status: "approved" });
  for (const line of second.lines) {
    const former = first.lines.find(({ key, kind }) => key === line.key && kind === line.kind);
    line.takenCents = former?.takenCents ?? 0;
    line.disbursedCents = former?.disbursedCents ?? 0;
  }
  payAll(of, second, { at: at + 200_000, isNetApproved: false });
}

/** Who a line pays. */
function findPayee({ books: { firm }, firmCase, liens }: Lines, line: Row<"SettlementStatementLine">) {
  const named = (name: string, contactId: string | null = null) => ({ name, contactId, clientId: null });
  const { client } = firmCase;
  if (line.payeeType === "client")
    return { name: `${client.firstName} ${client.lastName}`, contactId: null, clientId: client.id };
  if (line.payeeType === "lienholder") {
    const lien = liens.find((each) => lienKey(each) === line.key);
    const holder = firm.rows.Contact.find(({ id }) => id === lien?.lienholderContactId);
    return named(holder?.name ?? "", holder?.id ?? null);
  }
  if (line.payeeContactId !== null) return named(line.payeeName ?? "", line.payeeContactId);
  return named(firm.definition.name);
}

const payable = (lines: readonly Row<"SettlementStatementLine">[]) =>
  lines.filter(({ authorizedCents, takenCents }) => authorizedCents > takenCents);

/** Disburses a part of a line, and keeps what the share commits. */
function pay(
  of: Lines,
  { statement }: AddedStatement,
  line: Row<"SettlementStatementLine">,
  choices: Pick<DisbursementChoices, "progress" | "at"> & { cashedAfterDays?: number | null },
): void {
  const { books, firmCase, share, liens } = of;
  const amountCents = line.authorizedCents - line.takenCents;
  const { progress, at, cashedAfterDays = 4 } = choices;
  disburse(books, firmCase, {
    statement,
    line,
    payee: findPayee(of, line),
    amountCents,
    progress,
    at,
    cashedAfterDays,
  });
  if (progress !== "approved" && progress !== "issued") return;
  share.committedCents += amountCents;
  if (progress === "approved") return;
  share.disbursedCents += amountCents;
  const lien = liens.find((each) => lienKey(each) === line.key);
  if (lien === undefined || line.kind !== "lien") return;
  books.firm.history.recordChange(
    "lien.paid",
    lien,
    { paidCents: lien.paidCents + amountCents, status: "paid" },
    { at: at + 11 * 60_000, relatedIds: relateToCase(firmCase), actor: books.firm.actor },
  );
}

/** Three wait for a second attorney; before, one was rejected and one was canceled. */
function request(of: Lines, first: AddedStatement, at: number): void {
  const [fee, ...others] = payable(first.lines);
  if (fee !== undefined) pay(of, first, fee, { progress: "issued", at });
  const waiting = others.slice(-3);
  const [one, other] = waiting;
  if (one !== undefined) pay(of, first, one, { progress: "rejected", at });
  if (other !== undefined) pay(of, first, other, { progress: "cancelled", at });
  const requestedAt = Math.max(at, of.books.firm.now - 2 * dayMilliseconds);
  for (const line of waiting) pay(of, first, line, { progress: "pending_approval", at: requestedAt });
}

/** Pays every line; the client's net is only approved, where that is asked for. */
function payAll(of: Lines, paid: AddedStatement, { at, isNetApproved }: { at: number; isNetApproved: boolean }): void {
  for (const line of payable(paid.lines)) {
    const isNet = line.kind === "net_to_client";
    const isRecords = line.kind === "other_deduction";
    if (isNet && of.special === "voided_check") pay(of, paid, line, { progress: "voided", at });
    pay(of, paid, line, {
      progress: isNet && isNetApproved ? "approved" : "issued",
      at: at + 60_000,
      cashedAfterDays: isRecords && of.special === "stale_check" ? null : 4,
    });
  }
}
