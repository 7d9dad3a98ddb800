import { AppError, invalidInput, notFound } from "../../contract/errors/error-codes.ts";
import type { EventType } from "../../contract/events/event-types.ts";
import { isOlderThanAYear } from "../../contract/values/rule-age.ts";
import { requireExpected, staleRevision } from "../../contract/revision.ts";
import { createId } from "../../platform/database/ids.ts";
import { readTimezone } from "../../platform/database/organization-day.ts";
import { createTurn } from "../../platform/event-loop-turn.ts";
import { diffRecords, recordEvent, type Context, type RecordReference } from "../../rpc/context.ts";
import { describeActor } from "../../rpc/principal.ts";
import { lockCaseForUpdate, getLiveCase } from "../cases/domain.ts";
import {
  enterDeadline,
  isJurisdictionalType,
  nameAgainst,
  openEntry,
  requireParty,
} from "../deadlines/domain.create.ts";
import { cancelChained, lockDeadlinesOf } from "../deadlines/domain.chains.ts";
import { determine, findTimeZone, openService, type Court, type Zoned } from "../deadlines/domain.dates.ts";
import { openPlace } from "../deadlines/domain.records.ts";
import { readDeadlines } from "../deadlines/domain.ts";
import { findStartTime } from "../deadlines/domain.start-times.ts";
import { findTriggerStart, readTrigger, relateTrigger, type TriggerColumns } from "../deadlines/domain.triggers.ts";
import { classOf, isEventTrigger } from "../deadlines/enumerations.ts";
import { openDaysOf, type CourtOfCase } from "../organization/holiday-calendars/domain.courts.ts";
import { openBusinessDays } from "../organization/holiday-calendars/domain.ts";
import { countsHours, planItems, type Given, type PlannedItem } from "./domain.plan.ts";
import type { StoredChainItem } from "./domain.stored-items.ts";
import { getTemplate } from "./domain.templates.ts";
import { DraftDeadline, DraftStep, type ChainWarnings } from "./schema.drafts.ts";
import { findAnchors, findItemFault, sourcesOf } from "./schema.items.ts";
import {
  DeadlineChain,
  DeadlineChainInEvent,
  type AppliedTrigger,
  type ChainPreview,
  type ChainTemplate,
  type ChainTemplateItem,
  type NewChain,
  type SkippedItem,
} from "./schema.ts";
import { changeChain, findChain, insertChain, listChainRows, lockChain, type ChainRow } from "./store.ts";

function showChain({
  templateKey,
  templateName,
  templateRevision,
  triggerSource,
  triggerRecordId,
  triggerOn,
  otherTriggers: triggers,
  ...row
}: ChainRow): DeadlineChain {
  return DeadlineChain.parse({
    ...row,
    triggers,
    template: { key: templateKey, name: templateName, revision: templateRevision },
    trigger: { source: triggerSource, recordId: triggerRecordId, on: triggerOn },
  });
}

/** @throws NOT_FOUND, also in a deleted case */
async function readChain(context: Context, chainId: string): Promise<ChainRow> {
  const row = await findChain(context, chainId);
  if (row === undefined) throw notFound("Deadline chain");
  return row;
}

/**
 * The chains of a case, oldest first.
 *
 * @throws NOT_FOUND for the case
 */
export async function listChains(context: Context, caseId: string): Promise<DeadlineChain[]> {
  await getLiveCase(context, caseId);
  return (await listChainRows(context, caseId)).map(showChain);
}

const withDeadlines = async (context: Context, row: ChainRow) => ({
  deadlineChain: showChain(row),
  deadlines: await readDeadlines(context, row.deadlineIds),
});
type WithDeadlines = Awaited<ReturnType<typeof withDeadlines>>;

export async function getChain(context: Context, chainId: string): Promise<WithDeadlines> {
  return withDeadlines(context, await readChain(context, chainId));
}

type Related = Pick<
  ChainRow,
  "id" | "caseId" | "caseClientId" | "adversePartyId" | "triggerSource" | "triggerRecordId"
>;

export function relateChain({
  id,
  caseId,
  caseClientId,
  adversePartyId,
  triggerSource,
  triggerRecordId,
}: Related): RecordReference[] {
  const related = [
    { entity: "deadline_chain", id },
    { entity: "case", id: caseId },
    { entity: "client", id: caseClientId },
    ...relateTrigger(triggerSource, triggerRecordId),
  ];
  return adversePartyId === null ? related : [...related, { entity: "case_party", id: adversePartyId }];
}

