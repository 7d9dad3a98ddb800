import { buildExpense } from "../../../../prisma/seed/builders/billing.ts";
import type { Values } from "../../../../prisma/seed/builders/records.ts";
import { buildLien } from "../../../../prisma/seed/builders/settlements.ts";
import { buildSettlementStatement, buildStatementLine } from "../../../../prisma/seed/builders/statements.ts";
import {
  buildTrustDisbursement,
  buildTrustLedger,
  buildTrustTransaction,
} from "../../../../prisma/seed/builders/trust.ts";
import type { RecordReference } from "../../../rpc/context.ts";
import type { Arrangement, Scenario } from "../../../testing/harness/requests/example-request.ts";
import { actorOf, changeRow, insertFor, relateCase, type TestTenant } from "../../../testing/harness/tenant.ts";
import { createNamedContact } from "../../cases/parties/fixtures.ts";
import { createAgreedSettlement } from "../../settlements/statements/fixtures.ts";
import { readBasis } from "../../settlements/statements/store.stale.ts";
import { createTrustAccount, touchFirm, type CreatedTrustAccount } from "../accounts/fixtures.ts";

export interface CreatedPayable extends CreatedTrustAccount {
  caseId: string;
  clientId: string;
  documentId: string;
  settlementId: string;
  payerId: string;
  shareId: string;
  statementId: string;
  ledgerId: string;
  depositId: string;
  lienId: string;
  lienKey: string;
  expenseId: string;
  costKey: string;
}

/** What the lines of {@link createPayable} pay, in US cents. */
export const payableCents = { fee: 3_333_333, cost: 421_758, lien: 779_365, client: 5_465_544 } as const;

interface PayableOptions {
  /** Whether the deposit has cleared, as by default. */
  isCleared?: boolean;
  /** The account; a new one by default. */
  account?: CreatedTrustAccount;
}

/**
 * The worked example A: a settlement of $100,000.00 whose statement is approved and whose deposit has cleared, in a
 * case of its own. Its lines pay the firm, its costs, Medicare and the client.
 */
export async function createPayable(
  tenant: TestTenant,
  { isCleared = true, account }: PayableOptions = {},
): Promise<CreatedPayable> {
  const { organizationId } = tenant;
  const sums = { receivedCents: 10_000_000, clearedCents: isCleared ? 10_000_000 : 0 };
  const created = await createAgreedSettlement(tenant, {
    settlement: { ...sums, status: isCleared ? "funds_cleared" : "funds_received" },
    payer: { ...sums, paymentStatus: isCleared ? "cleared" : "received" },
    share: sums,
  });
  const { caseId, settlementId, shareId, payerId, documentId } = created;
  const lienholderContactId = await createNamedContact(tenant, "Secret Health Plan");
  const final = { finalCents: 779_365, finalOn: "2026-03-12", finalMethod: "procurement_42cfr411" };
  const lien = buildLien({
    organizationId,
    caseId,
    lienholderContactId,
    createdBy: actorOf(tenant),
    status: "final",
    assertedCents: 1_248_000,
    ...final,
    finalLetterDocumentId: documentId,
  });
  const own = account ?? (await createTrustAccount(tenant));
  const ledger = buildTrustLedger({ organizationId, accountId: own.accountId, caseId });
  const deposit = buildTrustTransaction({
    organizationId,
    accountId: own.accountId,
    type: "deposit",
    occurredOn: "2026-03-13",
    method: "check",
    expectedClearOn: "2026-03-27",
    ...(isCleared && { clearedOn: "2026-03-27" }),
    postings: [{ ledgerId: ledger.id, amountCents: 10_000_000, settlementPayerId: payerId }],
  });
  await insertFor(tenant, { Lien: lien, TrustLedger: ledger });
  await insertFor(tenant, { TrustTransaction: deposit });
  const { statementId, expenseId } = await createApproved(
    tenant,
    { caseId, settlementId, shareId },
    { lienId: lien.id, documentId },
  );
  return {
    ...own,
    ...created,
    statementId,
    ledgerId: ledger.id,
    depositId: deposit.id,
    lienId: lien.id,
    lienKey: `lien:${lien.id}`,
    expenseId,
    costKey: `case_cost:${expenseId}`,
  };
}

/** The approved statement of a share. Everything that it rests on is there. */
async function createApproved(
  tenant: TestTenant,
  of: { caseId: string; settlementId: string; shareId: string },
  { lienId, documentId }: { lienId: string; documentId: string },
): Promise<{ statementId: string; expenseId: string }> {
  const { organizationId } = tenant;
  const { caseId, settlementId } = of;
  const basis = await tenant.inside((transaction) =>
    readBasis({ organizationId, transaction }, { caseId, settlementId, claimantPartyId: null }),
  );
  const statement = buildSettlementStatement({
    organizationId,
    ...of,
    ...basis,
    status: "approved",
    issuedOn: "2026-03-16",
    approvalMethod: "wet_signature",
    approvedOn: "2026-03-20",
    approvalDocumentId: documentId,
    costsCents: payableCents.cost,
    liensCents: payableCents.lien,
    netCents: payableCents.client,
  });
  const { cost } = payableCents;
  // Issuing has reimbursed it.
  const expense = buildExpense({
    organizationId,
    caseId,
    createdBy: actorOf(tenant),
    status: "paid",
    amountCents: cost,
    paidCents: cost,
    reimbursedCents: cost,
    statementId: statement.id,
  });
  const line = (key: string, position: number, amountCents: number, more: Partial<Values<"SettlementStatementLine">>) =>
    buildStatementLine({
      organizationId,
      statementId: statement.id,
      key,
      position,
      amountCents,
      label: key,
      sourceEntity: null,
      sourceId: null,
      ...more,
    });
  await insertFor(tenant, {
    Expense: expense,
    SettlementStatement: statement,
    SettlementStatementLine: [
      line("attorney_fee", 1, payableCents.fee, { kind: "attorney_fee", payeeType: "firm_fee" }),
      line(`case_cost:${expense.id}`, 2, cost, {
        kind: "case_cost",
        payeeType: "firm_cost_reimbursement",
        sourceEntity: "expense",
        sourceId: expense.id,
      }),
      line(`lien:${lienId}`, 3, payableCents.lien, {
        kind: "lien",
        payeeType: "lienholder",
        sourceEntity: "lien",
        sourceId: lienId,
      }),
      line("net_to_client", 4, payableCents.client, {}),
    ],
  });
  return { statementId: statement.id, expenseId: expense.id };
}

