import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openApi, readBody, type Api } from "../../../testing/harness/requests/api.ts";
import { startTestServer, type TestServer } from "../../../testing/harness/server.ts";
import { createCase, createKey, createTenant, type TestTenant } from "../../../testing/harness/tenant.ts";
import { readEvents } from "../../../testing/harness/traces.ts";
import { createAgreedSettlement } from "../../settlements/statements/fixtures.ts";
import { createTrustAccount, type CreatedTrustAccount } from "../accounts/fixtures.ts";
import type { TrustLedger } from "../ledgers/schema.ts";
import { createDeposit } from "./fixtures.ts";
import type { TrustTransaction } from "./schema.ts";

let server: TestServer;
let tenant: TestTenant;
let api: Api;

beforeAll(async () => {
  server = await startTestServer();
  tenant = await createTenant(server.services.database);
  api = openApi(server, tenant.secret);
});
afterAll(() => server.close(1000));

type Reply = Awaited<ReturnType<Api["change"]>>;
const transactionOf = (reply: Reply) => readBody<{ trustTransaction: TrustTransaction }>(reply).trustTransaction;
const record = ({ accountId }: CreatedTrustAccount, body: object, by = api) =>
  by.change("POST", `/trust-accounts/${accountId}/transactions`, body);
const move = (id: string, body: object, by = api) => by.change("POST", `/trust-transactions/${id}/transitions`, body);

async function readLedgers(accountId: string, filter = ""): Promise<TrustLedger[]> {
  const reply = await api.get(`/trust-ledgers?accountId=${accountId}${filter}`);
  return readBody<{ trustLedgers: TrustLedger[] }>(reply).trustLedgers;
}

const moneyOf = ({ balanceCents, unclearedCents, availableCents }: TrustLedger) => ({
  balanceCents,
  unclearedCents,
  availableCents,
});

function expectConflict(reply: Reply, message: RegExp): void {
  expect({ status: reply.status, error: reply.body["error"] }).toEqual({
    status: 409,
    error: expect.stringMatching(message),
  });
}

/** A check of 2026-11-02 for $9,000.00 for a case of its own. */
async function depositCheck(amountCents = 900_000) {
  const account = await createTrustAccount(tenant);
  const { caseId } = await createCase(tenant);
  const reply = await record(account, {
    type: "deposit",
    amountCents,
    occurredOn: "2026-03-02",
    method: "check",
    allocations: [{ caseId, amountCents }],
  });
  expect(reply.status, reply.text).toBe(201);
  return { account, caseId, deposit: transactionOf(reply) };
}

describe("acceptance 4: a deposit by check", () => {
  test("is available once it has cleared: by the hold only when that is over", async () => {
    const { account, caseId, deposit } = await depositCheck();
    // Ten banking days after Monday, 2026-03-02.
    expect(deposit).toMatchObject({
      number: 1,
      expectedClearOn: "2026-03-16",
      clearedOn: null,
      availableTransitions: ["cleared", "returned", "reversed"],
      postings: [{ caseId, amountCents: 900_000, balanceAfterCents: 900_000, settlementPayerId: null }],
    });
    const [ledger] = await readLedgers(account.accountId, `&caseId=${caseId}`);
    expect(ledger && moneyOf(ledger)).toEqual({ balanceCents: 900_000, unclearedCents: 900_000, availableCents: 0 });
    expectConflict(
      await move(deposit.id, { status: "cleared", basis: "hold_elapsed", on: "2026-03-15" }),
      /The hold ends on 2026-03-16/,
    );
    const cleared = await move(deposit.id, { status: "cleared", basis: "hold_elapsed", on: "2026-03-16" });
    expect(cleared.status, cleared.text).toBe(200);
    expect(transactionOf(cleared)).toMatchObject({ clearedOn: "2026-03-16", clearanceBasis: "hold_elapsed" });
    const [after] = await readLedgers(account.accountId, `&caseId=${caseId}`);
    expect(after && moneyOf(after)).toEqual({ balanceCents: 900_000, unclearedCents: 0, availableCents: 900_000 });
    expectConflict(await move(deposit.id, { status: "cleared", basis: "bank_confirmed" }), /cannot become cleared/);
  });

  test("is cleared by the bank's word on any day, and a wire at once", async () => {
    const { account, caseId, deposit } = await depositCheck();
    const cleared = await move(deposit.id, { status: "cleared", basis: "bank_confirmed", on: "2026-03-03" });
    expect(transactionOf(cleared)).toMatchObject({ clearedOn: "2026-03-03", clearanceBasis: "bank_confirmed" });
    const wire = { type: "deposit", amountCents: 100, occurredOn: "2026-03-03", method: "wire" };
    const wired = await record(account, { ...wire, allocations: [{ caseId, amountCents: 100 }] });
    expect(transactionOf(wired)).toMatchObject({
      number: 2,
      clearedOn: "2026-03-03",
      clearanceBasis: "at_once",
      expectedClearOn: null,
    });
  });
});

