import type { BusinessDays, DayRoll } from "../../../platform/business-days.ts";
import { countDueOn } from "../domain.due-dates.ts";
import {
  addDays,
  addInterval,
  addYears,
  findOccurrence,
  findRuleProblem as findProblemOfRule,
  findUntil,
  horizonYears,
  listChoosing,
  maxOccurrences,
  readRule,
} from "../../../platform/recurrence-rule.ts";

/** Recurrence of tasks: what the rule's dates mean for tasks that end late, or early. Dates are `YYYY-MM-DD`. */

export interface RecurrenceRule {
  rule: string;
  basis: "due_date" | "completion";
  roll: DayRoll;
}

/** The occurrence that has ended. */
export interface EndedOccurrence {
  /** The first nominal date of the series. */
  firstOn: string;
  nominalOn: string;
  occurrenceNumber: number;
  /** The firm's day on which it was completed or canceled. */
  endedOn: string;
}

export interface NextOccurrence {
  nominalOn: string;
  /** The nominal date, rolled. */
  dueOn: string;
}

/** Why a rule cannot be used for a series that begins on a date; null if it can. */
export function findRuleProblem(
  { rule, basis }: Pick<RecurrenceRule, "rule" | "basis">,
  firstOn: string,
): string | null {
  const problem = findProblemOfRule(rule);
  if (problem !== null) return problem;
  const [choosing] = listChoosing(readRule(rule));
  if (basis === "completion" && choosing !== undefined)
    return `must not have ${choosing} where the next is counted from completion`;
  return hasSecond({ rule, basis }, firstOn) ? null : `must have a second occurrence within ${horizonYears} years`;
}

function hasSecond({ rule, basis }: Pick<RecurrenceRule, "rule" | "basis">, firstOn: string): boolean {
  const nominalOn =
    basis === "completion" ? addInterval(rule, firstOn) : findOccurrence(rule, firstOn, addDays(firstOn, 1));
  return nominalOn !== null && nominalOn <= addYears(firstOn, horizonYears) && !isAfterEnd(rule, nominalOn);
}

function isAfterEnd(rule: string, on: string): boolean {
  const until = findUntil(rule);
  return until !== null && on > until;
}

/**
 * What follows an occurrence that has ended; missed ones are skipped. Counted from completion, COUNT counts the tasks
 * that there were; otherwise the dates of the rule, of which some may have been skipped.
 *
 * @returns null where the series ends
 */
export function computeNextOccurrence(
  { rule, basis, roll }: RecurrenceRule,
  { firstOn, nominalOn, occurrenceNumber, endedOn }: EndedOccurrence,
  days: BusinessDays,
): NextOccurrence | null {
  if (occurrenceNumber >= maxOccurrences) return null;
  const tomorrow = addDays(nominalOn, 1);
  const next =
    basis === "completion"
      ? computeByCompletion(rule, occurrenceNumber, endedOn)
      : findOccurrence(rule, firstOn, tomorrow > endedOn ? tomorrow : endedOn);
  if (next === null) return null;
  // Beyond the year 9999 there is no day to roll to: the series ends.
  const dueOn = countDueOn({ offset: 0, unit: "calendar_days", direction: "after", roll }, next, days);
  return dueOn === null ? null : { nominalOn: next, dueOn };
}

function computeByCompletion(rule: string, occurrenceNumber: number, endedOn: string): string | null {
  const count = readRule(rule).get("COUNT");
  if (count !== undefined && occurrenceNumber >= Number(count)) return null;
  const next = addInterval(rule, endedOn);
  return isAfterEnd(rule, next) ? null : next;
}