export interface CreatedDisbursement extends CreatedPayable {
  disbursementId: string;
}

/** A disbursement of a line of {@link createPayable}: to the client, by check, unless the values say otherwise. */
export async function createDisbursement(
  tenant: TestTenant,
  status: "pending_approval" | "approved" = "pending_approval",
  values: Partial<Values<"TrustDisbursement">> = {},
): Promise<CreatedDisbursement> {
  const payable = await createPayable(tenant);
  const { accountId, ledgerId, caseId, settlementId, shareId, statementId, clientId } = payable;
  const { organizationId, attorneyId } = tenant;
  const { lineKey = "net_to_client", amountCents = payableCents.client } = values;
  const { firstName, lastName } = await tenant.inside((transaction) =>
    transaction
      .selectFrom("Client")
      .select(["firstName", "lastName"])
      .where("id", "=", clientId)
      .executeTakeFirstOrThrow(),
  );
  const decided = {
    decidedBy: actorOf(tenant),
    decidedByPersons: ["mem_second"],
    decidedAt: "2026-03-28T15:00:00.000Z",
  };
  const disbursement = buildTrustDisbursement({
    organizationId,
    accountId,
    ledgerId,
    caseId,
    settlementId,
    shareId,
    statementId,
    payee: { name: `${firstName} ${lastName}`, contactId: null, clientId },
    requestedBy: actorOf(tenant),
    requestedByPersons: [attorneyId, tenant.keyId].toSorted(),
    status,
    ...(status === "approved" && decided),
    ...values,
    lineKey,
    amountCents,
  });
  await insertFor(tenant, { TrustDisbursement: disbursement });
  await tenant.inside((transaction) =>
    transaction
      .updateTable("SettlementStatementLine")
      .set({ takenCents: amountCents })
      .where("statementId", "=", statementId)
      .where("key", "=", lineKey)
      .execute(),
  );
  if (status === "approved") {
    await changeRow(tenant, "SettlementShare", shareId, { committedCents: amountCents });
    await changeRow(tenant, "TrustLedger", ledgerId, { reservedCents: amountCents });
  }
  return { ...payable, disbursementId: disbursement.id };
}

const aTransactionId = {
  asymmetricMatch: (value: unknown) => typeof value === "string" && value.startsWith("trx_"),
};

export const relatePayable = ({ statementId, ...ofCase }: CreatedPayable): RecordReference[] => [
  ...relateCase(ofCase),
  { entity: "settlement_statement", id: statementId },
];

const firstId = (response: Record<string, unknown>): string => {
  const [first] = response["trustDisbursements"] as { id: string }[];
  return first?.id ?? "";
};

export const disbursementScenarios = {
  "trustDisbursements.list": async (tenant) => {
    await createDisbursement(tenant);
    return { query: { sort: "oldest" }, touched: touchFirm(tenant) };
  },
  "settlementStatements.disbursements.create": async (tenant) => {
    const payable = await createPayable(tenant);
    return {
      pathValues: { statementId: payable.statementId },
      change: (response) => changeRow(tenant, "TrustDisbursement", firstId(response), { staleAfterDays: 90 }),
      touched: (response) => ({
        entity: "trust_disbursement",
        id: firstId(response),
        relatedIds: relatePayable(payable),
      }),
      recordIn: null,
      diff: {},
    };
  },
  "trustDisbursements.transition": async (tenant): Promise<Arrangement> => {
    const created = await createDisbursement(tenant, "approved");
    return {
      pathValues: { trustDisbursementId: created.disbursementId },
      revision: 1,
      change: () => changeRow(tenant, "TrustDisbursement", created.disbursementId, { staleAfterDays: 90 }),
      touched: () => ({ entity: "trust_disbursement", id: created.disbursementId, relatedIds: relatePayable(created) }),
      emitsBefore: ["settlement.status_changed", "trust_transaction.recorded"],
      alsoEmits: ["trust_disbursement.issued"],
      diff: {
        status: { from: "approved", to: "issued" },
        availableTransitions: { from: ["issued", "cancelled"], to: ["cleared", "voided"] },
        checkNumber: { from: null, to: "1042" },
        issuedOn: { from: null, to: "2026-03-30" },
        transactionId: { from: null, to: aTransactionId },
      },
    };
  },
} satisfies Record<string, Scenario>;
