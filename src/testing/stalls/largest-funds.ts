import { sql } from "kysely";
import { buildExpense } from "../../../prisma/seed/builders/billing.ts";
import { buildTrustDisbursement, buildTrustTransaction } from "../../../prisma/seed/builders/trust.ts";
import { actorOf, changeRow, insertFor, type TestTenant } from "../harness/tenant.ts";
import { readBody, type Api } from "../harness/requests/api.ts";
import { createStatement } from "../../areas/settlements/statements/fixtures.ts";
import { arrangeSettlement, type ArrangedSettlement } from "../../areas/settlements/statements/fixtures.arranged.ts";
import { maxLines } from "../../areas/settlements/statements/domain.limits.ts";
import { maxShares } from "../../areas/settlements/settlements/schema.ts";
import { createTrustAccount } from "../../areas/trust/accounts/fixtures.ts";
import { maxBankLines } from "../../areas/trust/bank-statements/schema.ts";
import { createTrustLedger } from "../../areas/trust/ledgers/fixtures.ts";

const listNumbers = (length: number) => Array.from({ length }, (_, index) => index);

/** So many rows are inserted at once: PostgreSQL takes 65,535 parameters. */
const rowsAtOnce = 500;

async function insertMany<Row>(rows: readonly Row[], insert: (some: Row[]) => Promise<unknown>): Promise<void> {
  for (let from = 0; from < rows.length; from += rowsAtOnce) await insert(rows.slice(from, from + rowsAtOnce));
}

/** So many checks a large firm issues in a month. */
const issuedChecks = 400;

/** Checks that were issued, and a bank statement with as many lines as it can have: these checks, and what nobody knows. */
export async function storeIssuedChecks(tenant: TestTenant): Promise<{ accountId: string; body: object }> {
  const { organizationId } = tenant;
  const { settlementId, shareId, statementId } = await createStatement(tenant);
  const { accountId, ledgerId, caseId } = await createTrustLedger(tenant);
  const wholeCents = 100_000_000_00;
  const deposit = buildTrustTransaction({
    organizationId,
    accountId,
    type: "deposit",
    occurredOn: "2026-03-01",
    method: "wire",
    clearedOn: "2026-03-01",
    postings: [{ ledgerId, amountCents: wholeCents }],
  });
  await insertFor(tenant, { TrustTransaction: deposit });
  const of = { organizationId, accountId, ledgerId, caseId, settlementId, shareId, statementId };
  const checks = listNumbers(issuedChecks).map((number) => {
    const amountCents = 10_000 + number;
    const checkNumber = String(5_000 + number);
    const decided = { decidedByPersons: ["another"], decidedAt: "2026-03-21T10:00:00.000Z" };
    const disbursement = buildTrustDisbursement({
      ...of,
      lineKey: "net_to_client",
      amountCents,
      status: "approved",
      decidedBy: { type: "member", id: "mem_b", name: "B" },
      ...decided,
    });
    const transaction = buildTrustTransaction({
      organizationId,
      accountId,
      type: "disbursement",
      occurredOn: "2026-03-20",
      method: "check",
      checkNumber,
      disbursementId: disbursement.id,
      postings: [{ ledgerId, amountCents: -amountCents }],
    });
    return { amountCents, checkNumber, disbursement, transaction };
  });
  await insertMany(checks, (some) =>
    insertFor(tenant, { TrustDisbursement: some.map(({ disbursement }) => disbursement) }),
  );
  await insertMany(checks, (some) =>
    insertFor(tenant, { TrustTransaction: some.map(({ transaction }) => transaction) }),
  );
  await tenant.inside((transaction) =>
    sql`UPDATE "TrustDisbursement" d SET status = 'issued', "issuedOn" = t."occurredOn", "transactionId" = t.id, "checkNumber" = t."checkNumber"
      FROM "TrustTransaction" t WHERE t."disbursementId" = d.id AND d."ledgerId" = ${ledgerId}`.execute(transaction),
  );
  const lines = [
    { postedOn: "2026-03-02", amountCents: wholeCents, description: "Wire" },
    ...checks.map(({ amountCents, checkNumber }) => ({
      postedOn: "2026-03-25",
      amountCents: -amountCents,
      description: `Check ${checkNumber}`,
      checkNumber,
    })),
    ...listNumbers(maxBankLines - issuedChecks - 1).map((number) => ({
      postedOn: "2026-03-26",
      amountCents: -(500_000 + number),
      description: `Payment ${number} by the bank`,
      bankReference: `B-${number}`,
    })),
  ];
  const closingCents = lines.reduce((sum, { amountCents }) => sum + amountCents, 0);
  return {
    accountId,
    body: { periodStartOn: "2026-03-01", periodEndOn: "2026-03-31", openingCents: 0, closingCents, lines },
  };
}

