/** Days as numbers since 1970, for oracles that walk from day to day without the product's calendar. */

const milliseconds = 86_400_000;
export const numberOf = (on: string): number => Date.parse(`${on}T00:00:00Z`) / milliseconds;
export const textOf = (number: number): string => new Date(number * milliseconds).toISOString().slice(0, 10);

/** Sunday is 0: January 1, 1970 was a Thursday. */
export const weekdayOf = (number: number): number => (number + 4) % 7;

const [first, last] = [numberOf("1990-01-01"), numberOf("2080-12-31")];
const known = Array.from({ length: last - first + 1 }, (_, index) => new Date((first + index) * milliseconds)).map(
  (date) => ({ month: date.getUTCFullYear() * 12 + date.getUTCMonth(), day: date.getUTCDate() }),
);
const find = (number: number) => known[number - first] ?? { month: Number.NaN, day: Number.NaN };

/** Into the month, to its first day, then to the day of the start or the month's last. */
export function walkMonths(from: number, months: number): number {
  const wanted = find(from).month + months;
  let at = from;
  while (find(at).month !== wanted) at += Math.sign(months);
  while (find(at - 1).month === wanted) at -= 1;
  while (find(at).day < find(from).day && find(at + 1).month === wanted) at += 1;
  return at;
}
