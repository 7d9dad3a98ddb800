import type { Bracket, Rate } from "./rate.ts";

/** `$12,480.00`, `-$15.00`, as the portal and `Intl` write them. */
export function formatCents(cents: number): string {
  const size = Math.abs(cents);
  const [whole, rest] = [Math.trunc(size / 100), size % 100];
  return `${cents < 0 ? "-" : ""}$${whole.toLocaleString("en-US")}.${String(rest).padStart(2, "0")}`;
}

const thirds: Readonly<Record<string, string>> = { "1/3": "33⅓%", "2/3": "66⅔%" };

/** `33⅓%`, `40%`, `33.33%`; another fraction is itself: `3/7`. */
export function formatRate(rate: Rate): string {
  if ("basisPoints" in rate) return `${rate.basisPoints / 100}%`;
  const { numerator, denominator } = rate;
  const fraction = `${numerator}/${denominator}`;
  const basisPoints = (numerator * 10_000) / denominator;
  return thirds[fraction] ?? (Number.isInteger(basisPoints) ? `${basisPoints / 100}%` : fraction);
}

/** `33⅓% to $750,000.00, 30% to $1,500,000.00, 25% above`; a single one is its rate. */
export function formatBrackets(brackets: readonly Bracket[]): string {
  const [only] = brackets;
  if (brackets.length === 1 && only !== undefined) return formatRate(only.rate);
  return brackets
    .map(
      ({ upToCents, rate }) => `${formatRate(rate)} ${upToCents === null ? "above" : `to ${formatCents(upToCents)}`}`,
    )
    .join(", ");
}
