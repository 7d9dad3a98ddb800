import {
  addDays,
  changeRule,
  findLast,
  listOccurrences,
  readAdditional,
  readRule,
  withAdditional,
  withoutAdditional,
} from "../../../platform/recurrence-rule.ts";
import type { EventRow } from "../store.ts";

/** A recurrence rule cut in two at an occurrence. Pure. */

const asUntil = (on: string) => on.replaceAll("-", "");

/**
 * The rule of a series that ends before an occurrence, with the additional dates before it. A rule that has ended by
 * then, as before an additional date, stays: a later end would make occurrences that nobody planned.
 */
export function endRule({ rule, startOn }: Pick<EventRow, "rule" | "startOn">, occurrenceOn: string): string {
  const whole = rule ?? "";
  const own = withoutAdditional(whole);
  const last = findLast(own, startOn);
  const hasEnded = last !== null && last < occurrenceOn;
  const ended = hasEnded ? own : changeRule(own, { COUNT: undefined, UNTIL: asUntil(addDays(occurrenceOn, -1)) });
  return withAdditional(
    ended,
    readAdditional(whole).filter((on) => on < occurrenceOn),
  );
}

/** A rule that goes on from an occurrence, with as many as there are left, and the additional dates after it. */
export function continueRule(rule: string, startOn: string, occurrenceOn: string): string {
  const own = withoutAdditional(rule);
  return withAdditional(
    changeRule(own, remainingEnd(own, startOn, occurrenceOn)),
    readAdditional(rule).filter((on) => on > occurrenceOn),
  );
}

function remainingEnd(rule: string, startOn: string, occurrenceOn: string): Record<string, string | undefined> {
  const count = readRule(rule).get("COUNT");
  if (count === undefined) return {};
  const left = Number(count) - listOccurrences(rule, startOn, startOn, addDays(occurrenceOn, -1)).length;
  // Before additional dates the last one of the rule may be alone, for which no COUNT is accepted.
  return left === 1 ? { COUNT: undefined, UNTIL: asUntil(occurrenceOn) } : { COUNT: String(left) };
}