describe("acceptance 10: a returned deposit", () => {
  test("takes back what has not cleared, whatever the ledger has", async () => {
    const { account, caseId, deposit } = await depositCheck();
    const returned = await move(deposit.id, { status: "returned", reason: "Not sufficient funds" });
    expect(transactionOf(returned)).toMatchObject({
      reversedById: expect.stringMatching(/^trx_/),
      availableTransitions: [],
    });
    const [ledger] = await readLedgers(account.accountId, `&caseId=${caseId}`);
    expect(ledger && moneyOf(ledger)).toEqual({ balanceCents: 0, unclearedCents: 0, availableCents: 0 });
  });

  test("of which $7,200.00 are committed is 409 naming what is short, and with the firm's cover leaves nothing", async () => {
    const { account, caseId, deposit } = await depositCheck();
    await move(deposit.id, { status: "cleared", basis: "bank_confirmed", on: "2026-03-03" });
    const [ledger] = await readLedgers(account.accountId, `&caseId=${caseId}`);
    await tenant.inside((transaction) =>
      transaction
        .updateTable("TrustLedger")
        .set({ reservedCents: 720_000 })
        .where("id", "=", ledger?.id ?? "")
        .execute(),
    );
    const back = { status: "returned", reason: "Not sufficient funds" };
    expectConflict(await move(deposit.id, back), /short by 720000 cents.*firmCover/);
    const covered = await move(deposit.id, { ...back, firmCover: true });
    expect(covered.status, covered.text).toBe(200);
    const [after] = await readLedgers(account.accountId, `&caseId=${caseId}`);
    expect(after).toMatchObject({ balanceCents: 720_000, reservedCents: 720_000, availableCents: 0 });
    const { trustTransactions } = readBody<{ trustTransactions: TrustTransaction[] }>(
      await api.get(`/trust-transactions?accountId=${account.accountId}&sort=oldest`),
    );
    expect(
      trustTransactions.map(({ number, type, postings }) => [number, type, postings[0]?.balanceAfterCents]),
    ).toEqual([
      [1, "deposit", 900_000],
      [2, "firm_cover", 1_620_000],
      [3, "deposit_return", 720_000],
    ]);
    expect((await readEvents(tenant)).slice(-3).map(({ eventType }) => eventType)).toEqual([
      "trust_transaction.recorded",
      "trust_transaction.recorded",
      "trust_transaction.returned",
    ]);
  });
});

describe("an unidentified deposit", () => {
  test("is identified in parts, and clears where it is by then", async () => {
    const account = await createTrustAccount(tenant);
    const { caseId } = await createCase(tenant);
    const deposit = transactionOf(
      await record(account, {
        type: "deposit",
        amountCents: 1_000,
        occurredOn: "2026-03-02",
        method: "ach",
        ledgerKind: "unidentified",
      }),
    );
    const identify = (amountCents: number) =>
      record(account, {
        type: "identification",
        amountCents,
        occurredOn: "2026-03-03",
        depositId: deposit.id,
        allocations: [{ caseId, amountCents }],
      });
    expect(transactionOf(await identify(600))).toMatchObject({ amountCents: 600, depositId: deposit.id });
    expectConflict(await identify(401), /has 400 cents that are not identified/);
    const identified = transactionOf(await identify(100));
    await move(deposit.id, { status: "cleared", basis: "bank_confirmed" });
    const byKind = Object.fromEntries((await readLedgers(account.accountId)).map((each) => [each.kind, moneyOf(each)]));
    expect(byKind).toMatchObject({
      client: { balanceCents: 700, unclearedCents: 0 },
      unidentified: { balanceCents: 300, unclearedCents: 0 },
    });
    expect((await move(identified.id, { status: "reversed", reason: "Another case" })).status).toBe(200);
    expect((await move(deposit.id, { status: "returned", reason: "Stopped" })).status).toBe(200);
    for (const ledger of await readLedgers(account.accountId)) expect(ledger.balanceCents).toBe(0);
  });
});

