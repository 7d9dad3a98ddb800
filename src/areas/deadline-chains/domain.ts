import { AppError, invalidInput, notFound } from "../../contract/errors/error-codes.ts";
import type { EventType } from "../../contract/events/event-types.ts";
import { requireExpected, staleRevision } from "../../contract/revision.ts";
import { createId } from "../../platform/database/ids.ts";
import { readTimezone } from "../../platform/database/organization-day.ts";
import { createTurn } from "../../platform/event-loop-turn.ts";
import { diffRecords, recordEvent, type Context, type RecordReference } from "../../rpc/context.ts";
import { describeActor } from "../../rpc/principal.ts";
import { lockCaseForChange, requireCase } from "../cases/domain.ts";
import { enterDeadline, isJurisdictionalType, nameAgainst, openEntry, requireParty } from "../deadlines/domain.create.ts";
import { cancelChained, lockDeadlinesOf } from "../deadlines/domain.chains.ts";
import { determine, openService, plainCount, type Court, type Zoned } from "../deadlines/domain.dates.ts";
import { openPlace } from "../deadlines/domain.records.ts";
import { readDeadlines } from "../deadlines/domain.ts";
import { readTrigger, relateTrigger, type TriggerColumns } from "../deadlines/domain.triggers.ts";
import { classOf, isEventTrigger } from "../deadlines/enumerations.ts";
import { openBusinessDays, openCourtDays, openFederalDays } from "../organization/holiday-calendars/domain.ts";
import { getTemplate } from "./domain.templates.ts";
import { DraftDeadline, type ChainWarnings } from "./schema.drafts.ts";
import { DeadlineChain, DeadlineChainInEvent, findItemFault, sourceOf, type ChainPreview, type ChainTemplate, type NewChain } from "./schema.ts";
import { changeChain, findChain, insertChain, listChainRows, lockChain, type ChainRow } from "./store.ts";

function showChain({ templateKey, templateName, templateRevision, triggerSource, triggerRecordId, triggerOn, ...row }: ChainRow): DeadlineChain {
  return DeadlineChain.parse({ ...row, template: { key: templateKey, name: templateName, revision: templateRevision }, trigger: { source: triggerSource, recordId: triggerRecordId, on: triggerOn } });
}

/** @throws NOT_FOUND, also in a deleted case */
async function readChain(context: Context, chainId: string): Promise<ChainRow> {
  const row = await findChain(context, chainId);
  if (row === undefined) throw notFound("Deadline chain");
  return row;
}

/** The chains of a case, oldest first. @throws NOT_FOUND for the case */
export async function listChains(context: Context, caseId: string): Promise<DeadlineChain[]> {
  await requireCase(context, caseId);
  return (await listChainRows(context, caseId)).map(showChain);
}

const withDeadlines = async (context: Context, row: ChainRow) => ({ deadlineChain: showChain(row), deadlines: await readDeadlines(context, row.deadlineIds) });
type WithDeadlines = Awaited<ReturnType<typeof withDeadlines>>;

export async function getChain(context: Context, chainId: string): Promise<WithDeadlines> {
  return withDeadlines(context, await readChain(context, chainId));
}

type Related = Pick<ChainRow, "id" | "caseId" | "caseClientId" | "adversePartyId" | "triggerSource" | "triggerRecordId">;

export function relateChain({ id, caseId, caseClientId, adversePartyId, triggerSource, triggerRecordId }: Related): RecordReference[] {
  const related = [{ entity: "deadline_chain", id }, { entity: "case", id: caseId }, { entity: "client", id: caseClientId }, ...relateTrigger(triggerSource, triggerRecordId)];
  return adversePartyId === null ? related : [...related, { entity: "case_party", id: adversePartyId }];
}

export const describeChain = (row: ChainRow): DeadlineChainInEvent => DeadlineChainInEvent.parse(showChain(row));

function recordChainEvent(context: Context, eventType: EventType, before: ChainRow | null, after: ChainRow): void {
  const payload = describeChain(after);
  const diff = before === null ? {} : diffRecords(describeChain(before), payload);
  recordEvent(context, { eventType, entityId: after.id, payload, diff, relatedIds: relateChain(after) });
}

/** Changes a locked chain, with its event. @returns it as it is now @throws STALE_REVISION */
export async function changeChainRow(context: Context, eventType: EventType, before: ChainRow, columns: Parameters<typeof changeChain>[2]): Promise<ChainRow> {
  if (!(await changeChain(context, before.id, columns))) throw staleRevision("chain");
  const after = await readChain(context, before.id);
  recordChainEvent(context, eventType, before, after);
  return after;
}

type Place = Awaited<ReturnType<typeof openPlace>>;