export const describeChain = (row: ChainRow): DeadlineChainInEvent => DeadlineChainInEvent.parse(showChain(row));

function recordChainEvent(context: Context, eventType: EventType, before: ChainRow | null, after: ChainRow): void {
  const payload = describeChain(after);
  const diff = before === null ? {} : diffRecords(describeChain(before), payload);
  recordEvent(context, { eventType, entityId: after.id, payload, diff, relatedIds: relateChain(after) });
}

/**
 * Changes a locked chain, with its event.
 *
 * @returns it as it is now
 * @throws STALE_REVISION
 */
export async function changeChainRow(
  context: Context,
  eventType: EventType,
  before: ChainRow,
  columns: Parameters<typeof changeChain>[2],
): Promise<ChainRow> {
  if (!(await changeChain(context, before.id, columns))) throw staleRevision("chain");
  const after = await readChain(context, before.id);
  recordChainEvent(context, eventType, before, after);
  return after;
}

type Place = Awaited<ReturnType<typeof openPlace>>;

/**
 * The given calendar, else that of the template's courts, which the case may name.
 *
 * @throws NOT_FOUND for a given one
 */
async function openChainCourt(
  context: Context,
  { jurisdiction }: Pick<ChainTemplate, "jurisdiction">,
  of: CourtOfCase,
  given: string | undefined,
): Promise<Court> {
  const service = await openService(context, jurisdiction);
  return {
    ...(await (given === undefined ? openDaysOf(context, jurisdiction, of) : openBusinessDays(context, given))),
    ...service,
  };
}

/**
 * The items that a request chooses, in the template's order, with the steps before them.
 *
 * @throws VALIDATION_FAILED where one is missing, or one from which another is counted
 */
export function requireItems<
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
function readTriggerDates(
  { triggers }: Pick<ChainTemplate, "triggers">,
  dates: NewChain["triggerDates"],
): AppliedTrigger[] {
  const unknown = Object.keys(dates).find((each) => !triggers.some(({ key }) => key === each));
  if (unknown !== undefined)
    throw invalidInput({ path: `triggerDates.${unknown}`, message: "must be one of the template’s triggers" });
  return triggers.map((trigger) => ({ ...trigger, on: dates[trigger.key] ?? null }));
}

const describeGiven = (template: ChainTemplate, { triggerDates, facts, serviceMethod }: NewChain): Given => ({
  triggers: readTriggerDates(template, triggerDates),
  facts,
  serviceMethod,
  triggerLabel: template.trigger.label,
});

/**
 * A record decides the date where the request names one.
 *
 * @throws VALIDATION_FAILED where it is not of the template's source
 */
function requireSource({ trigger: { source } }: ChainTemplate, trigger: NewChain["trigger"]): void {
  if (trigger === undefined || trigger.source === source) return;
  // A template of another date is applied to an event, too.
  if (source === "manual" && isEventTrigger(trigger.source)) return;
  throw invalidInput({
    path: "trigger.source",
    message: `must be the template’s, ${source}; leave trigger out for a date alone`,
  });
}

