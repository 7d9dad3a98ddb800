import type { Bracket, Rate } from "../../../contract/values/rate.ts";

/** A fraction of cents that is not rounded yet; the denominator is positive. */
export interface Fraction {
  numerator: bigint;
  denominator: bigint;
}

export const nothing: Fraction = { numerator: 0n, denominator: 1n };

const readRate = (rate: Rate): Fraction =>
  "basisPoints" in rate
    ? { numerator: BigInt(rate.basisPoints), denominator: 10_000n }
    : { numerator: BigInt(rate.numerator), denominator: BigInt(rate.denominator) };

/** A rate of so many cents, exactly. */
export function takeRate(rate: Rate, cents: number): Fraction {
  const { numerator, denominator } = readRate(rate);
  return { numerator: numerator * BigInt(cents), denominator };
}

export const add = (one: Fraction, other: Fraction): Fraction => ({
  numerator: one.numerator * other.denominator + other.numerator * one.denominator,
  denominator: one.denominator * other.denominator,
});

/**
 * Rounds to the cent, half up. Each named amount of a statement is rounded once, after everything else.
 *
 * @param fraction not negative
 */
export function roundHalfUp({ numerator, denominator }: Fraction): number {
  return Number((2n * numerator + denominator) / (2n * denominator));
}

/** A part of an amount in the proportion of two others, rounded half up. */
export const takeProportion = (cents: number, part: number, whole: number): number =>
  roundHalfUp({ numerator: BigInt(cents) * BigInt(part), denominator: BigInt(whole) });

/**
 * Splits cents in proportion to weights, by largest remainder: each part is rounded down, then the cents that are left
 * go to the largest remainders, of equal ones to the earlier. The parts add up to the whole.
 *
 * @param weights not negative, not all 0
 */
export function splitCents(cents: number, weights: readonly number[]): number[] {
  const whole = weights.reduce((sum, weight) => sum + BigInt(weight), 0n);
  const shares = weights.map((weight, place) => {
    const product = BigInt(cents) * BigInt(weight);
    return { place, floor: product / whole, rest: product % whole };
  });
  const left = Number(BigInt(cents) - shares.reduce((sum, { floor }) => sum + floor, 0n));
  const raised = new Set(
    shares
      .toSorted((one, other) => Number(other.rest - one.rest) || one.place - other.place)
      .slice(0, left)
      .map(({ place }) => place),
  );
  return shares.map(({ floor, place }) => Number(floor) + (raised.has(place) ? 1 : 0));
}

/** Marginal brackets of a base, exactly: each rate applies to the part of the base that lies in its bracket. */
export function takeBrackets(brackets: readonly Bracket[], baseCents: number): Fraction {
  let from = 0;
  let sum = nothing;
  for (const { upToCents, rate } of brackets) {
    const to = Math.min(baseCents, upToCents ?? baseCents);
    if (to > from) sum = add(sum, takeRate(rate, to - from));
    from = Math.max(from, to);
  }
  return sum;
}