/** The given calendar, else the firm's of the template's courts. @throws NOT_FOUND for a given one */
async function openChainCourt(context: Context, { jurisdiction }: Pick<ChainTemplate, "jurisdiction">, given: string | undefined): Promise<Court> {
  const service = await openService(context, jurisdiction);
  if (given !== undefined) return { ...(await openBusinessDays(context, given)), ...service };
  return { ...(await (jurisdiction === "US" ? openFederalDays(context) : openCourtDays(context, jurisdiction))), ...service };
}

/** The items that a request chooses, in the template's order. @throws VALIDATION_FAILED where one is missing, or one from which another is counted */
export function requireItems<Item extends { key: string; from: string }>({ items }: { items: readonly Item[] }, keys: NewChain["includeKeys"]): readonly Item[] {
  if (keys === undefined) return items;
  const chosen = items.filter(({ key }) => keys.includes(key));
  if (chosen.length < keys.length || findItemFault(chosen) !== null) throw invalidInput({ path: "includeKeys", message: "must name items of the template, with those from which they are counted" });
  return chosen;
}

/** A record decides the date where the request names one. @throws VALIDATION_FAILED where it is not of the template's source */
function requireSource({ trigger: { source } }: ChainTemplate, trigger: NewChain["trigger"]): void {
  if (trigger === undefined || trigger.source === source) return;
  // A template of another date is applied to an event, too.
  if (source === "manual" && isEventTrigger(trigger.source)) return;
  throw invalidInput({ path: "trigger.source", message: `must be the template’s, ${source}; leave trigger out for a date alone` });
}

/** What items that are counted from the trigger are counted from. */
function describeTrigger({ trigger: { label } }: ChainTemplate, { trigger, triggerOn }: Pick<NewChain, "trigger" | "triggerOn">): TriggerColumns {
  return { triggerSource: trigger?.source ?? "manual", triggerRecordId: trigger?.recordId ?? null, triggerLabel: label, triggerOn };
}

/** What an item that is counted from another one is counted from. */
const followItem = (title: string, triggerOn: string): TriggerColumns => ({ triggerSource: "manual", triggerRecordId: null, triggerLabel: title, triggerOn });

/** The service that adds days to an item. */
export const serviceOf = <Method>({ serviceDays }: { serviceDays: number }, serviceMethod: Method): Method | null => (serviceDays === 0 ? null : serviceMethod);

