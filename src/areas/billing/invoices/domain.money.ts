import { invalidInput, type Fault } from "../../../contract/errors/error-codes.ts";
import { maxCents, type GivenLineItem } from "./schema.ts";

/** A quantity has four decimals: counted in ten-thousandths it is a whole number. */
const scale = 10_000n;

/** A decimal of at most four places in ten-thousandths, read from its digits: no arithmetic with floats. */
function readQuantity(quantity: number): bigint {
  const [whole = "0", decimals = ""] = String(quantity).split(".");
  return BigInt(whole) * scale + BigInt(decimals.padEnd(4, "0"));
}

/** quantity × rateCents to whole cents; halves go away from zero, so that a credit mirrors its charge to the cent. */
export function computeAmount(quantity: number, rateCents: number): bigint {
  const product = readQuantity(quantity) * BigInt(rateCents);
  const size = product < 0n ? -product : product;
  const rounded = (size + scale / 2n) / scale;
  return product < 0n ? -rounded : rounded;
}

export interface Totals {
  subtotalCents: number;
  discountCents: number;
  taxCents: number;
  totalCents: number;
}

/** @throws VALIDATION_FAILED naming lines whose amount is too large */
export function computeLines<Line extends Pick<GivenLineItem, "quantity" | "rateCents">>(
  lines: readonly Line[],
): (Line & { amountCents: number })[] {
  const limit = BigInt(maxCents);
  const faults: Fault[] = [];
  const computed = lines.map((line, index) => {
    const amount = computeAmount(line.quantity, line.rateCents);
    if (amount > limit || amount < -limit)
      faults.push({ path: `lineItems.${index}`, message: "quantity × rateCents is too large" });
    return { ...line, amountCents: Number(amount) };
  });
  if (faults.length > 0) throw invalidInput(...faults);
  return computed;
}

/**
 * Computes subtotal and total.
 *
 * @param expectedCents the total that the caller expects
 * @throws VALIDATION_FAILED when the sum of the lines is negative, the discount exceeds it, or the total is not the
 *   expected one
 */
export function computeTotals(
  lines: readonly { amountCents: number }[],
  {
    discountCents,
    taxCents,
    expectedCents,
  }: { discountCents: number; taxCents: number; expectedCents: number | undefined },
): Totals {
  const subtotalCents = lines.reduce((sum, { amountCents }) => sum + amountCents, 0);
  const totalCents = subtotalCents - discountCents + taxCents;
  const faults: Fault[] = [];
  if (subtotalCents < 0) faults.push({ path: "lineItems", message: "must not have a negative sum" });
  else if (discountCents > subtotalCents)
    faults.push({ path: "discountCents", message: "must be at most the sum of the lines" });
  if (expectedCents !== undefined && expectedCents !== totalCents) {
    faults.push({
      path: "totalCents",
      message: "does not match lines, discount and tax; omit it to use the computed total",
    });
  }
  if (faults.length > 0) throw invalidInput(...faults);
  return { subtotalCents, discountCents, taxCents, totalCents };
}
