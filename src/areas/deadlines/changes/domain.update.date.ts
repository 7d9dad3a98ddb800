import { pickGiven } from "../../../contract/values/pick-given.ts";
import { asJson } from "../../../platform/database/wire-form.ts";
import type { ServiceBasis } from "../../jurisdiction-rules/domain.service.ts";
import type { StoredLimitation } from "../calculation/domain.limitation.ts";
import type { CountPlan } from "../calculation/domain.plan.ts";
import { checkCountable } from "../calculation/domain.ts";
import type { Court } from "../domain.courts.ts";
import { deriveGivenDate, determineDate, findTimeZone, givenZone, inputsOf, type DateInputs } from "../domain.dates.ts";
import type { Change } from "../domain.records.ts";
import { checkAccrualSinceIncident, findRuleTrigger, parseAccrual } from "../domain.rules.ts";
import { chooseStartTime, type EventStart } from "../triggers/domain.start-times.ts";
import { changesCount, countColumns } from "./domain.update.checks.ts";
import type { DeadlineChanges } from "../schema.input.ts";
import type { DeadlineColumns, Matter } from "../store.changes.ts";
import type { DeadlineRow } from "../store.ts";

/** The date of a deadline after a change, computed. Nothing here reads or writes a row. */

/** What a changed date depends on besides the deadline and the changes. */
export interface Surroundings {
  court: Court;
  /** The day that its trigger has by now, of a date that is calculated anew after it was overridden. */
  triggerOn: string | undefined;
  /** Of hours whose start time the changes concern; null where no event has a time. */
  eventStart: EventStart | null;
  /** Where the changes concern service: the rule that is in force now, instead of the one that it was counted with. */
  serviceRule: ServiceBasis | undefined;
}

/** Whether changes concern the time from which a deadline counts hours. */
export function changesStartTime(before: DeadlineRow, changes: DeadlineChanges): boolean {
  const { isOverridden, unit, startTime = null, timeZone } = changes;
  const countsHours = (unit ?? before.unit) === "hours" || (unit === undefined && before.startTime !== null);
  return countsHours && (isOverridden === false || unit !== undefined || startTime !== null || timeZone !== undefined);
}

/**
 * The date of a deadline after a change of what decides it: the given one in place of a calculated one, or the one that
 * is calculated anew.
 *
 * @throws VALIDATION_FAILED
 */
export function determineChangedDate(
  matter: Matter,
  before: DeadlineRow,
  changes: DeadlineChanges,
  surroundings: Surroundings,
): { columns: DeadlineColumns; kind: Change["kind"] } {
  const { court } = surroundings;
  const { dueOn, isOverridden, timeZone = givenZone(before) } = changes;
  const accrual = pickGiven(changes, ["accrualBasis", "accrualOn", "discoveryFacts"]);
  const limitation = changeAccrual(matter, before, changes);
  const isAccruedAnew = limitation !== before.limitation;
  const ofRule = limitation === null || !isAccruedAnew ? {} : findRuleTrigger(before.caseId, limitation);
  const isCalculated = before.triggerSource !== null || before.untolledDueOn !== null;
  const overrides = dueOn !== undefined && isCalculated;
  if (overrides || (before.isOverridden && isOverridden !== false && !changesCount(changes) && !isAccruedAnew)) {
    // The earliest date that the facts allow stays what counts until a second person has seen the new one.
    const columns = deriveGivenDate(matter, court, {
      dueOn: dueOn ?? before.dueOn,
      dueTime: chooseDueTime(before, changes),
      timeZone,
      conservativeDueOn: before.conservativeDueOn,
    });
    return { columns: { ...columns, ...accrual, isOverridden: true }, kind: overrides ? "overridden" : "corrected" };
  }
  const count = changeCount(matter, before, changes, surroundings);
  const inputs: DateInputs = {
    ...inputsOf(before),
    ...count,
    ...(surroundings.serviceRule !== undefined && { serviceRule: surroundings.serviceRule }),
    ...pickGiven(changes, ["accrualOn"]),
    ...ofRule,
    limitation,
    dueTime: chooseDueTime(before, changes),
    timeZone,
    countPlan: changePlan(before.countPlan, changes),
  };
  checkCount(inputs, changes);
  const { columns } = determineDate({ ...inputs, dueOn: dueOn ?? inputs.dueOn }, matter, court);
  return {
    columns: {
      ...count,
      ...columns,
      ...accrual,
      ...ofRule,
      countPlan: asJson(inputs.countPlan),
      limitation: asJson(limitation),
      isOverridden: false,
    },
    kind: "corrected",
  };
}

