import { expect, test } from "vitest";
import { formatCents } from "./rate-words.ts";

test.each([
  [1_248_000, "$12,480.00"],
  [0, "$0.00"],
  [-1_500, "-$15.00"],
  [-50, "-$0.50"],
  [-123_456_705, "-$1,234,567.05"],
])("%i cents are %s, as Intl writes them", (cents, expected) => {
  expect(formatCents(cents)).toBe(expected);
  const dollars = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" });
  expect(formatCents(cents)).toBe(dollars.format(cents / 100));
});
