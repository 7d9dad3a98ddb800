import { describe, expect, test } from "vitest";
import { compareSides, findFaults, type OpenLine, type OpenTransaction, type Sides } from "./domain.balance.ts";

/** The worked example of 6.12 before the bank's fee is recorded. */
const example: Sides = {
  bankCents: 2_052_865,
  inTransitCents: 800_000,
  outstandingCents: 779_365,
  bookCents: 2_075_000,
  ledgersCents: 2_075_000,
  unmatchedCount: 1,
  overdrawnCount: 0,
};
const fee: OpenLine = {
  id: "bsl_fee",
  postedOn: "2026-11-30",
  amountCents: -1_500,
  description: "Service charge",
  checkNumber: null,
};
const check: OpenTransaction = {
  id: "trx_check",
  number: 7,
  occurredOn: "2026-11-20",
  amountCents: -779_365,
  checkNumber: "1042",
};
const nothing = { lines: [], transactions: [], ledgers: [] };

describe("11. the example of 6.12", () => {
  test("the bank's closing balance follows from its lines", () => {
    const [opening, ...lines] = [1_275_000, 10_000_000, -3_333_333, -421_758, -5_465_544, -1_500];
    expect(lines.reduce((sum, cents) => sum + cents, opening ?? 0)).toBe(2_052_865);
  });

  test("before the fee is recorded it differs by 15.00, which the line explains", () => {
    expect(compareSides(example)).toEqual({
      adjustedBankCents: 2_073_500,
      differenceCents: -1_500,
      isBalanced: false,
    });
    expect(findFaults(example, { ...nothing, lines: [fee], transactions: [check] })).toEqual([
      {
        code: "unmatched_line",
        message: "The bank posted -$15.00 on 2026-11-30 (Service charge); no transaction matches it",
        bankLineId: "bsl_fee",
        transactionId: null,
        ledgerId: null,
      },
    ]);
  });

  test("after it, the three sides are 20,735.00", () => {
    const after = { ...example, bookCents: 2_073_500, ledgersCents: 2_073_500, unmatchedCount: 0 };
    expect(compareSides(after)).toEqual({ adjustedBankCents: 2_073_500, differenceCents: 0, isBalanced: true });
    expect(findFaults(after, { ...nothing, transactions: [check] })).toEqual([]);
  });
});

const balanced: Sides = { ...example, bookCents: 2_073_500, ledgersCents: 2_073_500, unmatchedCount: 0 };

test.each<[string, Partial<Sides>]>([
  ["a cent less at the bank", { bankCents: 2_052_864 }],
  ["a cent less in the ledgers", { ledgersCents: 2_073_499 }],
  ["an unmatched line of 0.00 in sum", { unmatchedCount: 2 }],
  ["a ledger below 0", { overdrawnCount: 1 }],
  ["no statement of the bank", { bankCents: null }],
])("%s is not balanced", (_words, change) => {
  expect(compareSides(balanced).isBalanced).toBe(true);
  expect(compareSides({ ...balanced, ...change }).isBalanced).toBe(false);
});

describe("the line at fault", () => {
  test("a check that the bank paid with two digits swapped", () => {
    const sides = { ...balanced, bankCents: 2_052_865 - 773_965, unmatchedCount: 1 };
    const line = { ...fee, id: "bsl_check", amountCents: -773_965, checkNumber: "0001042" };
    expect(findFaults(sides, { ...nothing, lines: [line], transactions: [check] })).toMatchObject([
      {
        code: "amount_differs",
        message: "The bank paid check 0001042 on 2026-11-30 with $7,739.65; transaction 7 records $7,793.65",
        bankLineId: "bsl_check",
        transactionId: "trx_check",
      },
    ]);
  });

  test("stands before other lines, which stand before sums", () => {
    const sides = { ...balanced, bankCents: 2_052_865 - 773_965 - 1_500, ledgersCents: 2_073_400, unmatchedCount: 2 };
    const line = { ...fee, id: "bsl_check", amountCents: -773_965, checkNumber: "1042" };
    const ledgers = [{ id: "trl_1", balanceCents: -100 }];
    const faults = findFaults({ ...sides, overdrawnCount: 1 }, { lines: [fee, line], transactions: [check], ledgers });
    expect(faults.map(({ code }) => code)).toEqual([
      "amount_differs",
      "unmatched_line",
      "ledger_overdrawn",
      "ledgers_differ",
    ]);
    expect(faults[2]?.message).toBe("The ledger has -$1.00");
    expect(faults[3]?.message).toBe("The book has $20,735.00, its ledgers $20,734.00");
  });

  test("what no line explains is named as such, unless there are more lines than are listed", () => {
    const sides = { ...balanced, bankCents: 2_052_965 };
    expect(findFaults(sides, nothing)).toMatchObject([
      { code: "difference_unexplained", message: "Of the difference, $1.00 is explained by no line of the bank" },
    ]);
    expect(findFaults({ ...sides, unmatchedCount: 3 }, nothing)).toEqual([]);
  });

  test("without a statement it is the statement that is missing", () => {
    expect(findFaults({ ...balanced, bankCents: null }, nothing).map(({ code }) => code)).toEqual([
      "bank_statement_missing",
    ]);
  });
});
