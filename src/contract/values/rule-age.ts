/**
 * Whether a text of law was written more than a year before a day: then the whole month of its writing lies more than a
 * year back, and the text is to be compared with the statute again.
 *
 * @param asOf the month in which it was written, YYYY-MM
 * @param today the organization's, YYYY-MM-DD
 */
export function isOlderThanAYear(asOf: string, today: string): boolean {
  const [year, month] = [Number(asOf.slice(0, 4)), asOf.slice(5, 7)];
  return `${String(year + 1).padStart(4, "0")}-${month}` < today.slice(0, 7);
}
