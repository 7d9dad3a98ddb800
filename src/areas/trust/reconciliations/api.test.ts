import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  buildTrustDisbursement,
  buildTrustLedger,
  buildTrustTransaction,
} from "../../../../prisma/seed/builders/trust.ts";
import { openApi, readBody, type Api } from "../../../testing/harness/requests/api.ts";
import { startTestServer, type TestServer } from "../../../testing/harness/server.ts";
import { createCase, createTenant, insertFor, type TestTenant } from "../../../testing/harness/tenant.ts";
import { readEvents } from "../../../testing/harness/traces.ts";
import { createStatement } from "../../settlements/statements/fixtures.ts";
import { createTrustAccount } from "../accounts/fixtures.ts";
import { signInApprover, type Approver } from "../disbursements/fixtures.approvers.ts";
import { createDisbursement, payableCents } from "../disbursements/fixtures.ts";
import type { Reconciliation } from "./schema.ts";

let server: TestServer;
let tenant: TestTenant;
let api: Api;
let accountant: Approver;
let owner: Approver;

beforeAll(async () => {
  server = await startTestServer();
  tenant = await createTenant(server.services.database);
  api = openApi(server, tenant.secret);
  accountant = await signInApprover(server, tenant, { role: "trust_accountant", isAttorney: false });
  owner = await signInApprover(server, tenant, { role: "owner", isAttorney: false });
});
afterAll(() => server.close(1000));

const get = async (accountId: string, asOfOn?: string) =>
  readBody<{ reconciliation: Reconciliation }>(
    await api.get(`/trust-accounts/${accountId}/reconciliation${asOfOn === undefined ? "" : `?asOfOn=${asOfOn}`}`),
  ).reconciliation;
const close = (trustAccountId: string, asOfOn: string, by = accountant) =>
  by.portal.mutate<{ reconciliation: { id: string } }>("trustReconciliations.close", { trustAccountId, asOfOn });
const reopen = (trustAccountId: string, asOfOn: string, by = owner) =>
  by.portal.mutate<{ reconciliation: { isClosed: boolean; reopenReason: string } }>("trustReconciliations.reopen", {
    trustAccountId,
    asOfOn,
    reason: "A deposit of another month",
  });
const recordFee = (accountId: string, occurredOn: string) =>
  api.change("POST", `/trust-accounts/${accountId}/transactions`, { type: "bank_fee", amountCents: 1_500, occurredOn });

/** The books of 6.12 at the end of November 2025: all but the bank's fee is recorded. */
async function createExample(): Promise<{ accountId: string; ledgerId: string }> {
  const { organizationId } = tenant;
  const { accountId, firmLedgerId } = await createTrustAccount(tenant);
  const { caseId } = await createCase(tenant);
  const ledger = buildTrustLedger({ organizationId, accountId, caseId });
  await insertFor(tenant, { TrustLedger: ledger });
  const record = async (values: Parameters<typeof buildTrustTransaction>[0]) =>
    insertFor(tenant, { TrustTransaction: buildTrustTransaction(values) });
  const of = { organizationId, accountId };
  const toClient = (amountCents: number) => [{ ledgerId: ledger.id, amountCents }];
  await record({
    ...of,
    type: "opening_balance",
    occurredOn: "2025-10-31",
    postings: [{ ledgerId: firmLedgerId, amountCents: 25_000 }, ...toClient(1_250_000)],
  });
  await record({
    ...of,
    type: "deposit",
    occurredOn: "2025-11-02",
    method: "wire",
    clearedOn: "2025-11-02",
    postings: toClient(10_000_000),
  });
  await record({
    ...of,
    type: "deposit",
    occurredOn: "2025-11-28",
    method: "check",
    expectedClearOn: "2025-12-14",
    postings: toClient(800_000),
  });
  await issue(accountId, ledger.id, caseId);
  return { accountId, ledgerId: ledger.id };
}

/** Four checks of the example; the one to the lienholder is not at the bank. */
async function issue(accountId: string, ledgerId: string, caseId: string): Promise<void> {
  const { organizationId } = tenant;
  const { settlementId, shareId, statementId } = await createStatement(tenant);
  const named = { settlementId, shareId, statementId, lineKey: "net_to_client" };
  const amounts = [3_333_333, 421_758, 5_465_544, 779_365];
  for (const [place, amountCents] of amounts.entries()) {
    const disbursement = buildTrustDisbursement({
      organizationId,
      accountId,
      ledgerId,
      caseId,
      ...named,
      amountCents,
      status: "approved",
      decidedBy: { type: "member", id: "mem_2", name: "Second" },
      decidedByPersons: ["mem_2"],
      decidedAt: "2025-11-19T15:00:00.000Z",
    });
    await insertFor(tenant, { TrustDisbursement: disbursement });
    const transaction = buildTrustTransaction({
      organizationId,
      accountId,
      type: "disbursement",
      occurredOn: "2025-11-20",
      method: "check",
      checkNumber: String(1_041 + place),
      disbursementId: disbursement.id,
      postings: [{ ledgerId, amountCents: -amountCents }],
    });
    await insertFor(tenant, { TrustTransaction: transaction });
    await tenant.inside((inside) =>
      inside
        .updateTable("TrustDisbursement")
        .set({
          status: "issued",
          issuedOn: "2025-11-20",
          transactionId: transaction.id,
          checkNumber: String(1_041 + place),
        })
        .where("id", "=", disbursement.id)
        .execute(),
    );
  }
}

