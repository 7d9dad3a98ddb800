import { invalidInput, notFound } from "../../contract/errors/error-codes.ts";
import type { Context } from "../../rpc/context.ts";
import type { CourtCalendar } from "../deadlines/calculation/domain.record.ts";
import { isJurisdictionalType } from "../deadlines/domain.create.ts";
import { determine, requireRecorded, type TriggerColumns } from "../deadlines/domain.dates.ts";
import { classOf } from "../deadlines/enumerations.ts";
import { openBusinessDays, openCourtDays, openFederalDays } from "../organization/holiday-calendars/domain.ts";
import { requireCase } from "../cases/domain.ts";
import { chooseItems, sourceOf } from "./domain.items.ts";
import { DraftDeadline } from "./schema.drafts.ts";
import type { ChainPreview, ChainTemplate, ChainTemplateItem, NewChain } from "./schema.ts";
import { findStanding, type Standing } from "./store.ts";

/** The given calendar, else the firm's of the template's courts. @throws NOT_FOUND for a given one */
export function openChainCourt(context: Context, { jurisdiction }: Pick<ChainTemplate, "jurisdiction">, given: string | undefined): Promise<CourtCalendar> {
  if (given !== undefined) return openBusinessDays(context, given);
  return jurisdiction === "US" ? openFederalDays(context) : openCourtDays(context, jurisdiction);
}

/** The items that a request chooses. @throws VALIDATION_FAILED */
export function requireItems({ items }: ChainTemplate, includeKeys: NewChain["includeKeys"]): ChainTemplateItem[] {
  const chosen = chooseItems(items, includeKeys);
  if (chosen === null) throw invalidInput({ path: "includeKeys", message: "must name items of the template, with those from which they are counted" });
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

/** Reads what a preview names, without a lock. @throws NOT_FOUND for a case or a party; VALIDATION_FAILED for another date than the record's */
async function readStanding(context: Context, { caseId: given, trigger, triggerOn, adversePartyId }: ChainPreview): Promise<Standing> {
  const caseId = given ?? null;
  if (caseId !== null) await requireCase(context, caseId);
  else if (trigger !== undefined || adversePartyId !== null) throw invalidInput({ path: "caseId", message: "required with trigger and adversePartyId" });
  const standing = await findStanding(context, caseId, trigger?.source === "service" ? trigger.recordId : null, adversePartyId);
  if (adversePartyId !== null && !standing.isAdverse) throw notFound("Party");
  if (trigger?.source === "service") {
    if (!standing.isParty) throw notFound("Party");
    requireRecorded("servedOn of the party", standing.servedOn, triggerOn, "triggerOn");
  }
  if (trigger?.source === "incident") {
    requireCaseItself(caseId, trigger.recordId);
    requireRecorded("dateOfIncident of the case", standing.dateOfIncident, triggerOn, "triggerOn");
  }
  return standing;
}

/** @throws NOT_FOUND for another case than that of the chain */
export function requireCaseItself(caseId: string | null, recordId: string): void {
  if (recordId !== caseId) throw notFound("Case");
}

/** The deadlines that a chain would make; nothing is stored. @throws NOT_FOUND; VALIDATION_FAILED */
export async function draftDeadlines(context: Context, template: ChainTemplate, given: ChainPreview): Promise<DraftDeadline[]> {
  requireSource(template, given.trigger);
  const items = requireItems(template, given.includeKeys);
  const { caseState, timezone } = await readStanding(context, given);
  const court = await openChainCourt(context, template, given.holidayCalendarId);
  const trigger = describeTrigger(template, given);
  const drafts = new Map<string, DraftDeadline>();
  for (const item of items) {
    const source = drafts.get(sourceOf(item) ?? "");
    const { triggerOn } = source === undefined ? trigger : followItem(source.title, source.dueOn);
    const { key: itemKey, type, title, citation, isJurisdictional, offset, unit, direction, rollRule } = item;
    const count = { offset, unit, direction, rollRule, serviceMethod: serviceOf(item, given.serviceMethod), observedHolidays: "conservative", triggerOn };
    const deadlineClass = classOf(type);
    const { columns, warnings } = determine({ ...count, deadlineClass, dueOn: null, dueTime: null, timeZone: null, accrualOn: null, limitation: null, tolling: [] }, { caseState, timezone }, court);
    const calculation: unknown = JSON.parse(columns.calculation ?? "null");
    drafts.set(itemKey, DraftDeadline.parse({ itemKey, type, deadlineClass, title, citation, isJurisdictional: isJurisdictional || isJurisdictionalType(type), ...columns, calculation, warnings: [...warnOf(template), ...warnings] }));
  }
  return [...drafts.values()];
}

/** What an unverified template adds to the warnings of its dates. */
export const warnOf = ({ verification }: ChainTemplate): "unverified_rule"[] => (verification === "verified" ? [] : ["unverified_rule"]);
