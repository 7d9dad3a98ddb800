import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildTrustTransaction } from "../../../../prisma/seed/builders/trust.ts";
import { openApi, readBody, type Api } from "../../../testing/harness/requests/api.ts";
import type { Reply } from "../../../testing/harness/requests/send.ts";
import { startTestServer, type TestServer } from "../../../testing/harness/server.ts";
import { changeRow, createTenant, insertFor, type TestTenant } from "../../../testing/harness/tenant.ts";
import { readEvents } from "../../../testing/harness/traces.ts";
import { createTrustAccount } from "../accounts/fixtures.ts";
import { signInApprover, type Approver } from "../disbursements/fixtures.approvers.ts";
import { createDisbursement, payableCents } from "../disbursements/fixtures.ts";
import type { Disbursement } from "../disbursements/schema.ts";
import { maxBankLines, type BankLine, type BankStatement, type MatchedBankLine } from "./schema.ts";

let server: TestServer;
let tenant: TestTenant;
let api: Api;
let accountant: Approver;

beforeAll(async () => {
  server = await startTestServer();
  tenant = await createTenant(server.services.database);
  api = openApi(server, tenant.secret);
  accountant = await signInApprover(server, tenant, { role: "trust_accountant", isAttorney: false });
});
afterAll(() => server.close(1000));

const lineOf = (amountCents: number, more: object = {}) => ({
  postedOn: "2026-03-31",
  amountCents,
  description: "Posted",
  ...more,
});
type Line = ReturnType<typeof lineOf>;

const bodyOf = (lines: Line[], openingCents = 0) => ({
  periodStartOn: "2026-03-01",
  periodEndOn: "2026-03-31",
  openingCents,
  closingCents: lines.reduce((sum, { amountCents }) => sum + amountCents, openingCents),
  lines,
});
const send = (accountId: string, body: object, by = api) =>
  by.change("POST", `/trust-accounts/${accountId}/bank-statements`, body);
const statementOf = (reply: Reply) => readBody<{ bankStatement: BankStatement }>(reply).bankStatement;
const getDisbursement = async (caseId: string) =>
  readBody<{ trustDisbursements: Disbursement[] }>(await api.get(`/trust-disbursements?caseId=${caseId}`))
    .trustDisbursements[0];

/** An issued disbursement of $54,655.44, by check 1042 unless a wire is asked for. */
async function createIssued(checkNumber: string | null = "1042") {
  const created = await createDisbursement(tenant, "approved", { method: checkNumber === null ? "wire" : "check" });
  const issued = await api.change("POST", `/trust-disbursements/${created.disbursementId}/transitions`, {
    status: "issued",
    on: "2026-03-30",
    ...(checkNumber !== null && { checkNumber }),
  });
  const { transactionId } = readBody<{ trustDisbursement: Disbursement }>(issued).trustDisbursement;
  return { ...created, transactionId: transactionId ?? "" };
}