const november = {
  periodStartOn: "2025-11-01",
  periodEndOn: "2025-11-30",
  openingCents: 1_275_000,
  closingCents: 2_052_865,
  lines: [
    { postedOn: "2025-11-02", amountCents: 10_000_000, description: "Wire in" },
    { postedOn: "2025-11-24", amountCents: -3_333_333, description: "Check", checkNumber: "1041" },
    { postedOn: "2025-11-24", amountCents: -421_758, description: "Check", checkNumber: "1042" },
    { postedOn: "2025-11-25", amountCents: -5_465_544, description: "Check", checkNumber: "1043" },
    { postedOn: "2025-11-30", amountCents: -1_500, description: "Service charge" },
  ],
};

describe("11. the example of 6.12", () => {
  test("before and after the bank's fee is recorded, and closed", async () => {
    const { accountId, ledgerId } = await createExample();
    readBody(await api.change("POST", `/trust-accounts/${accountId}/bank-statements`, november));
    const before = await get(accountId);
    expect(before).toMatchObject({
      asOfOn: "2025-11-30",
      bankCents: 2_052_865,
      inTransitCents: 800_000,
      outstandingCents: 779_365,
      adjustedBankCents: 2_073_500,
      bookCents: 2_075_000,
      ledgersCents: 2_075_000,
      differenceCents: -1_500,
      unmatchedCount: 1,
      isBalanced: false,
      isClosed: false,
    });
    expect(before.faults).toEqual([
      {
        code: "unmatched_line",
        message: "The bank posted -$15.00 on 2025-11-30 (Service charge); no transaction matches it",
        bankLineId: before.unmatched[0]?.id,
        transactionId: null,
        ledgerId: null,
      },
    ]);
    expect(before.outstanding.map(({ amountCents, checkNumber }) => [amountCents, checkNumber])).toEqual([
      [779_365, "1044"],
    ]);
    expect(before.inTransit.map(({ amountCents, occurredOn }) => [amountCents, occurredOn])).toEqual([
      [800_000, "2025-11-28"],
    ]);
    const unbalanced = await close(accountId, "2025-11-30");
    expect(unbalanced.error?.message).toContain("The account is not balanced: The bank posted -$15.00");
    readBody(await recordFee(accountId, "2025-11-30"));
    const after = await get(accountId);
    expect(after).toMatchObject({
      adjustedBankCents: 2_073_500,
      bookCents: 2_073_500,
      ledgersCents: 2_073_500,
      differenceCents: 0,
      unmatchedCount: 0,
      isBalanced: true,
      faults: [],
    });
    expect(after.ledgers.find((ledger) => ledger.ledgerId === ledgerId)?.balanceCents).toBe(2_050_000);
    const { id } = (await close(accountId, "2025-11-30")).data.reconciliation;
    const rejected = await recordFee(accountId, "2025-11-30");
    expect([rejected.status, rejected.body["error"]]).toEqual([
      409,
      expect.stringContaining("closed through 2025-11-30"),
    ]);
    expect((await recordFee(accountId, "2025-12-01")).status).toBe(201);
    // The snapshot stays what it was.
    const closed = await get(accountId, "2025-11-30");
    expect(closed).toMatchObject({ id, isClosed: true, bookCents: 2_073_500, closedBy: { id: accountant.memberId } });
    expect(closed.outstanding).toEqual(after.outstanding);
    const types = (await readEvents(tenant))
      .filter(({ entityId }) => entityId === id)
      .map(({ eventType }) => eventType);
    expect(types).toEqual(["trust_reconciliation.closed"]);
  });

  test("a day before it has the book and the ledgers of that day", async () => {
    const { accountId } = await createExample();
    readBody(await api.change("POST", `/trust-accounts/${accountId}/bank-statements`, november));
    expect(await get(accountId, "2025-11-02")).toMatchObject({
      bankCents: 11_275_000,
      bookCents: 11_275_000,
      ledgersCents: 11_275_000,
      isBalanced: true,
      inTransitCount: 0,
      outstandingCount: 0,
    });
    expect(await get(accountId, "2025-11-20")).toMatchObject({
      bankCents: 11_275_000,
      outstandingCents: 10_000_000,
      bookCents: 1_275_000,
      isBalanced: true,
    });
    expect(await get(accountId, "2025-12-31")).toMatchObject({
      bankCents: null,
      differenceCents: null,
      isBalanced: false,
    });
  });

  test("a check that the bank paid with another amount is named", async () => {
    const { accountId } = await createExample();
    const lines = november.lines.map((line) =>
      line.checkNumber === "1042" ? { ...line, amountCents: -412_758 } : line,
    );
    readBody(
      await api.change("POST", `/trust-accounts/${accountId}/bank-statements`, {
        ...november,
        lines,
        closingCents: november.closingCents + 9_000,
      }),
    );
    const { faults } = await get(accountId);
    expect(faults[0]).toMatchObject({
      code: "amount_differs",
      message: expect.stringContaining("The bank paid check 1042 on 2025-11-24 with $4,127.58"),
    });
  });
});