/** Deposits, and a bank statement of these: as many as it can have lines, each with its reference. */
export async function storeDeposits(tenant: TestTenant): Promise<{ accountId: string; body: object }> {
  const { organizationId } = tenant;
  const { accountId, ledgerId } = await createTrustLedger(tenant);
  const numbers = listNumbers(maxBankLines);
  await insertMany(numbers, (some) =>
    insertFor(tenant, {
      TrustTransaction: some.map((number) =>
        buildTrustTransaction({
          organizationId,
          accountId,
          type: "deposit",
          occurredOn: "2026-03-02",
          method: "wire",
          reference: `W-${number}`,
          clearedOn: "2026-03-02",
          postings: [{ ledgerId, amountCents: 10_000 + number }],
        }),
      ),
    }),
  );
  const lines = numbers.map((number) => ({
    postedOn: "2026-03-03",
    amountCents: 10_000 + number,
    description: `Wire ${number}`,
    bankReference: `w-${number}`,
  }));
  const closingCents = lines.reduce((sum, { amountCents }) => sum + amountCents, 0);
  return {
    accountId,
    body: { periodStartOn: "2026-03-01", periodEndOn: "2026-03-31", openingCents: 0, closingCents, lines },
  };
}

/** An account of which the bank has posted nothing: as many deposits as a reconciliation does not list all of. */
export async function storeOpenTransactions(tenant: TestTenant): Promise<string> {
  const { organizationId } = tenant;
  const account = await createTrustAccount(tenant);
  const { accountId } = account;
  for (const number of listNumbers(600)) {
    const { ledgerId } = await createTrustLedger(tenant, { account });
    const posting = { ledgerId, amountCents: 1_000 + number };
    const deposit = buildTrustTransaction({
      organizationId,
      accountId,
      type: "deposit",
      occurredOn: "2026-03-02",
      method: "wire",
      clearedOn: "2026-03-02",
      postings: [posting],
    });
    await insertFor(tenant, { TrustTransaction: deposit });
  }
  return accountId;
}

/** Costs of a case until its statements have as many lines as they can: the fee and the net are two more. */
async function addCosts(tenant: TestTenant, caseId: string): Promise<void> {
  const { organizationId } = tenant;
  const rows = listNumbers(maxLines - 2).map((number) =>
    buildExpense({
      organizationId,
      caseId,
      createdBy: actorOf(tenant),
      description: `Records of provider ${number}, second request`,
      status: "paid",
      amountCents: 10_000 + number,
      paidCents: 10_000 + number,
    }),
  );
  await insertMany(rows, (some) => insertFor(tenant, { Expense: some }));
}

/** A settlement whose statements have 300 lines. */
export async function storeManyCosts(tenant: TestTenant): Promise<ArrangedSettlement> {
  const arranged = await arrangeSettlement(tenant);
  await addCosts(tenant, arranged.caseId);
  return arranged;
}

/** The same, with as many shares as a settlement has. */
export async function storeManyShares(tenant: TestTenant): Promise<string> {
  const grossCents = listNumbers(maxShares).map(() => 100_000_000);
  const { settlementId, caseId } = await arrangeSettlement(tenant, { grossCents });
  await addCosts(tenant, caseId);
  return settlementId;
}

/** The draft of a statement of 300 lines. */
export async function draftLargest(tenant: TestTenant, api: Api): Promise<string> {
  const { settlementId, shareIds } = await storeManyCosts(tenant);
  const reply = await api.change("POST", `/settlements/${settlementId}/statements`, { shareId: shareIds[0] });
  return readBody<{ settlementStatement: { id: string } }>(reply).settlementStatement.id;
}

/** An approved statement of 300 lines, whose money is in trust. */
export async function approveLargest(tenant: TestTenant, api: Api): Promise<string> {
  const statementId = await draftLargest(tenant, api);
  readBody(await api.change("POST", `/settlement-statements/${statementId}/transitions`, { status: "issued" }));
  const { caseId, approvalDocumentId } = await tenant.inside(async (transaction) => {
    const row = await transaction
      .selectFrom("SettlementStatement")
      .select("caseId")
      .where("id", "=", statementId)
      .executeTakeFirstOrThrow();
    const document = await transaction
      .selectFrom("Document")
      .select("id")
      .where("caseId", "=", row.caseId)
      .executeTakeFirstOrThrow();
    return { caseId: row.caseId, approvalDocumentId: document.id };
  });
  await changeRow(tenant, "SettlementStatement", statementId, {
    status: "approved",
    approvalMethod: "wet_signature",
    approvedOn: "2026-03-20",
    approvalDocumentId,
  });
  await createTrustLedger(tenant, { account: await createTrustAccount(tenant), ofCase: { caseId, clientId: "" } });
  return statementId;
}
