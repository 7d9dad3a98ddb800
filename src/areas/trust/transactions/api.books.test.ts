import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildTrustDisbursement, buildTrustTransaction } from "../../../../prisma/seed/builders/trust.ts";
import { startTestServer, type TestServer } from "../../../testing/harness/server.ts";
import { createTenant, insertFor, type TestTenant } from "../../../testing/harness/tenant.ts";
import { createStatement } from "../../settlements/statements/fixtures.ts";
import { createDeposit, type CreatedDeposit } from "./fixtures.ts";

/** What the database itself keeps of the books: statements of the application's role, past every rule of the API. */
let server: TestServer;
let tenant: TestTenant;

beforeAll(async () => {
  server = await startTestServer();
  tenant = await createTenant(server.services.database);
});
afterAll(() => server.close(1000));

const cleared = { clearedOn: "2026-03-20" };
const run = (statement: ReturnType<typeof sql>) => tenant.inside((transaction) => statement.execute(transaction));

async function readLedger(ledgerId: string) {
  return tenant.inside((transaction) =>
    transaction
      .selectFrom("TrustLedger")
      .select(["balanceCents", "unclearedCents", "reservedCents", "postingCount"])
      .where("id", "=", ledgerId)
      .executeTakeFirstOrThrow(),
  );
}

const post = (
  { accountId }: CreatedDeposit,
  type: string,
  postings: { ledgerId: string; amountCents: number }[],
  values: Partial<Parameters<typeof buildTrustTransaction>[0]> = {},
) =>
  insertFor(tenant, {
    TrustTransaction: buildTrustTransaction({
      organizationId: tenant.organizationId,
      accountId,
      type,
      occurredOn: "2026-03-20",
      ...values,
      postings,
    }),
  });