/**
 * A rule with another day of accrual; the stored one where that stays.
 *
 * @throws VALIDATION_FAILED
 */
function changeAccrual(
  { dateOfIncident: incidentOn }: Matter,
  { limitation, ...before }: DeadlineRow,
  { accrualBasis = before.accrualBasis, accrualOn = before.accrualOn }: DeadlineChanges,
): StoredLimitation | null {
  if (limitation === null || (accrualBasis === before.accrualBasis && accrualOn === before.accrualOn))
    return limitation;
  const { facts } = limitation;
  const accrual = parseAccrual({ accrualBasis, accrualOn }, facts.discoveredOn);
  checkAccrualSinceIncident(accrual, incidentOn);
  return { ...limitation, facts: { ...facts, incidentOn, accrual } };
}

/**
 * What a date is counted by anew.
 *
 * @throws VALIDATION_FAILED for another start time than that of the event
 */
function changeCount(
  matter: Matter,
  before: DeadlineRow,
  changes: DeadlineChanges,
  { triggerOn = changes.trigger?.on, eventStart }: Surroundings,
) {
  const timeZone = findTimeZone(changes.timeZone ?? givenZone(before), matter);
  const startTime = changesStartTime(before, changes)
    ? chooseStartTime(eventStart, { given: changes.startTime ?? null, timeZone })
    : null;
  return {
    ...pickGiven(changes, countColumns),
    ...(triggerOn !== undefined && { triggerOn }),
    ...(startTime !== null && { startTime }),
  };
}

/** The time of day that is given, or stays; that of hours followed from them. */
function chooseDueTime(before: DeadlineRow, { dueTime, unit }: DeadlineChanges): string | null {
  if (dueTime !== undefined) return dueTime;
  return before.unit === "hours" && unit !== undefined && unit !== "hours" ? null : before.dueTime;
}

const planned = [
  "offset",
  "unit",
  "direction",
  "rollRule",
  "startRule",
  "nextWeekday",
  "serviceDays",
  "startTime",
] as const;

/** Another service or time of day changes the counts of a plan; another period replaces them all. */
function changePlan(plan: CountPlan | null, changes: DeadlineChanges): CountPlan | null {
  if (plan === null || planned.some((name) => changes[name] !== undefined)) return null;
  const { serviceMethod = plan.serviceMethod, dueTime = plan.last.dueTime } = changes;
  const keepsTime = plan.last.dueTime !== undefined && dueTime !== undefined;
  return { ...plan, serviceMethod, last: keepsTime ? { ...plan.last, dueTime } : plan.last };
}

/**
 * A time that stays is not checked: a deadline of a chain has that of what it is counted from, which may have none.
 *
 * @throws VALIDATION_FAILED for members of a count that do not go together
 */
function checkCount(inputs: DateInputs, changes: DeadlineChanges): void {
  const { unit, startTime, nextWeekday, direction, startRule, countPlan } = inputs;
  if (unit === null) return;
  const inDays = countPlan?.last.counts.find((count) => count.unit !== "hours");
  const isTimed = changes.unit !== undefined || changes.startTime !== undefined;
  checkCountable({
    unit: inDays?.unit ?? unit,
    nextWeekday,
    direction: direction ?? "after",
    startRule: startRule ?? "next_day",
    dueTime: changes.dueTime ?? null,
    ...(isTimed && { startTime }),
  });
}
