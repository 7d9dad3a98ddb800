import { invalidInput, notFound } from "../../contract/errors/error-codes.ts";
import type { Context } from "../../rpc/context.ts";
import { findTimeZone, type TriggerColumns, type Zoned } from "../deadlines/domain.dates.ts";
import type { Matter } from "../deadlines/domain.locks.ts";
import { findStartTime } from "../deadlines/triggers/domain.start-times.ts";
import { findTriggerStart, getTrigger, lockTriggerForShare } from "../deadlines/triggers/domain.ts";
import { isEventTrigger } from "../deadlines/enumerations.ts";
import type { ChainPreview, ChainTemplate, NewChain } from "./schema.ts";

/** The trigger of a chain: the day, or the record whose day it is. */

/**
 * A record decides the date where the request names one.
 *
 * @throws VALIDATION_FAILED where it is not of the template's source
 */
export function checkTriggerSource({ trigger: { source } }: ChainTemplate, trigger: NewChain["trigger"]): void {
  if (trigger === undefined || trigger.source === source) return;
  // A template of another date is applied to an event, too.
  if (source === "manual" && isEventTrigger(trigger.source)) return;
  throw invalidInput({
    path: "trigger.source",
    message: `must be the template’s, ${source}; leave trigger out for a date alone`,
  });
}

/**
 * The record of a chain's trigger, and the day that the request gives.
 *
 * @property isFollowed whether a chain follows the record already
 */
interface NamedTrigger {
  caseId: string;
  matter: Matter;
  trigger: NonNullable<NewChain["trigger"]>;
  on: string;
  isFollowed?: boolean;
}

/**
 * Checks that the date of a trigger's record is the given one.
 *
 * @throws NOT_FOUND, also for another case than that of the chain; VALIDATION_FAILED
 */
export async function checkTriggerDay(context: Context, named: NamedTrigger): Promise<void> {
  await getTrigger(context, readNamed(named), { ...named, dayPath: "triggerOn" });
}

/**
 * As {@link checkTriggerDay}, with the record locked for share.
 *
 * @throws as {@link checkTriggerDay}
 */
export async function lockTriggerDayForShare(context: Context, named: NamedTrigger): Promise<void> {
  await lockTriggerForShare(context, readNamed(named), { ...named, dayPath: "triggerOn" });
}

function readNamed({ caseId, trigger: { source, recordId }, on }: NamedTrigger) {
  if (source !== "incident") return { source, on, recordId };
  if (recordId !== caseId) throw notFound("Case");
  return { source, on };
}

/** What items that are counted from the trigger are counted from. */
export function describeTrigger(
  { trigger: { label } }: ChainTemplate,
  { trigger, triggerOn }: Pick<NewChain, "trigger" | "triggerOn">,
): TriggerColumns {
  return {
    triggerSource: trigger?.source ?? "manual",
    triggerRecordId: trigger?.recordId ?? null,
    triggerLabel: label,
    triggerOn,
  };
}

/**
 * The time of day from which hours run, in the time zone of the deadlines: that of the event that is the trigger.
 *
 * @throws VALIDATION_FAILED for another time than that of the event, in its own time zone
 */
export async function findTriggerTime(
  context: Context,
  { caseId, triggerTime }: Pick<ChainPreview, "caseId" | "triggerTime">,
  trigger: TriggerColumns,
  zone: Zoned,
): Promise<string | undefined> {
  const start = caseId === undefined ? null : await findTriggerStart(context, caseId, trigger);
  if (start === null) return triggerTime;
  const ofEvent = findStartTime(start, start.timeZone);
  if (triggerTime !== undefined && triggerTime !== ofEvent)
    throw invalidInput({ path: "triggerTime", message: `must be the local start time of the event, ${ofEvent}` });
  return findStartTime(start, findTimeZone(null, zone));
}