describe("acceptance 6: plain SQL of the application's role is rejected", () => {
  test.each<[string, RegExp, (of: CreatedDeposit) => Promise<unknown>]>([
    [
      "a balance that is set",
      /moved by transactions alone/,
      ({ ledgerId }) => run(sql`UPDATE "TrustLedger" SET "balanceCents" = 1 WHERE id = ${ledgerId}`),
    ],
    [
      "uncleared money that is released past its deposit",
      /moved by transactions alone/,
      ({ ledgerId }) => run(sql`UPDATE "TrustLedger" SET "unclearedCents" = 0 WHERE id = ${ledgerId}`),
    ],
    [
      "an account's sum that is set",
      /moved by transactions alone/,
      ({ accountId }) => run(sql`UPDATE "TrustAccount" SET "bookCents" = 0 WHERE id = ${accountId}`),
    ],
    [
      "a transaction that is deleted",
      /permission denied/,
      ({ transactionId }) => run(sql`DELETE FROM "TrustTransaction" WHERE id = ${transactionId}`),
    ],
    [
      "a transaction whose amount is changed",
      /permission denied/,
      ({ transactionId }) => run(sql`UPDATE "TrustTransaction" SET "amountCents" = 1 WHERE id = ${transactionId}`),
    ],
    [
      "a posting by itself",
      /written by their transaction alone/,
      ({ ledgerId, transactionId }) =>
        run(sql`INSERT INTO "TrustPosting" ("organizationId", "transactionId", position, "ledgerId", number, type, "occurredOn", "amountCents", "balanceAfterCents")
          VALUES (${tenant.organizationId}, ${transactionId}, 2, ${ledgerId}, 2, 'deposit', '2026-03-20', 1, 1)`),
    ],
    [
      "a posting that is deleted",
      /permission denied/,
      ({ transactionId }) => run(sql`DELETE FROM "TrustPosting" WHERE "transactionId" = ${transactionId}`),
    ],
    [
      "a one-sided posting",
      /The ledgers move by 5 cents, the bank by 7/,
      (of) => post(of, "deposit", [{ ledgerId: of.ledgerId, amountCents: 5 }], { bankCents: 7, amountCents: 7 }),
    ],
    [
      "a balance below 0",
      /violates check constraint "Trust(Account_sums|Ledger_parts|Ledger_available)"/,
      (of) =>
        post(of, "reversal", [{ ledgerId: of.ledgerId, amountCents: -20_000_000 }], { reversesId: of.transactionId }),
    ],
    [
      "what is not available",
      /violates check constraint "TrustLedger_available"/,
      (of) => post(of, "reversal", [{ ledgerId: of.ledgerId, amountCents: -1 }], { reversesId: of.transactionId }),
    ],
    [
      "a fee of the bank out of a client's money",
      /does not move this ledger so/,
      async (of) => {
        await run(
          sql`UPDATE "TrustTransaction" SET "clearedOn" = '2026-03-20', "clearanceBasis" = 'bank_confirmed' WHERE id = ${of.transactionId}`,
        );
        await post(of, "bank_fee", [{ ledgerId: of.ledgerId, amountCents: -1 }]);
      },
    ],
    [
      "a client's money in the firm's ledger",
      /does not move this ledger so/,
      (of) => post(of, "deposit", [{ ledgerId: of.firmLedgerId, amountCents: 1 }]),
    ],
    [
      "more of the firm's own money than the account's limit",
      /The firm may keep 50000 cents/,
      (of) => post(of, "firm_deposit", [{ ledgerId: of.firmLedgerId, amountCents: 50_001 }], cleared),
    ],
    [
      "a day of a closed period",
      /closed through 2026-03-31/,
      async (of) => {
        await run(sql`UPDATE "TrustAccount" SET "closedThroughOn" = '2026-03-31' WHERE id = ${of.accountId}`);
        await post(of, "interest", [{ ledgerId: of.interestLedgerId, amountCents: 1 }]);
      },
    ],
    [
      "a ledger that begins with money",
      /begins empty/,
      ({ accountId }) =>
        run(sql`INSERT INTO "TrustLedger" ("organizationId", id, "accountId", kind, "balanceCents")
          VALUES (${tenant.organizationId}, 'trl_new', ${accountId}, 'firm', 1)`),
    ],
    [
      "a ledger that becomes another's",
      /never changes/,
      ({ ledgerId }) => run(sql`UPDATE "TrustLedger" SET kind = 'firm', "caseId" = NULL WHERE id = ${ledgerId}`),
    ],
    [
      "a clearing that is taken back",
      /set once/,
      async ({ transactionId }) => {
        const clear = (on: string) =>
          run(
            sql`UPDATE "TrustTransaction" SET "clearedOn" = ${on}::date, "clearanceBasis" = 'bank_confirmed' WHERE id = ${transactionId}`,
          );
        await clear("2026-03-20");
        await clear("2026-03-21");
      },
    ],
    [
      "a payment that nobody asked for",
      /TrustTransaction_links/,
      (of) => post(of, "disbursement", [{ ledgerId: of.ledgerId, amountCents: -1 }]),
    ],
  ])("%s", async (_, message, attempt) => {
    const created = await createDeposit(tenant);
    await expect(attempt(created)).rejects.toThrow(message);
  });
});