describe("an import", () => {
  test("matches a check by its number, clears its disbursement, and leaves what is doubtful", async () => {
    const issued = await createIssued();
    const statement = statementOf(
      await send(
        issued.accountId,
        bodyOf([lineOf(-payableCents.client, { checkNumber: "0001042" }), lineOf(-1_500), lineOf(10_000_000)]),
      ),
    );
    expect(statement).toMatchObject({ lineCount: 3, matchedCount: 1, openingCents: 0 });
    expect(statement.lines.map(({ match }) => match?.method ?? null)).toEqual(["check_number", null, null]);
    expect(statement.lines[0]?.match?.transactionId).toBe(issued.transactionId);
    expect(await getDisbursement(issued.caseId)).toMatchObject({ status: "cleared", clearedOn: "2026-03-31" });
    const events = await readEvents(tenant);
    const imported = events.find(({ entityId }) => entityId === statement.id);
    expect([imported?.eventType, JSON.stringify(imported?.payload).includes("Posted")]).toEqual([
      "bank_statement.imported",
      false,
    ]);
    expect(
      events.filter(({ entityId }) => entityId === issued.disbursementId).map(({ eventType }) => eventType),
    ).toEqual(["trust_disbursement.issued", "trust_disbursement.cleared"]);
  });

  test("does not clear a deposit that it matches", async () => {
    const issued = await createIssued();
    const deposit = lineOf(10_000_000, { postedOn: "2026-03-14" });
    const statement = statementOf(await send(issued.accountId, bodyOf([deposit])));
    expect(statement.lines[0]?.match).toMatchObject({ transactionId: issued.depositId, method: "amount_date" });
    const { clearedOn } = await tenant.inside((transaction) =>
      transaction
        .selectFrom("TrustTransaction")
        .select("clearedOn")
        .where("id", "=", issued.depositId)
        .executeTakeFirstOrThrow(),
    );
    expect(clearedOn).toBe("2026-03-27");
    const account = await createTrustAccount(tenant);
    const held = await createUncleared(account.accountId, account.unidentifiedLedgerId);
    expect(statementOf(await send(account.accountId, bodyOf([lineOf(700)]))).matchedCount).toBe(1);
    const after = await tenant.inside((transaction) =>
      transaction.selectFrom("TrustTransaction").select("clearedOn").where("id", "=", held).executeTakeFirstOrThrow(),
    );
    expect(after.clearedOn).toBeNull();
  });

  test("does not match what was voided, nor what voided it", async () => {
    const issued = await createIssued(null);
    readBody(
      await api.change("POST", `/trust-disbursements/${issued.disbursementId}/transitions`, {
        status: "voided",
        on: "2026-03-31",
        reason: "Wrong account",
      }),
    );
    const statement = statementOf(
      await send(issued.accountId, bodyOf([lineOf(-payableCents.client), lineOf(payableCents.client)])),
    );
    expect(statement.matchedCount).toBe(0);
  });

  test("of 2,000 lines is one request, and of more is 400", async () => {
    const { accountId } = await createTrustAccount(tenant);
    const lines = Array.from({ length: maxBankLines }, (_, place) => lineOf(place + 1));
    const statement = statementOf(await send(accountId, bodyOf(lines)));
    expect([statement.lineCount, statement.lines.at(-1)?.amountCents]).toEqual([maxBankLines, maxBankLines]);
    const { accountId: other } = await createTrustAccount(tenant);
    expect((await send(other, bodyOf([...lines, lineOf(1)]))).status).toBe(400);
  });

  test("repeated under its key happens once; two at once, too", async () => {
    const { accountId } = await createTrustAccount(tenant);
    const replies = await Promise.all([send(accountId, bodyOf([])), send(accountId, bodyOf([]))]);
    expect(replies.map(({ status }) => status).toSorted()).toEqual([201, 409]);
  });
});

async function createUncleared(accountId: string, ledgerId: string): Promise<string> {
  const deposit = buildTrustTransaction({
    organizationId: tenant.organizationId,
    accountId,
    type: "deposit",
    occurredOn: "2026-03-30",
    method: "check",
    expectedClearOn: "2026-04-13",
    postings: [{ ledgerId, amountCents: 700 }],
  });
  await insertFor(tenant, { TrustTransaction: deposit });
  return deposit.id;
}

