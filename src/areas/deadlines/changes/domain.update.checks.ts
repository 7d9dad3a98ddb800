import { invalidInput, invalidState } from "../../../contract/errors/error-codes.ts";
import { checkAccrual } from "../creation/domain.checks.ts";
import { followsRecord } from "../triggers/domain.ts";
import type { DeadlineChanges } from "../schema.input.ts";
import type { DeadlineRow } from "../store.ts";

/** What decides how a date is counted. */
export const countColumns = [
  "offset",
  "unit",
  "direction",
  "serviceMethod",
  "serviceDays",
  "jurisdiction",
  "startTime",
  "startRule",
  "nextWeekday",
  "observedHolidays",
  "rollRule",
] as const;
const counting = ["trigger", "holidayCalendarId", ...countColumns] as const;
const dating = [
  ...counting,
  "dueOn",
  "dueTime",
  "timeZone",
  "accrualBasis",
  "accrualOn",
  "discoveryFacts",
  "isOverridden",
] as const;

/** Whether changes concern how a date is counted. */
export const changesCount = (changes: DeadlineChanges): boolean => counting.some((name) => changes[name] !== undefined);

/** Whether changes concern what decides a date: these need a reason. */
export const changesDate = (changes: DeadlineChanges): boolean => dating.some((name) => changes[name] !== undefined);

/**
 * Checks that the date of a deadline can change so.
 *
 * @throws VALIDATION_FAILED; INVALID_STATE_TRANSITION for a deadline that is not open
 */
export function checkDateChange(before: DeadlineRow, changes: DeadlineChanges, reason: string | undefined): void {
  if (!before.isOpen) throw invalidState(`The deadline is ${before.status}: its date stays; reopen it first`);
  if (reason === undefined) throw invalidInput({ path: "reason", message: "required to change what decides the date" });
  const count = counting.find((name) => changes[name] !== undefined && name !== "holidayCalendarId");
  if (before.limitation !== null && count !== undefined)
    throw invalidInput({
      path: count,
      message: "not allowed for a date that a rule calculates; send accrualOn or dueOn",
    });
  if (before.triggerSource === null && count !== undefined)
    throw invalidInput({ path: count, message: "allowed only for a deadline that is counted from a trigger" });
  if (changes.trigger !== undefined && followsRecord(before))
    throw invalidInput({ path: "trigger.on", message: "follows from its record; change that" });
  if (changes.dueOn !== undefined && (count !== undefined || changes.isOverridden === false))
    throw invalidInput({ path: "dueOn", message: "must not be sent with what calculates it" });
  if (changes.isOverridden === false && !before.isOverridden)
    throw invalidInput({ path: "isOverridden", message: "the date is not overridden" });
  const { accrualBasis, accrualOn, discoveryFacts } = before;
  checkAccrual(before.deadlineClass === "limitation", { accrualBasis, accrualOn, discoveryFacts, ...changes });
}
