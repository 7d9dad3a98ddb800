import { invalidInput } from "../../contract/errors/error-codes.ts";
import { isOlderThanAYear } from "../../contract/values/rule-age.ts";
import type { Context } from "../../rpc/context.ts";
import { getServiceBasis, type Court } from "../deadlines/domain.courts.ts";
import type { TriggerColumns } from "../deadlines/domain.dates.ts";
import { openDaysOf, type CourtOfCase } from "../organization/holiday-calendars/domain.courts.ts";
import { openBusinessDays } from "../organization/holiday-calendars/domain.ts";
import { countsHours, type Given, type PlannedItem } from "./domain.plan.ts";
import type { ChainWarnings } from "./schema.drafts.ts";
import { findItemFault, sourcesOf } from "./schema.items.ts";
import type { AppliedTrigger, ChainTemplate, NewChain, SkippedItem } from "./schema.ts";

/** The items of a template as a request applies them; a preview and an application count them alike. */

/**
 * The items that a request chooses, in the template's order, with the steps before them.
 *
 * @throws VALIDATION_FAILED where one is missing, or one from which another is counted
 */
export function chooseItems<
  Item extends { key: string; from: string; isStep?: boolean; alternatives?: readonly { from: string }[] },
>(
  { items, triggers = [] }: { items: readonly Item[]; triggers?: readonly { key: string }[] },
  keys: NewChain["includeKeys"],
): readonly Item[] {
  if (keys === undefined) return items;
  const wanted = new Set(keys);
  for (const item of items.toReversed())
    if (wanted.has(item.key))
      for (const source of sourcesOf(item))
        if (items.some(({ key, isStep }) => key === source && isStep === true)) wanted.add(source);
  const chosen = items.filter(({ key }) => wanted.has(key));
  if (chosen.length < wanted.size || findItemFault(chosen, triggers) !== null)
    throw invalidInput({
      path: "includeKeys",
      message: "must name items of the template, with those from which they are counted",
    });
  return chosen;
}

/**
 * The template's further triggers with the days that are known.
 *
 * @throws VALIDATION_FAILED for a key that is not the template's
 */
function applyTriggerDates(
  { triggers }: Pick<ChainTemplate, "triggers">,
  dates: NewChain["triggerDates"],
): AppliedTrigger[] {
  const unknown = Object.keys(dates).find((each) => !triggers.some(({ key }) => key === each));
  if (unknown !== undefined)
    throw invalidInput({ path: `triggerDates.${unknown}`, message: "must be one of the template’s triggers" });
  return triggers.map((trigger) => ({ ...trigger, on: dates[trigger.key] ?? null }));
}

export const describeGiven = (template: ChainTemplate, { triggerDates, facts, serviceMethod }: NewChain): Given => ({
  triggers: applyTriggerDates(template, triggerDates),
  facts,
  serviceMethod,
  triggerLabel: template.trigger.label,
});

/** @throws VALIDATION_FAILED where nothing is left of a template */
export function checkAnyDeadline(planned: readonly PlannedItem[], [first]: readonly SkippedItem[]): void {
  if (planned.some(({ item }) => !item.isStep)) return;
  if (first?.reason === "trigger_date_unknown")
    throw invalidInput({
      path: "triggerDates",
      message: `no item has a date: ${first.missing.join(", ")} is not known`,
    });
  throw invalidInput({ path: "facts", message: "exclude every item of the template" });
}

/**
 * The given calendar, else that of the template's courts, which the case may name.
 *
 * @throws NOT_FOUND for a given one
 */
export async function getCourtOfChain(
  context: Context,
  { jurisdiction }: Pick<ChainTemplate, "jurisdiction">,
  of: CourtOfCase,
  given: string | undefined,
): Promise<Court> {
  const service = await getServiceBasis(context, jurisdiction);
  return {
    ...(await (given === undefined ? openDaysOf(context, jurisdiction, of) : openBusinessDays(context, given))),
    ...service,
  };
}

/** What a date without a record is counted from: another item's, or a further trigger's. */
const describeDate = (triggerLabel: string, triggerOn: string): TriggerColumns => ({
  triggerSource: "manual",
  triggerRecordId: null,
  triggerLabel,
  triggerOn,
});

/**
 * What an item is counted from.
 *
 * @param dates of the deadlines before it, by their item's key
 */
export function findTrigger(
  { from }: PlannedItem,
  trigger: TriggerColumns,
  dates: ReadonlyMap<string, { title: string; dueOn: string }>,
): TriggerColumns {
  if (from.source === "trigger") return trigger;
  if (from.source === "date") return describeDate(from.label, from.on);
  const source = dates.get(from.key);
  if (source === undefined) throw new Error("an item that is counted from a later one");
  return describeDate(source.title, source.dueOn);
}

/**
 * The time from which the hours of an item run: that of the trigger, or of the deadline from which it is counted. Null
 * where that has none, and where the item counts no hours.
 *
 * @param dates of the deadlines before it, by their item's key
 * @throws VALIDATION_FAILED where the trigger's is not given
 */
function chooseStartTime(
  planned: PlannedItem,
  triggerTime: string | undefined,
  dates: ReadonlyMap<string, { dueTime: string | null }>,
): string | null {
  const { from } = planned;
  if (from.source === "date" || !countsHours(planned)) return null;
  if (from.source === "item") return dates.get(from.key)?.dueTime ?? null;
  if (triggerTime === undefined) throw invalidInput({ path: "triggerTime", message: "required: an item counts hours" });
  return triggerTime;
}

/**
 * The count of an item, as a deadline has it.
 *
 * @throws as {@link chooseStartTime}
 */
export function describeCount(
  planned: PlannedItem,
  { serviceMethod, triggerTime }: Pick<NewChain, "serviceMethod" | "triggerTime">,
  dates: ReadonlyMap<string, { dueTime: string | null }>,
) {
  const { item, main, plan } = planned;
  const { offset, unit, direction, rollRule, startRule, nextWeekday, isExtendedByService } = main;
  return {
    offset,
    unit,
    direction,
    rollRule,
    startRule,
    nextWeekday,
    dueTime: item.dueTime,
    startTime: chooseStartTime(planned, triggerTime, dates),
    serviceMethod: isExtendedByService ? serviceMethod : null,
    serviceDays: null,
    countPlan: plan,
  };
}

/** What a template that is unverified, or old, adds to the warnings of its dates. */
export function listTemplateWarnings({ verification, asOf }: ChainTemplate, today: string): ChainWarnings {
  const warnings: ChainWarnings = verification === "verified" ? [] : ["unverified_rule"];
  if (isOlderThanAYear(asOf, today)) warnings.push("rule_older_than_a_year");
  return warnings;
}