/** Requires the date of a trigger's record to be the given one. @param isLocked locks the record @throws NOT_FOUND, also for another case than that of the chain; VALIDATION_FAILED */
export async function requireTriggerDay(context: Context, caseId: string, place: Place, { source, recordId }: NonNullable<NewChain["trigger"]>, on: string, isLocked = true): Promise<void> {
  if (source === "incident" && recordId !== caseId) throw notFound("Case");
  await readTrigger(context, { source, on, ...(source !== "incident" && { recordId }) }, { caseId, place, dayPath: "triggerOn", isLocked });
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

/** What an unverified template adds to the warnings of its dates. */
const warnOf = ({ verification }: ChainTemplate): "unverified_rule"[] => (verification === "verified" ? [] : ["unverified_rule"]);

/** The deadlines that a template would make; nothing is stored. @throws NOT_FOUND for the template, a case, a party or a calendar; VALIDATION_FAILED */
export async function previewChain(context: Context, given: ChainPreview): Promise<{ deadlines: DraftDeadline[] }> {
  const template = await getTemplate(context, given.templateKey);
  requireSource(template, given.trigger);
  const items = requireItems(template, given.includeKeys);
  const zone = await readZone(context, given);
  const court = await openChainCourt(context, template, given.holidayCalendarId);
  const trigger = describeTrigger(template, given);
  const drafts = new Map<string, DraftDeadline>();
  const turn = createTurn();
  for (const item of items) {
    await turn.end();
    const source = drafts.get(sourceOf(item) ?? "");
    const { triggerOn } = source === undefined ? trigger : followItem(source.title, source.dueOn);
    const { key: itemKey, type, title, citation, isJurisdictional, offset, unit, direction, rollRule } = item;
    const count = { offset, unit, direction, rollRule, serviceMethod: serviceOf(item, given.serviceMethod), observedHolidays: "conservative", triggerOn, ...plainCount } as const;
    const deadlineClass = classOf(type);
    const { columns, warnings } = determine({ ...count, deadlineClass, dueOn: null, dueTime: null, timeZone: null, accrualOn: null, limitation: null, tolling: [] }, zone, court);
    const calculation: unknown = JSON.parse(columns.calculation ?? "null");
    drafts.set(itemKey, DraftDeadline.parse({ itemKey, type, deadlineClass, title, citation, isJurisdictional: isJurisdictional || isJurisdictionalType(type), ...columns, calculation, warnings: [...warnOf(template), ...warnings] }));
  }
  return { deadlines: [...drafts.values()] };
}

/**
 * Records the deadlines of a template.
 * @throws NOT_FOUND for the case, the template, a party, a member or a calendar; VALIDATION_FAILED; DUPLICATE_ENTRY where the template is applied to the record
 * already; INVALID_STATE_TRANSITION for an archived case, for a disabled template, and beyond 500 deadlines of a case
 */
export async function applyTemplate(context: Context, caseId: string, given: NewChain): Promise<WithDeadlines & { warnings: ChainWarnings }> {
  const template = await getTemplate(context, given.templateKey);
  if (template.verification === "disabled") throw new AppError("INVALID_STATE_TRANSITION", "The firm has disabled this template");
  requireSource(template, given.trigger);
  const items = requireItems(template, given.includeKeys);
  const entry = await openEntry(context, caseId, items.map(({ type }) => type), given);
  if (given.trigger !== undefined) await requireTriggerDay(context, caseId, entry.place, given.trigger, given.triggerOn);
  const court = await openChainCourt(context, template, given.holidayCalendarId);
  const chainId = createId("deadlineChain");
  const trigger = describeTrigger(template, given);
  const { triggerLabel: _label, ...ofTrigger } = trigger;
  await insertChain(context, {
    id: chainId, caseId, templateKey: template.key, templateName: template.name, templateRevision: template.revision, ...ofTrigger, serviceMethod: given.serviceMethod, adversePartyId: given.adversePartyId,
    holidayCalendarId: court.calendar.id, items: JSON.stringify(items.map(({ key, from, serviceDays }) => ({ key, from, serviceDays }))), createdBy: JSON.stringify(describeActor(context.principal)),
  });
  const entered = new Map<string, Awaited<ReturnType<typeof enterDeadline>>["row"]>();
  const warnings = new Set<ChainWarnings[number]>(warnOf(template));
  for (const item of items) {
    const { key: itemKey, title, type, isJurisdictional, warningDays } = item;
    const source = entered.get(sourceOf(item) ?? "");
    const made = await enterDeadline(context, entry, court, {
      ...item, isJurisdictional: isJurisdictional || isJurisdictionalType(type), warningDays: warningDays ?? undefined, title: nameAgainst(title, entry.adverseName), source: "chain", chainId, itemKey, serviceMethod: serviceOf(item, given.serviceMethod), serviceDays: null,
      trigger: source === undefined ? trigger : followItem(source.title, source.dueOn),
    });
    entered.set(itemKey, made.row);
    for (const warning of made.warnings) warnings.add(warning);
  }
  const row = await readChain(context, chainId);
  recordChainEvent(context, "deadline_chain.created", null, row);
  return { ...(await withDeadlines(context, row)), warnings: [...warnings] };
}

/**
 * Lock order as of deadlines: case; organization; party; deadlines by ID; chain.
 *
 * Locks the case of a chain, open to changes, its deadlines and the chain.
 * @throws NOT_FOUND; STALE_REVISION; INVALID_STATE_TRANSITION for an archived case, and for a cancelled chain
 */
export async function openChain(context: Context, chainId: string, lockTrigger: (found: ChainRow, place: Place) => Promise<void>) {
  const found = await readChain(context, chainId);
  await lockCaseForChange(context, found.caseId);
  const place = await openPlace(context, found.caseId);
  await lockTrigger(found, place);
  const deadlines = await lockDeadlinesOf(context, chainId);
  const chain = await lockChain(context, chainId);
  if (chain === undefined) throw notFound("Deadline chain");
  requireExpected(context.expectedRevisions, "chain", chain.revision);
  if (chain.status === "cancelled") throw new AppError("INVALID_STATE_TRANSITION", "The chain is cancelled");
  return { chain, deadlines, place };
}

/** If-Match names the chain, not its deadlines. */
export const withoutMatch = (context: Context): Context => ({ ...context, expectedRevisions: null });

/** Cancels a chain with its open deadlines; what was missed or done stays. @throws as {@link openChain} */
export async function cancelChain(context: Context, chainId: string, reason: string): Promise<WithDeadlines> {
  const { chain, deadlines, place } = await openChain(context, chainId, () => Promise.resolve());
  for (const deadline of deadlines.values()) if (deadline.status === "open") await cancelChained(withoutMatch(context), place, deadline, reason);
  return withDeadlines(context, await changeChainRow(context, "deadline_chain.cancelled", chain, { status: "cancelled" }));
}