describe("a closed period", () => {
  async function createClosed(): Promise<string> {
    const { accountId } = await createTrustAccount(tenant);
    for (const [periodStartOn, periodEndOn] of [
      ["2026-02-01", "2026-02-28"],
      ["2026-03-01", "2026-03-31"],
    ] as const) {
      const month = { periodStartOn, periodEndOn, openingCents: 0, closingCents: 0, lines: [] };
      readBody(await api.change("POST", `/trust-accounts/${accountId}/bank-statements`, month));
      expect((await close(accountId, periodEndOn)).error).toBeUndefined();
    }
    return accountId;
  }

  test("is reopened by an owner, the last one first, and can be closed again", async () => {
    const accountId = await createClosed();
    expect((await close(accountId, "2026-03-31")).error?.message).toContain("already closed through 2026-03-31");
    expect((await reopen(accountId, "2026-03-31", accountant)).error?.data.code).toBe("FORBIDDEN");
    expect((await reopen(accountId, "2026-02-28")).error?.message).toContain("Only the last closed period");
    expect((await reopen(accountId, "2026-03-31")).data.reconciliation).toMatchObject({
      isClosed: false,
      reopenReason: "A deposit of another month",
    });
    const accounts = (await api.get("/trust-accounts?limit=200")).text;
    expect(accounts).toContain('"closedThroughOn":"2026-02-28"');
    expect((await get(accountId, "2026-03-31")).isClosed).toBe(false);
    expect((await close(accountId, "2026-03-31")).error).toBeUndefined();
    const listed = await accountant.portal.query<{ reconciliations: { asOfOn: string; isClosed: boolean }[] }>(
      "trustReconciliations.list",
      { trustAccountId: accountId },
    );
    expect(listed.data.reconciliations.map(({ asOfOn, isClosed }) => [asOfOn, isClosed])).toEqual([
      ["2026-03-31", true],
      ["2026-03-31", false],
      ["2026-02-28", true],
    ]);
  });

  test("ends with a statement of the bank", async () => {
    const { accountId } = await createTrustAccount(tenant);
    expect((await close(accountId, "2026-03-31")).error?.message).toContain("No bank statement ends on 2026-03-31");
  });

  test("keeps its matches, and takes no void", async () => {
    const created = await createDisbursement(tenant, "approved", { method: "wire" });
    const move = (body: object) =>
      api.change("POST", `/trust-disbursements/${created.disbursementId}/transitions`, body);
    readBody(await move({ status: "issued", on: "2026-03-30" }));
    const lines = [
      { postedOn: "2026-03-14", amountCents: 10_000_000, description: "Deposit" },
      { postedOn: "2026-03-31", amountCents: -payableCents.client, description: "Wire out" },
    ];
    const imported = await api.change("POST", `/trust-accounts/${created.accountId}/bank-statements`, {
      periodStartOn: "2026-03-01",
      periodEndOn: "2026-03-31",
      openingCents: 0,
      closingCents: 10_000_000 - payableCents.client,
      lines,
    });
    const lineId = readBody<{ bankStatement: { lines: { id: string }[] } }>(imported).bankStatement.lines[1]?.id;
    expect((await close(created.accountId, "2026-03-31")).error).toBeUndefined();
    const undone = await accountant.portal.mutate("bankLines.unmatch", { bankLineId: lineId });
    expect(undone.error?.message).toContain("reopen the reconciliation first");
    expect((await move({ status: "voided", on: "2026-03-31", reason: "x" })).status).toBe(409);
  });
});
