/**
 * Reads an amount in dollars: `500`, `500.00`, `$1,500`.
 *
 * @returns cents; null unless the text is an amount of at most `maximumCents`
 */
export function parseDollars(typed: string, maximumCents = Number.MAX_SAFE_INTEGER): number | null {
  const digits = /^\$?\s*(\d{1,3}(?:,\d{3})+|\d+)(?:\.(\d{2}))?$/.exec(typed.trim());
  if (digits === null) return null;
  const cents = Number(`${(digits[1] ?? "").replaceAll(",", "")}${digits[2] ?? "00"}`);
  return cents <= maximumCents ? cents : null;
}

/** "500.00", as `parseDollars` reads it. */
export const writeDollars = (cents: number) => (cents / 100).toFixed(2);