describe("18. statements", () => {
  test("whose opening balance and lines are not the closing balance: 400 naming the difference", async () => {
    const { accountId } = await createTrustAccount(tenant);
    const reply = await send(accountId, { ...bodyOf([lineOf(2_500)]), closingCents: 1_000 });
    expect([reply.status, reply.body["error"]]).toEqual([
      400,
      "closingCents: opening balance and lines add up to 2500 cents, which differs by 1500 cents",
    ]);
  });

  test("are contiguous: the period again, a gap, and another opening balance are 409", async () => {
    const { accountId } = await createTrustAccount(tenant);
    statementOf(await send(accountId, bodyOf([lineOf(2_500)])));
    const again = await send(accountId, bodyOf([lineOf(2_500)]));
    expect([again.status, again.body["code"]]).toEqual([409, "DUPLICATE_ENTRY"]);
    const april = { ...bodyOf([], 2_500), periodStartOn: "2026-04-01", periodEndOn: "2026-04-30" };
    const gap = await send(accountId, { ...april, periodStartOn: "2026-04-02" });
    expect([gap.status, gap.body["error"]]).toEqual([
      409,
      "The next statement begins on 2026-04-01: import that one first",
    ]);
    const other = await send(accountId, { ...april, openingCents: 0, closingCents: 0 });
    expect([other.status, other.body["error"]]).toEqual([
      409,
      "openingCents differs from the closing balance of the statement through 2026-03-31",
    ]);
    expect(statementOf(await send(accountId, april)).periodStartOn).toBe("2026-04-01");
  });

  test("in the future are 400, and of another organization's account 404", async () => {
    const { accountId } = await createTrustAccount(tenant);
    const future = { ...bodyOf([]), periodEndOn: "2199-01-01" };
    expect((await send(accountId, future)).body["error"]).toContain("periodEndOn: must not be in the future");
    const foreign = await createTenant(server.services.database);
    const theirs = await createTrustAccount(foreign);
    expect((await send(theirs.accountId, bodyOf([]))).status).toBe(404);
    expect((await send("tra_unknown", bodyOf([]))).status).toBe(404);
    expect((await api.get(`/trust-accounts/${theirs.accountId}/reconciliation`)).status).toBe(404);
  });
});

