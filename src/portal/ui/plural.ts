import { formatNumber } from "./format.ts";

const rules = new Intl.PluralRules("en-US");

/** The form of a count, in which # is the number: `plural(2, "# key needs", "# keys need")`. */
export function plural(count: number, one: string, other: string): string {
  return (rules.select(count) === "one" ? one : other).replace("#", formatNumber(count));
}
