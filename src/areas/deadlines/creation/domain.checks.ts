import { invalidInput } from "../../../contract/errors/error-codes.ts";
import { pickGiven } from "../../../contract/values/pick-given.ts";
import { checkCountable } from "../calculation/domain.ts";
import { classOf, isEventTrigger } from "../enumerations.ts";
import type { NewDeadline } from "../schema.input.ts";

/**
 * Checks that the members of a new deadline go together.
 *
 * @throws VALIDATION_FAILED
 */
export function checkNewDeadline(deadline: NewDeadline): void {
  const { type, dueOn, citation, reason, source, calculation } = deadline;
  const isLimitation = classOf(type) === "limitation";
  checkWayOfDating(deadline);
  if (isLimitation && dueOn !== undefined && (citation ?? reason) === undefined)
    throw invalidInput({ path: "citation", message: "required for a date of limitation, or reason" });
  if (source !== "manual" && (citation ?? undefined) === undefined)
    throw invalidInput({ path: "citation", message: `required with source ${source}` });
  if (calculation !== undefined && (source !== "external" || dueOn === undefined))
    throw invalidInput({ path: "calculation", message: "allowed only with source external and dueOn" });
  checkAccrual(isLimitation, deadline);
  checkRuleFacts(deadline);
}

/** What only a date that is counted has. */
const countMembers = [
  "offset",
  "unit",
  "direction",
  "serviceMethod",
  "rollRule",
  "startTime",
  "startRule",
  "nextWeekday",
  "serviceDays",
  "jurisdiction",
] as const;

/** A date is given, counted from a trigger, or calculated by a rule. */
function checkWayOfDating(deadline: NewDeadline): void {
  const { dueOn, ruleKey, trigger } = deadline;
  if (ruleKey !== undefined && (dueOn ?? trigger) !== undefined)
    throw invalidInput({
      path: "ruleKey",
      message: `must not be sent with ${dueOn === undefined ? "trigger" : "dueOn"}`,
    });
  if (trigger !== undefined) {
    checkCount(deadline);
    return;
  }
  if ((dueOn ?? ruleKey) === undefined)
    throw invalidInput({ path: "dueOn", message: "required, or ruleKey, or trigger with offset and unit" });
  const counted = countMembers.find((name) => deadline[name] !== undefined && deadline[name] !== null);
  if (counted !== undefined) throw invalidInput({ path: counted, message: "allowed only with trigger" });
}

function checkCount(deadline: NewDeadline): void {
  const { dueOn, offset, unit, trigger, startTime } = deadline;
  if (dueOn !== undefined) throw invalidInput({ path: "trigger", message: "must not be sent with dueOn" });
  if (offset === undefined || unit === undefined)
    throw invalidInput({ path: offset === undefined ? "offset" : "unit", message: "required with trigger" });
  // Where an event is the trigger, its start time is read from it.
  const isTimedByEvent =
    unit === "hours" && trigger !== undefined && typeof trigger.recordId === "string" && isEventTrigger(trigger.source);
  checkCountable({
    startTime: startTime ?? (isTimedByEvent ? "00:00" : null),
    dueTime: null,
    startRule: "next_day",
    nextWeekday: null,
    direction: "after",
    ...pickGiven(deadline, ["dueTime", "startRule", "nextWeekday", "direction"]),
    unit,
  });
}

/** @throws VALIDATION_FAILED for an accrual of another class than limitation, and for a discovery without its facts */
export function checkAccrual(
  isLimitation: boolean,
  {
    accrualBasis = null,
    accrualOn = null,
    discoveryFacts = null,
  }: Pick<NewDeadline, "accrualBasis" | "accrualOn" | "discoveryFacts">,
): void {
  for (const [path, value] of Object.entries({ accrualBasis, accrualOn, discoveryFacts }))
    if (!isLimitation && value !== null) throw invalidInput({ path, message: "allowed only for limitation" });
  if ((accrualBasis === "discovery" || accrualBasis === "other") && discoveryFacts === null)
    throw invalidInput({ path: "discoveryFacts", message: `required with accrualBasis ${accrualBasis}` });
}

function checkRuleFacts(deadline: NewDeadline): void {
  const { ruleKey, source, discoveredOn, deathOn, treatmentEndedOn, claimRejectedOn } = deadline;
  if (ruleKey !== undefined) {
    if (source !== "manual") throw invalidInput({ path: "source", message: "must not be sent with ruleKey" });
    return;
  }
  const given = Object.entries({ discoveredOn, deathOn, treatmentEndedOn, claimRejectedOn }).find(
    ([, value]) => value !== undefined,
  );
  if (given !== undefined) throw invalidInput({ path: given[0], message: "allowed only with ruleKey" });
}