describe("the firm's own money", () => {
  test("is for bank fees, within the account's limit", async () => {
    const account = await createTrustAccount(tenant);
    const own = { type: "firm_deposit", occurredOn: "2026-03-02", method: "internal_transfer" };
    expectConflict(await record(account, { ...own, amountCents: 50_001 }), /may keep 50000 cents/);
    expect((await record(account, { ...own, amountCents: 2_000 })).status).toBe(201);
    const fee = { type: "bank_fee", occurredOn: "2026-03-03" };
    expectConflict(await record(account, { ...fee, amountCents: 2_001 }), /has 2000 cents available/);
    const charged = transactionOf(await record(account, { ...fee, amountCents: 1_500 }));
    expect(charged.postings).toEqual([
      {
        ledgerId: account.firmLedgerId,
        caseId: null,
        amountCents: -1_500,
        balanceAfterCents: 500,
        settlementPayerId: null,
      },
    ]);
    expect(transactionOf(await move(charged.id, { status: "reversed", reason: "Twice" })).reversedById).toBeTruthy();
  });
});

describe("money that names a payer of a settlement", () => {
  test("is what the payer has paid, what has cleared of it, and what was returned", async () => {
    const account = await createTrustAccount(tenant);
    const { caseId, payerId, settlementId } = await createAgreedSettlement(tenant);
    const pay = (amountCents: number) =>
      record(account, {
        type: "deposit",
        amountCents,
        occurredOn: "2026-03-03",
        method: "check",
        allocations: [{ caseId, amountCents, settlementPayerId: payerId }],
      });
    const readSettlement = () =>
      tenant.inside((transaction) =>
        transaction
          .selectFrom("Settlement")
          .select(["status", "receivedCents", "clearedCents"])
          .where("id", "=", settlementId)
          .executeTakeFirstOrThrow(),
      );
    expectConflict(await pay(10_000_001), /owes 10000000 cents/);
    const deposit = transactionOf(await pay(10_000_000));
    expect(await readSettlement()).toEqual({ status: "funds_received", receivedCents: 10_000_000, clearedCents: 0 });
    await move(deposit.id, { status: "cleared", basis: "bank_confirmed" });
    expect(await readSettlement()).toEqual({
      status: "funds_cleared",
      receivedCents: 10_000_000,
      clearedCents: 10_000_000,
    });
    await move(deposit.id, { status: "returned", reason: "Not sufficient funds" });
    expect(await readSettlement()).toEqual({ status: "agreed", receivedCents: 0, clearedCents: 0 });
  });
});

describe("requests that do not fit", () => {
  const other = { type: "deposit", amountCents: 100, method: "check", occurredOn: "2026-03-02" };
  test.each<[string, object, RegExp]>([
    [
      "a deposit without method",
      { type: "deposit", amountCents: 100, ledgerKind: "unidentified" },
      /^method: required/,
    ],
    ["a deposit of nobody", other, /^allocations: send either/],
    ["allocations that do not sum", { ...other, allocations: [{ caseId: "case_1", amountCents: 99 }] }, /sum to 99/],
    ["a deposit for the firm", { ...other, ledgerKind: "firm" }, /^ledgerKind: a deposit does not/],
    [
      "a fee of a case",
      { type: "bank_fee", amountCents: 1, allocations: [{ caseId: "c", amountCents: 1 }] },
      /not allowed/,
    ],
    ["an identification of nothing", { type: "identification", amountCents: 1 }, /^depositId: required/],
    [
      "a day that has not come",
      { ...other, occurredOn: "2199-01-01", ledgerKind: "unidentified" },
      /not be in the future/,
    ],
  ])("%s", async (_, body, message) => {
    const reply = await record(await createTrustAccount(tenant), body);
    expect({ status: reply.status, error: reply.body["error"] }).toEqual({
      status: 400,
      error: expect.stringMatching(message),
    });
  });

  test("a day of a closed period, and a closed account, are 409", async () => {
    const account = await createTrustAccount(tenant, { closedThroughOn: "2026-02-28" });
    const deposit = { type: "deposit", amountCents: 100, method: "wire", ledgerKind: "unidentified" };
    expectConflict(await record(account, { ...deposit, occurredOn: "2026-02-28" }), /closed through 2026-02-28/);
    expect((await record(account, { ...deposit, occurredOn: "2026-03-01" })).status).toBe(201);
    const closed = await createTrustAccount(tenant, { status: "closed" });
    expectConflict(await record(closed, { ...deposit, occurredOn: "2026-03-01" }), /account is closed/);
  });
});

