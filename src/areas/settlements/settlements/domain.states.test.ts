import { describe, expect, test } from "vitest";
import { splitOverShares } from "./domain.shares.ts";
import { findPaymentStatus, findSettlementStatus, type Progress } from "./domain.states.ts";

const progress = (changes: Partial<Progress>): Progress => ({
  grossCents: 10_000,
  paidDirectCents: 1_000,
  receivedCents: 0,
  clearedCents: 0,
  disbursedCents: 0,
  isPaidOut: false,
  ...changes,
});

test.each([
  ["agreed", {}, "agreed"],
  ["agreed", { receivedCents: 8_999 }, "agreed"],
  ["agreed", { receivedCents: 9_000 }, "funds_received"],
  ["funds_received", { receivedCents: 9_000, clearedCents: 9_000 }, "funds_cleared"],
  ["funds_cleared", { receivedCents: 9_000, clearedCents: 9_000, disbursedCents: 1 }, "disbursing"],
  ["disbursing", { receivedCents: 9_000, clearedCents: 9_000, disbursedCents: 9_000, isPaidOut: true }, "disbursed"],
  ["disbursed", { receivedCents: 9_000, clearedCents: 9_000, disbursedCents: 5 }, "disbursing"],
  ["closed", { receivedCents: 9_000, clearedCents: 9_000, disbursedCents: 9_000, isPaidOut: true }, "closed"],
  ["closed", { receivedCents: 9_000, clearedCents: 9_000 }, "disbursing"],
  ["funds_received", { receivedCents: 100 }, "agreed"],
  ["draft", { receivedCents: 9_000 }, "draft"],
  ["voided", {}, "voided"],
] as const)("%s with %o is %s", (status, changes, expected) => {
  expect(findSettlementStatus(status, progress(changes))).toBe(expected);
});

describe("a payer", () => {
  const payer = (receivedCents: number, clearedCents = 0) => ({
    grossCents: 100,
    paidDirectCents: 40,
    receivedCents,
    clearedCents,
  });

  test.each([
    [payer(0), null, "expected"],
    [payer(0), "2026-03-13", "expected"],
    [payer(0), "2026-03-12", "overdue"],
    [payer(10), "2026-03-13", "partial"],
    [payer(10), "2026-03-12", "overdue"],
    [payer(60), "2026-03-12", "received"],
    [payer(60, 60), "2026-03-12", "cleared"],
  ] as const)("%o due on %s is %s on 2026-03-13", (amounts, expectedOn, expected) => {
    expect(findPaymentStatus(amounts, expectedOn, "2026-03-13")).toBe(expected);
  });
});

test("what payers pay without a fee, and to others, is split over the shares to the cent", () => {
  const payers = [
    { grossCents: 7_500, paidDirectCents: 100, isFeeBearing: true },
    { grossCents: 101, paidDirectCents: 1, isFeeBearing: false },
  ];
  expect(splitOverShares(payers, [{ grossCents: 7_601 }])).toEqual([{ exemptCents: 101, paidDirectCents: 101 }]);
  expect(splitOverShares(payers, [{ grossCents: 3_800 }, { grossCents: 3_801 }])).toEqual([
    { exemptCents: 50, paidDirectCents: 50 },
    { exemptCents: 51, paidDirectCents: 51 },
  ]);
});