/** What items that are counted from the trigger are counted from. */
function describeTrigger(
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
async function readTriggerTime(
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
function findTrigger(
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
function describeCount(
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

/** @throws VALIDATION_FAILED where nothing is left of a template */
function requireDeadlines(planned: readonly PlannedItem[], [first]: readonly SkippedItem[]): void {
  if (planned.some(({ item }) => !item.isStep)) return;
  if (first?.reason === "trigger_date_unknown")
    throw invalidInput({
      path: "triggerDates",
      message: `no item has a date: ${first.missing.join(", ")} is not known`,
    });
  throw invalidInput({ path: "facts", message: "exclude every item of the template" });
}

/**
 * A trigger of a request, and the day that it gives.
 *
 * @property isLocked locks the record
 * @property isFollowed whether a chain follows the record already
 */
interface NamedTrigger {
  trigger: NonNullable<NewChain["trigger"]>;
  on: string;
  isLocked?: boolean;
  isFollowed?: boolean;
}

/**
 * Requires the date of a trigger's record to be the given one.
 *
 * @throws NOT_FOUND, also for another case than that of the chain; VALIDATION_FAILED
 */
export async function requireTriggerDay(
  context: Context,
  caseId: string,
  place: Place,
  { trigger: { source, recordId }, on, isLocked = true, isFollowed = false }: NamedTrigger,
): Promise<void> {
  if (source === "incident" && recordId !== caseId) throw notFound("Case");
  await readTrigger(
    context,
    { source, on, ...(source !== "incident" && { recordId }) },
    { caseId, place, dayPath: "triggerOn", isLocked, isFollowed },
  );
}

/**
 * What the dates of a preview depend on; what it names is not locked.
 *
 * @throws NOT_FOUND for a case or a party; VALIDATION_FAILED for another date than the record's
 */
async function readZone(
  context: Context,
  { caseId, trigger, triggerOn, adversePartyId }: ChainPreview,
): Promise<Zoned & CourtOfCase> {
  if (caseId === undefined) {
    if (trigger !== undefined || adversePartyId !== null)
      throw invalidInput({ path: "caseId", message: "required with trigger and adversePartyId" });
    return { caseState: null, timezone: await readTimezone(context) };
  }
  await getLiveCase(context, caseId);
  const place = await openPlace(context, caseId, false);
  await requireParty(context, caseId, adversePartyId, false);
  if (trigger !== undefined)
    await requireTriggerDay(context, caseId, place, { trigger, on: triggerOn, isLocked: false });
  return place;
}

/** What a template that is unverified, or old, adds to the warnings of its dates. */
function warnOf({ verification, asOf }: ChainTemplate, today: string): ChainWarnings {
  const warnings: ChainWarnings = verification === "verified" ? [] : ["unverified_rule"];
  if (isOlderThanAYear(asOf, today)) warnings.push("rule_older_than_a_year");
  return warnings;
}

interface Preview {
  deadlines: DraftDeadline[];
  steps: DraftStep[];
  skipped: SkippedItem[];
}

/**
 * The deadlines that a template would make; nothing is stored.
 *
 * @throws NOT_FOUND for the template, a case, a party or a calendar; VALIDATION_FAILED
 */
export async function previewChain(context: Context, given: ChainPreview): Promise<Preview> {
  const template = await getTemplate(context, given.templateKey);
  requireSource(template, given.trigger);
  const items = requireItems(template, given.includeKeys);
  const zone = await readZone(context, given);
  const court = await openChainCourt(context, template, zone, given.holidayCalendarId);
  const trigger = describeTrigger(template, given);
  const triggerTime = await readTriggerTime(context, given, trigger, zone);
  const { planned, skipped } = planItems(items, describeGiven(template, given));
  const drafts = new Map<string, DraftDeadline>();
  const steps: DraftStep[] = [];
  const turn = createTurn();
  for (const each of planned) {
    await turn.end();
    const { key: itemKey, type, title, citation, isJurisdictional, isStep } = each.item;
    const count = {
      ...describeCount(each, { ...given, triggerTime }, drafts),
      serviceRule: null,
      observedHolidays: "conservative" as const,
      triggerOn: findTrigger(each, trigger, drafts).triggerOn,
    };
    const deadlineClass = classOf(type);
    const { columns, warnings } = determine(
      { ...count, deadlineClass, dueOn: null, timeZone: null, accrualOn: null, limitation: null, tolling: [] },
      zone,
      court,
    );
    const calculation: unknown = JSON.parse(columns.calculation ?? "null");
    const draft = {
      itemKey,
      type,
      deadlineClass,
      title,
      citation,
      isJurisdictional: isJurisdictional || isJurisdictionalType(type),
      ...columns,
      calculation,
      warnings: [...new Set([...warnOf(template, court.today), ...warnings])],
    };
    if (isStep) steps.push(DraftStep.parse({ ...draft, on: columns.dueOn }));
    else drafts.set(itemKey, DraftDeadline.parse(draft));
  }
  return { deadlines: [...drafts.values()], steps, skipped };
}

type Applied = WithDeadlines & { warnings: ChainWarnings; skipped: SkippedItem[] };

/** Items as a chain stores them, each with what its date follows. */
const storeItems = (items: readonly ChainTemplateItem[]) => {
  const anchors = findAnchors(items);
  return JSON.stringify(
    items.map((item): StoredChainItem => ({ ...item, anchor: [...(anchors.get(item.key) ?? [])][0] ?? null })),
  );
};

/**
 * Records the deadlines of a template.
 *
 * @throws NOT_FOUND for the case, the template, a party, a member or a calendar; VALIDATION_FAILED; DUPLICATE_ENTRY
 *   where the template is applied to the record already; INVALID_STATE_TRANSITION for an archived case, for a disabled
 *   template, and beyond 500 deadlines of a case
 */
export async function applyTemplate(context: Context, caseId: string, given: NewChain): Promise<Applied> {
  const template = await getTemplate(context, given.templateKey);
  if (template.verification === "disabled")
    throw new AppError("INVALID_STATE_TRANSITION", "The firm has disabled this template");
  requireSource(template, given.trigger);
  const items = requireItems(template, given.includeKeys);
  const known = describeGiven(template, given);
  const { planned, skipped } = planItems(items, known);
  requireDeadlines(planned, skipped);
  const made = planned.filter(({ item }) => !item.isStep);
  const entry = await openEntry(
    context,
    caseId,
    made.map(({ item }) => item.type),
    given,
  );
  if (given.trigger !== undefined)
    await requireTriggerDay(context, caseId, entry.place, { trigger: given.trigger, on: given.triggerOn });
  const court = await openChainCourt(context, template, entry.place, given.holidayCalendarId);
  const chainId = createId("deadlineChain");
  const trigger = describeTrigger(template, given);
  const { triggerLabel: _label, ...ofTrigger } = trigger;
  const triggerTime = await readTriggerTime(context, { ...given, caseId }, trigger, entry.place);
  await insertChain(context, {
    id: chainId,
    caseId,
    templateKey: template.key,
    templateName: template.name,
    templateRevision: template.revision,
    ...ofTrigger,
    serviceMethod: given.serviceMethod,
    adversePartyId: given.adversePartyId,
    holidayCalendarId: court.calendar.id,
    items: storeItems(items),
    otherTriggers: JSON.stringify(known.triggers),
    facts: JSON.stringify(known.facts),
    createdBy: JSON.stringify(describeActor(context.principal)),
  });
  const entered = new Map<string, Awaited<ReturnType<typeof enterDeadline>>["row"]>();
  const warnings = new Set<ChainWarnings[number]>(warnOf(template, court.today));
  for (const each of made) {
    const { key: itemKey, title, type, citation, isJurisdictional, warningDays } = each.item;
    const { row, warnings: ofRow } = await enterDeadline(context, entry, court, {
      type,
      citation,
      ...describeCount(each, { ...given, triggerTime }, entered),
      isJurisdictional: isJurisdictional || isJurisdictionalType(type),
      warningDays: warningDays ?? undefined,
      title: nameAgainst(title, entry.adverseName),
      source: "chain",
      chainId,
      itemKey,
      trigger: findTrigger(each, trigger, entered),
    });
    entered.set(itemKey, row);
    for (const warning of ofRow) warnings.add(warning);
  }
  const row = await readChain(context, chainId);
  recordChainEvent(context, "deadline_chain.created", null, row);
  return { ...(await withDeadlines(context, row)), warnings: [...warnings], skipped };
}

/**
 * Lock order as of deadlines: case; organization; party; deadlines by ID; chain.
 *
 * Locks the case of a chain, open to changes, its deadlines and the chain.
 *
 * @throws NOT_FOUND; STALE_REVISION; INVALID_STATE_TRANSITION for an archived case, and for a canceled chain
 */
export async function openChain(
  context: Context,
  chainId: string,
  lockTrigger: (found: ChainRow, place: Place) => Promise<void>,
) {
  const found = await readChain(context, chainId);
  await lockCaseForUpdate(context, found.caseId);
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

/**
 * Cancels a chain with its open deadlines; what was missed or done stays.
 *
 * @throws as {@link openChain}
 */
export async function cancelChain(context: Context, chainId: string, reason: string): Promise<WithDeadlines> {
  const { chain, deadlines, place } = await openChain(context, chainId, () => Promise.resolve());
  for (const deadline of deadlines.values())
    if (deadline.status === "open") await cancelChained(withoutMatch(context), place, deadline, reason);
  return withDeadlines(
    context,
    await changeChainRow(context, "deadline_chain.cancelled", chain, { status: "cancelled" }),
  );
}