describe("a disbursement", () => {
  const approval = {
    decidedBy: { type: "member", id: "mem_b", name: "B" },
    decidedAt: "2026-03-21T10:00:00.000Z",
  };

  /** One of a cleared deposit's ledger. */
  async function request(values: Partial<Parameters<typeof buildTrustDisbursement>[0]> = {}) {
    const settled = await createStatement(tenant);
    const { settlementId, shareId, statementId } = settled;
    const created = await createDeposit(tenant, cleared, { ofCase: settled });
    const { accountId, ledgerId, caseId } = created;
    const named = { settlementId, shareId, statementId, lineKey: "net_to_client" };
    const { organizationId } = tenant;
    const row = buildTrustDisbursement({ organizationId, accountId, ledgerId, caseId, ...named, ...values });
    await insertFor(tenant, { TrustDisbursement: row });
    const set = (columns: object) =>
      tenant.inside((transaction) =>
        transaction.updateTable("TrustDisbursement").set(columns).where("id", "=", row.id).execute(),
      );
    const pay = (amountCents: number) =>
      post(created, "disbursement", [{ ledgerId, amountCents: -amountCents }], { disbursementId: row.id });
    return { ...created, id: row.id, set, pay };
  }

  test("is not approved by a person who asked for it, unless the firm's only attorney may", async () => {
    const { set } = await request({ requestedByPersons: ["a", "b"] });
    const by = { ...approval, status: "approved", decidedByPersons: ["b"] };
    await expect(set(by)).rejects.toThrow(/TrustDisbursement_two_persons/);
    await expect(set({ ...by, decidedByPersons: [] })).rejects.toThrow(/TrustDisbursement_two_persons/);
    await set({ ...by, isSoleApproval: true });
  });

  test("is paid as it was requested and approved, once", async () => {
    const { set, pay, ledgerId } = await request({ amountCents: 100_000 });
    await expect(pay(100_000)).rejects.toThrow(/not what was requested and approved/);
    await set({ ...approval, status: "approved", decidedByPersons: ["c"] });
    await expect(set({ amountCents: 200_000 })).rejects.toThrow(/never change/);
    await expect(set({ payee: { name: "Somebody else" } })).rejects.toThrow(/never change/);
    await expect(set({ decidedByPersons: ["d"] })).rejects.toThrow(/A decision never changes/);
    await expect(pay(99_999)).rejects.toThrow(/not what was requested and approved/);
    await pay(100_000);
    await expect(pay(100_000)).rejects.toThrow(/TrustTransaction_issued_once/);
    expect(await readLedger(ledgerId)).toMatchObject({ balanceCents: 9_900_000, postingCount: 2 });
  });
});

test("a deposit that clears releases its money where it is by then", async () => {
  const created = await createDeposit(tenant);
  const { ledgerId, accountId, transactionId, unidentifiedLedgerId } = created;
  expect(await readLedger(ledgerId)).toEqual({
    balanceCents: 10_000_000,
    unclearedCents: 10_000_000,
    reservedCents: 0,
    postingCount: 1,
  });
  const unknown = buildTrustTransaction({
    organizationId: tenant.organizationId,
    accountId,
    type: "deposit",
    occurredOn: "2026-03-14",
    method: "check",
    postings: [{ ledgerId: unidentifiedLedgerId, amountCents: 500 }],
  });
  await insertFor(tenant, { TrustTransaction: unknown });
  const identified = [
    { ledgerId: unidentifiedLedgerId, amountCents: -300 },
    { ledgerId, amountCents: 300 },
  ];
  await post(created, "identification", identified, { depositId: unknown.id });
  expect(await readLedger(ledgerId)).toMatchObject({ balanceCents: 10_000_300, unclearedCents: 10_000_300 });
  expect(await readLedger(unidentifiedLedgerId)).toMatchObject({ balanceCents: 200, unclearedCents: 200 });
  for (const id of [unknown.id, transactionId])
    await run(
      sql`UPDATE "TrustTransaction" SET "clearedOn" = '2026-03-30', "clearanceBasis" = 'bank_confirmed' WHERE id = ${id}`,
    );
  expect(await readLedger(ledgerId)).toMatchObject({ balanceCents: 10_000_300, unclearedCents: 0 });
  expect(await readLedger(unidentifiedLedgerId)).toMatchObject({ balanceCents: 200, unclearedCents: 0 });
  const account = await tenant.inside((transaction) =>
    transaction.selectFrom("TrustAccount").selectAll().where("id", "=", accountId).executeTakeFirstOrThrow(),
  );
  expect(account).toMatchObject({ bookCents: 10_000_500, unclearedCents: 0, lastNumber: 3 });
});
