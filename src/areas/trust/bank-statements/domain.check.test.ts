import { expect, test } from "vitest";
import { dayAfter, validateStatement } from "./domain.check.ts";

const statement = {
  periodStartOn: "2026-11-01",
  periodEndOn: "2026-11-30",
  openingCents: 1_275_000,
  closingCents: 2_052_865,
  lines: [10_000_000, -3_333_333, -421_758, -5_465_544, -1_500].map((amountCents) => ({
    postedOn: "2026-11-30",
    amountCents,
  })),
};

test("opening balance and lines of the example add up to the closing balance", () => {
  expect(() => validateStatement(statement)).not.toThrow();
  expect(() => validateStatement({ ...statement, closingCents: 1_275_000, lines: [] })).not.toThrow();
});

test.each<[string, Partial<typeof statement>]>([
  [
    "closingCents: opening balance and lines add up to 2052865 cents, which differs by 1500 cents",
    { closingCents: 2_054_365 },
  ],
  [
    "closingCents: opening balance and lines add up to 2052864 cents, which differs by 1 cents",
    { openingCents: 1_274_999 },
  ],
  ["periodEndOn: must not be before periodStartOn", { periodEndOn: "2026-10-31" }],
  [
    "lines.0.postedOn: must be from 2026-11-01 to 2026-11-30",
    { lines: [{ postedOn: "2026-12-01", amountCents: 777_865 }] },
  ],
])("400 names %s", (message, change) => {
  expect(() => validateStatement({ ...statement, ...change })).toThrow(message);
});

test("the next statement begins on the day after", () => {
  expect(["2026-11-30", "2026-12-31", "2028-02-28", "2028-02-29", "2026-03-07"].map(dayAfter)).toEqual([
    "2026-12-01",
    "2027-01-01",
    "2028-02-29",
    "2028-03-01",
    "2026-03-08",
  ]);
});