test("acceptance 8: with trust:write alone no response has a balance", async () => {
  const { secret } = await createKey(tenant, { scopes: ["trust:write"] });
  const writer = openApi(server, secret);
  const { transactionId, accountId, caseId } = await createDeposit(tenant);
  const replies = [
    await move(transactionId, { status: "cleared", basis: "bank_confirmed" }, writer),
    await writer.change("POST", `/trust-accounts/${accountId}/transactions`, {
      type: "deposit",
      amountCents: 777,
      method: "wire",
      allocations: [{ caseId, amountCents: 777 }],
    }),
  ];
  for (const reply of replies) {
    expect(reply.status, reply.text).toBeLessThan(300);
    expect(reply.text).not.toMatch(/balance/i);
    expect(reply.text).not.toContain("10000777");
  }
  for (const path of ["/trust-accounts", "/trust-ledgers", "/trust-transactions"])
    expect((await writer.get(path)).status).toBe(403);
});

test("acceptance 18: another organization's account, deposit and case are not found", async () => {
  const other = await createTenant(server.services.database);
  const foreign = await createDeposit(other);
  const account = await createTrustAccount(tenant);
  const deposit = { type: "deposit", amountCents: 1, method: "wire", ledgerKind: "unidentified" };
  const replies = [
    await record(foreign, deposit),
    await move(foreign.transactionId, { status: "cleared", basis: "bank_confirmed" }),
    await record(account, {
      ...deposit,
      ledgerKind: undefined,
      allocations: [{ caseId: foreign.caseId, amountCents: 1 }],
    }),
    await record(account, {
      type: "identification",
      amountCents: 1,
      depositId: foreign.transactionId,
      allocations: [{ caseId: (await createCase(tenant)).caseId, amountCents: 1 }],
    }),
  ];
  expect(replies.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
});

test("acceptance 14: a case with a cent in trust is not closed, and one with a ledger is not deleted", async () => {
  const account = await createTrustAccount(tenant);
  const { caseId } = await createCase(tenant);
  const cent = { type: "deposit", amountCents: 1, occurredOn: "2026-03-02", method: "wire" };
  const deposit = transactionOf(await record(account, { ...cent, allocations: [{ caseId, amountCents: 1 }] }));
  const close = () => api.change("POST", `/cases/${caseId}/transitions`, { toStage: "closed", reason: "Settled" });
  expectConflict(await close(), /trust_balance_zero/);
  await move(deposit.id, { status: "reversed", reason: "Another case" });
  const closed = await close();
  expect(closed.status, closed.text).toBe(200);
  expectConflict(await api.change("DELETE", `/cases/${caseId}`), /a ledger in trust/);
});

test("of forty deposits and fees at once each has its own number, and the sums are those of all", async () => {
  const account = await createTrustAccount(tenant);
  const { caseId } = await createCase(tenant);
  const replies = await Promise.all(
    Array.from({ length: 40 }, (_, index) =>
      record(account, {
        type: "deposit",
        amountCents: index + 1,
        occurredOn: "2026-03-02",
        method: "wire",
        allocations: [{ caseId, amountCents: index + 1 }],
      }),
    ),
  );
  const made = replies.filter(({ status }) => status === 201);
  // A lock that was waited for too long is 503, and nothing happened.
  expect(replies.filter(({ status }) => status !== 201 && status !== 503)).toEqual([]);
  const numbers = made.map((reply) => transactionOf(reply).number).toSorted((one, next) => one - next);
  expect(numbers).toEqual(numbers.map((_, index) => index + 1));
  const expected = made.reduce((sum, reply) => sum + transactionOf(reply).amountCents, 0);
  const ledgers = await readLedgers(account.accountId, `&caseId=${caseId}`);
  expect(ledgers.map(({ balanceCents }) => balanceCents)).toEqual([expected]);
});
