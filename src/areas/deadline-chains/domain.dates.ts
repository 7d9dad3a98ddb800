import { invalidInput, notFound } from "../../contract/errors/error-codes.ts";
import { readTimezone } from "../../platform/database/organization-day.ts";
import type { Context } from "../../rpc/context.ts";
import type { CourtCalendar } from "../deadlines/calculation/domain.record.ts";
import { isJurisdictionalType, requireParty } from "../deadlines/domain.create.ts";
import { determine, readTrigger, type TriggerColumns, type Zoned } from "../deadlines/domain.dates.ts";
import { openPlace } from "../deadlines/domain.records.ts";
import { classOf } from "../deadlines/enumerations.ts";
import { openBusinessDays, openCourtDays, openFederalDays } from "../organization/holiday-calendars/domain.ts";
import { requireCase } from "../cases/domain.ts";
import { DraftDeadline } from "./schema.drafts.ts";
import { findItemFault, sourceOf, type ChainPreview, type ChainTemplate, type NewChain } from "./schema.ts";

export type Place = Awaited<ReturnType<typeof openPlace>>;

/** The given calendar, else the firm's of the template's courts. @throws NOT_FOUND for a given one */
export function openChainCourt(context: Context, { jurisdiction }: Pick<ChainTemplate, "jurisdiction">, given: string | undefined): Promise<CourtCalendar> {
  if (given !== undefined) return openBusinessDays(context, given);
  return jurisdiction === "US" ? openFederalDays(context) : openCourtDays(context, jurisdiction);
}

/** The items that a request chooses, in the template's order. @throws VALIDATION_FAILED where one is missing, or one from which another is counted */
export function requireItems<Item extends { key: string; from: string }>({ items }: { items: readonly Item[] }, keys: NewChain["includeKeys"]): readonly Item[] {
  if (keys === undefined) return items;
  const chosen = items.filter(({ key }) => keys.includes(key));
  if (chosen.length < keys.length || findItemFault(chosen) !== null) throw invalidInput({ path: "includeKeys", message: "must name items of the template, with those from which they are counted" });
  return chosen;
}

/** A record decides the date where the request names one. @throws VALIDATION_FAILED where it is not of the template's source */
export function requireSource({ trigger: { source } }: ChainTemplate, trigger: NewChain["trigger"]): void {
  if (trigger !== undefined && trigger.source !== source) throw invalidInput({ path: "trigger.source", message: `must be the template’s, ${source}; leave trigger out for a date alone` });
}

/** What items that are counted from the trigger are counted from. */
export function describeTrigger({ trigger: { label } }: ChainTemplate, { trigger, triggerOn }: Pick<NewChain, "trigger" | "triggerOn">): TriggerColumns {
  return { triggerSource: trigger?.source ?? "manual", triggerRecordId: trigger?.recordId ?? null, triggerLabel: label, triggerOn };
}

/** What an item that is counted from another one is counted from. */
export const followItem = (title: string, triggerOn: string): TriggerColumns => ({ triggerSource: "manual", triggerRecordId: null, triggerLabel: title, triggerOn });

/** The service that adds days to an item. */
export const serviceOf = <Method>({ serviceDays }: { serviceDays: number }, serviceMethod: Method): Method | null => (serviceDays === 0 ? null : serviceMethod);

/** Requires the date of a trigger's record to be the given one. @param isLocked locks the record @throws NOT_FOUND, also for another case than that of the chain; VALIDATION_FAILED */
export async function requireTriggerDay(context: Context, caseId: string, place: Place, { source, recordId }: NonNullable<NewChain["trigger"]>, on: string, isLocked = true): Promise<void> {
  if (source === "incident" && recordId !== caseId) throw notFound("Case");
  await readTrigger(context, caseId, place, { source, on, ...(source === "service" && { recordId }) }, "triggerOn", isLocked);
}

/** What the dates of a preview depend on; what it names is not locked. @throws NOT_FOUND for a case or a party; VALIDATION_FAILED for another date than the record's */
async function readZone(context: Context, { caseId, trigger, triggerOn, adversePartyId }: ChainPreview): Promise<Zoned> {
  if (caseId === undefined) {
    if (trigger !== undefined || adversePartyId !== null) throw invalidInput({ path: "caseId", message: "required with trigger and adversePartyId" });
    return { caseState: null, timezone: await readTimezone(context) };
  }
  await requireCase(context, caseId);
  const place = await openPlace(context, caseId, false);
  await requireParty(context, caseId, adversePartyId, false);
  if (trigger !== undefined) await requireTriggerDay(context, caseId, place, trigger, triggerOn, false);
  return place;
}

/** The deadlines that a chain would make; nothing is stored. @throws NOT_FOUND; VALIDATION_FAILED */
export async function draftDeadlines(context: Context, template: ChainTemplate, given: ChainPreview): Promise<DraftDeadline[]> {
  requireSource(template, given.trigger);
  const items = requireItems(template, given.includeKeys);
  const zone = await readZone(context, given);
  const court = await openChainCourt(context, template, given.holidayCalendarId);
  const trigger = describeTrigger(template, given);
  const drafts = new Map<string, DraftDeadline>();
  for (const item of items) {
    const source = drafts.get(sourceOf(item) ?? "");
    const { triggerOn } = source === undefined ? trigger : followItem(source.title, source.dueOn);
    const { key: itemKey, type, title, citation, isJurisdictional, offset, unit, direction, rollRule } = item;
    const count = { offset, unit, direction, rollRule, serviceMethod: serviceOf(item, given.serviceMethod), observedHolidays: "conservative", triggerOn };
    const deadlineClass = classOf(type);
    const { columns, warnings } = determine({ ...count, deadlineClass, dueOn: null, dueTime: null, timeZone: null, accrualOn: null, limitation: null, tolling: [] }, zone, court);
    const calculation: unknown = JSON.parse(columns.calculation ?? "null");
    drafts.set(itemKey, DraftDeadline.parse({ itemKey, type, deadlineClass, title, citation, isJurisdictional: isJurisdictional || isJurisdictionalType(type), ...columns, calculation, warnings: [...warnOf(template), ...warnings] }));
  }
  return [...drafts.values()];
}

/** What an unverified template adds to the warnings of its dates. */
export const warnOf = ({ verification }: ChainTemplate): "unverified_rule"[] => (verification === "verified" ? [] : ["unverified_rule"]);