describe("in the portal", () => {
  const match = (bankLineId: string, transactionId: string) =>
    accountant.portal.mutate<{ bankLine: BankLine }>("bankLines.match", { bankLineId, transactionId });

  const readMatched = async (trustAccountId: string, page: object = {}) =>
    (
      await accountant.portal.query<{ bankLines: MatchedBankLine[]; nextCursor: string | null }>(
        "bankLines.listMatched",
        { trustAccountId, ...page },
      )
    ).data;
  const listMatched = async (trustAccountId: string) => (await readMatched(trustAccountId)).bankLines;

  test("a line is matched by hand, its disbursement cleared, and both undone", async () => {
    const issued = await createIssued(null);
    const { lines } = statementOf(
      await send(issued.accountId, bodyOf([lineOf(-payableCents.client, { postedOn: "2026-03-01" })])),
    );
    const lineId = lines[0]?.id ?? "";
    expect(lines[0]?.match).toBeNull();
    const candidates = await accountant.portal.query<{ candidates: { id: string }[] }>("bankLines.listCandidates", {
      bankLineId: lineId,
    });
    expect(candidates.data.candidates.map(({ id }) => id)).toEqual([issued.transactionId]);
    expect((await match(lineId, issued.depositId)).error?.message).toContain("The amount of the transaction differs");
    expect((await match(lineId, issued.transactionId)).data.bankLine.match).toMatchObject({ method: "manual" });
    // Not before it was issued, whatever the bank's line says.
    expect(await getDisbursement(issued.caseId)).toMatchObject({ status: "cleared", clearedOn: "2026-03-30" });
    expect((await match(lineId, issued.transactionId)).error?.message).toContain("already matched");
    expect(await listMatched(issued.accountId)).toMatchObject([
      { id: lineId, match: { method: "manual" }, transaction: { id: issued.transactionId, type: "disbursement" } },
    ]);
    const undone = await accountant.portal.mutate<{ bankLine: BankLine }>("bankLines.unmatch", { bankLineId: lineId });
    expect(undone.data.bankLine.match).toBeNull();
    expect(await getDisbursement(issued.caseId)).toMatchObject({ status: "issued", clearedOn: null });
    expect(await listMatched(issued.accountId)).toEqual([]);
    expect((await accountant.portal.mutate("bankLines.unmatch", { bankLineId: lineId })).status).toBe(409);
  });

  test("lines are matched again once their transactions are recorded", async () => {
    const { accountId, unidentifiedLedgerId } = await createTrustAccount(tenant);
    statementOf(await send(accountId, bodyOf([lineOf(700)])));
    await createUncleared(accountId, unidentifiedLedgerId);
    const again = await accountant.portal.mutate<{ matchedCount: number }>("bankLines.matchAgain", {
      trustAccountId: accountId,
    });
    expect(again.data.matchedCount).toBe(1);
  });

  test("matched lines are listed by the day of the bank, page by page, and those of a closed period are not", async () => {
    const { accountId } = await createTrustAccount(tenant);
    const days = ["2026-03-05", "2026-03-20", "2026-03-20", "2026-03-10"];
    const lines = days.map((postedOn, place) => lineOf(900 + place, { postedOn, bankReference: `R${place}` }));
    for (const place of days.keys()) {
      const moved = { amountCents: 900 + place, reference: `R${place}` };
      const reply = await api.change("POST", `/trust-accounts/${accountId}/transactions`, {
        type: "deposit",
        method: "ach",
        ledgerKind: "unidentified",
        occurredOn: "2026-03-05",
        ...moved,
      });
      expect(reply.status, reply.text).toBe(201);
    }
    expect(statementOf(await send(accountId, bodyOf(lines))).matchedCount).toBe(4);
    const first = await readMatched(accountId, { limit: 3 });
    const rest = await readMatched(accountId, { limit: 3, after: first.nextCursor });
    const all = [...first.bankLines, ...rest.bankLines];
    expect(all.map(({ postedOn }) => postedOn)).toEqual(["2026-03-20", "2026-03-20", "2026-03-10", "2026-03-05"]);
    expect(new Set(all.map(({ id }) => id)).size).toBe(4);
    expect(rest.nextCursor).toBeNull();
    await changeRow(tenant, "TrustAccount", accountId, { closedThroughOn: "2026-03-10" });
    expect((await listMatched(accountId)).map(({ postedOn }) => postedOn)).toEqual(["2026-03-20", "2026-03-20"]);
  });

  test("a CSV file is read, and imported as it was read", async () => {
    const text =
      'Date,Description,Amount,Balance\n03/30/2026,Deposit,"1,000.00",1000.00\n03/31/2026,Fee,-15.00,985.00\n';
    const read = await accountant.portal.mutate<{ lines: object[]; openingCents: number; closingCents: number }>(
      "bankStatements.preview",
      { text },
    );
    const { accountId } = await createTrustAccount(tenant);
    const { openingCents, closingCents, lines } = read.data;
    const imported = await accountant.portal.mutate<{ bankStatement: BankStatement }>("bankStatements.import", {
      trustAccountId: accountId,
      periodStartOn: "2026-03-01",
      periodEndOn: "2026-03-31",
      openingCents,
      closingCents,
      lines,
    });
    expect(imported.data.bankStatement).toMatchObject({ openingCents: 0, closingCents: 98_500, lineCount: 2 });
    expect((await accountant.portal.mutate("bankStatements.preview", { text: "no columns" })).status).toBe(400);
  });

  test("nobody without trust:view does any of it", async () => {
    const paralegal = await signInApprover(server, tenant, { role: "paralegal", isAttorney: false });
    for (const [name, input] of [
      ["bankStatements.preview", { text: "x" }],
      ["bankLines.match", { bankLineId: "bsl_1", transactionId: "trx_1" }],
      ["bankLines.unmatch", { bankLineId: "bsl_1" }],
      ["trustReconciliations.close", { trustAccountId: "tra_1", asOfOn: "2026-03-31" }],
    ] as const)
      expect((await paralegal.portal.mutate(name, input)).error?.data.code, name).toBe("FORBIDDEN");
  });
});

test("an import that races the void of what it matches: one of them happens", async () => {
  for (let round = 0; round < 5; round += 1) {
    const issued = await createIssued(null);
    const [imported, voided] = await Promise.all([
      send(issued.accountId, bodyOf([lineOf(-payableCents.client)])),
      api.change("POST", `/trust-disbursements/${issued.disbursementId}/transitions`, {
        status: "voided",
        on: "2026-03-31",
        reason: "Race",
      }),
    ]);
    expect(imported.status, imported.text).toBe(201);
    const { matchedCount } = statementOf(imported);
    const { status } = (await getDisbursement(issued.caseId)) ?? {};
    expect([status, voided.status, matchedCount]).toEqual(
      voided.status === 200 ? ["voided", 200, 0] : ["cleared", 409, 1],
    );
  }
});
