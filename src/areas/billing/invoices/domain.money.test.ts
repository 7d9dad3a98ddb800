import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { computeAmount, computeLines, computeTotals } from "./domain.money.ts";
import { maxCents } from "./schema.ts";

/** A quantity as its ten-thousandths, and the number that says so on the wire. */
const quantity = fc.integer({ min: 0, max: 10_000_000_000 }).map((units) => ({ units, number: Number(`${units}e-4`) }));
const rate = fc.integer({ min: -maxCents, max: maxCents });
const noExtras = { discountCents: 0, taxCents: 0, expectedCents: undefined };

describe("the amount of a line", () => {
  test.each([
    [2.5, 50_000, 125_000],
    [1, 1, 1],
    [0.5, 1, 1],
    [0.5, -1, -1],
    [0.4999, 1, 0],
    [0.0001, 5_000, 1],
    [0.0001, 4_999, 0],
    [1.005, 100, 101],
    [1.115, 100, 112],
    [0.1, 3, 0],
    [1_000_000, 9_007_199, 9_007_199_000_000],
    [0, 100, 0],
  ])("%d × %d is %d cents", (given, rateCents, cents) => {
    expect(Number(computeAmount(given, rateCents))).toBe(cents);
  });

  test("rounds to the nearest cent, halves away from zero", () => {
    fc.assert(
      fc.property(quantity, rate, ({ units, number }, rateCents) => {
        const exact = BigInt(units) * BigInt(rateCents);
        const off = computeAmount(number, rateCents) * 10_000n - exact;
        const size = off < 0n ? -off : off;
        expect(size <= 5_000n).toBe(true);
        if (size === 5_000n) expect(off > 0n).toBe(exact > 0n);
      }),
    );
  });

  test("of a credit is the negative of its charge", () => {
    fc.assert(
      fc.property(
        quantity,
        rate,
        ({ number }, rateCents) =>
          void expect(computeAmount(number, -rateCents)).toBe(-computeAmount(number, rateCents)),
      ),
    );
  });

  test("is rejected at its field when it is too large", () => {
    const small = { quantity: 1, rateCents: 1 };
    expect(() => computeLines([small, { quantity: 1_000_000, rateCents: maxCents }])).toThrow(
      "lineItems.1: quantity × rateCents is too large",
    );
  });
});

describe("the invoice totals", () => {
  const lines = [{ amountCents: 1_000 }, { amountCents: -400 }];

  test("are the lines less the discount plus the tax", () => {
    expect(computeTotals(lines, { discountCents: 100, taxCents: 30, expectedCents: 530 })).toEqual({
      subtotalCents: 600,
      discountCents: 100,
      taxCents: 30,
      totalCents: 530,
    });
  });

  test.each([
    ["lines below nothing", [{ amountCents: -1 }], noExtras, "lineItems: must not have a negative sum"],
    [
      "a discount beyond the lines",
      lines,
      { ...noExtras, discountCents: 601 },
      "discountCents: must be at most the sum of the lines",
    ],
    [
      "another total than expected",
      lines,
      { ...noExtras, expectedCents: 601 },
      "totalCents: does not match lines, discount and tax",
    ],
  ])("reject %s", (_, given, extras, message) => {
    expect(() => computeTotals(given, extras)).toThrow(message);
  });
});
