import { invalidState } from "../../contract/errors/error-codes.ts";
import { createId } from "../../platform/database/ids.ts";
import type { Context } from "../../rpc/context.ts";
import { describeActor } from "../../rpc/principal.ts";
import type { Court } from "../deadlines/domain.courts.ts";
import { determineNewDate, type TriggerColumns } from "../deadlines/domain.dates.ts";
import { checkNoDuplicateLimitation } from "../deadlines/creation/domain.create.ts";
import {
  insertDeadline,
  isJurisdictionalType,
  nameAgainst,
  type DeadlineToInsert,
} from "../deadlines/creation/domain.insert.ts";
import { lockParentsForShareOrUpdate, type DeadlineParents } from "../deadlines/domain.locks.ts";
import { listPersonsWhoSetTrigger } from "../deadlines/triggers/domain.ts";
import { getChainRow, recordChainEvent, withDeadlines, type WithDeadlines } from "./domain.ts";
import {
  checkAnyDeadline,
  chooseItems,
  describeCount,
  describeGiven,
  findTrigger,
  getCourtOfChain,
  listTemplateWarnings,
} from "./domain.items.ts";
import { planItems, type PlannedItem } from "./domain.plan.ts";
import type { StoredChainItem } from "./domain.stored-items.ts";
import { getTemplate } from "./templates/domain.ts";
import { checkTriggerSource, describeTrigger, findTriggerTime, lockTriggerDayForShare } from "./domain.trigger.ts";
import type { ChainWarnings } from "./schema.drafts.ts";
import { findAnchors } from "./schema.items.ts";
import type { ChainTemplateItem, NewChain, SkippedItem } from "./schema.ts";
import { insertChain } from "./store.ts";

type Applied = WithDeadlines & { warnings: ChainWarnings; skipped: SkippedItem[] };

/**
 * Applies a template to a case: creates a chain with its deadlines.
 *
 * @throws NOT_FOUND for the case, the template, a party, a member or a calendar; VALIDATION_FAILED; DUPLICATE_ENTRY
 *   where the template is applied to the record already; INVALID_STATE_TRANSITION for an archived case, for a disabled
 *   template, and beyond 500 deadlines of a case
 */
export async function applyTemplate(context: Context, caseId: string, chain: NewChain): Promise<Applied> {
  const template = await getTemplate(context, chain.templateKey);
  if (template.verification === "disabled") throw invalidState("The firm has disabled this template");
  checkTriggerSource(template, chain.trigger);
  const items = chooseItems(template, chain.includeKeys);
  const given = describeGiven(template, chain);
  const { planned, skipped } = planItems(items, given);
  checkAnyDeadline(planned, skipped);

  const made = planned.filter(({ item }) => !item.isStep);
  const types = made.map(({ item }) => item.type);
  const parents = await lockParentsForShareOrUpdate(context, caseId, types, chain);
  const { matter } = parents;
  if (chain.trigger !== undefined)
    await lockTriggerDayForShare(context, { caseId, matter, trigger: chain.trigger, on: chain.triggerOn });
  const court = await getCourtOfChain(context, template, matter, chain.holidayCalendarId);
  const trigger = describeTrigger(template, chain);
  const triggerTime = await findTriggerTime(context, { ...chain, caseId }, trigger, matter);

  const chainId = createId("deadlineChain");
  const { triggerSource, triggerRecordId, triggerOn } = trigger;
  await insertChain(context, {
    id: chainId,
    caseId,
    templateKey: template.key,
    templateName: template.name,
    templateRevision: template.revision,
    triggerSource,
    triggerRecordId,
    triggerOn,
    serviceMethod: chain.serviceMethod,
    adversePartyId: chain.adversePartyId,
    holidayCalendarId: court.calendar.id,
    items: storeItems(items),
    otherTriggers: JSON.stringify(given.triggers),
    facts: JSON.stringify(given.facts),
    createdBy: JSON.stringify(describeActor(context.principal)),
  });
  const { serviceMethod } = chain;
  const dated = await insertDeadlines(context, parents, made, { chainId, court, trigger, triggerTime, serviceMethod });

  const row = await getChainRow(context, chainId);
  recordChainEvent(context, "deadline_chain.created", null, row);
  const warnings = new Set([...listTemplateWarnings(template, court.today), ...dated]);
  return { ...(await withDeadlines(context, row)), warnings: [...warnings], skipped };
}

/** Items as a chain stores them, each with what its date follows. */
const storeItems = (items: readonly ChainTemplateItem[]) => {
  const anchors = findAnchors(items);
  return JSON.stringify(
    items.map((item): StoredChainItem => ({ ...item, anchor: [...(anchors.get(item.key) ?? [])][0] ?? null })),
  );
};

/** What the deadlines of a chain share. */
interface ChainToInsert extends Pick<NewChain, "serviceMethod" | "triggerTime"> {
  chainId: string;
  court: Court;
  trigger: TriggerColumns;
}

/**
 * Inserts the deadlines of a chain in the order of its items: each is counted from the trigger, or from the date of one
 * before it.
 *
 * @returns what to check of them
 * @throws VALIDATION_FAILED; DUPLICATE_ENTRY
 */
async function insertDeadlines(
  context: Context,
  parents: DeadlineParents,
  planned: readonly PlannedItem[],
  { chainId, court, trigger: ofChain, ...chain }: ChainToInsert,
): Promise<ChainWarnings> {
  const inserted = new Map<string, Awaited<ReturnType<typeof insertDeadline>>>();
  const warnings: ChainWarnings = [];
  for (const each of planned) {
    const { key: itemKey, title, type, citation, isJurisdictional, warningDays } = each.item;
    const trigger = findTrigger(each, ofChain, inserted);
    const count = describeCount(each, chain, inserted);
    await checkNoDuplicateLimitation(context, parents, { type });
    const date = determineNewDate({ type, trigger, limitation: null, ...count }, parents.matter, court);
    const deadline: DeadlineToInsert = {
      type,
      title: nameAgainst(title, parents.adverseName),
      citation,
      isJurisdictional: isJurisdictional || isJurisdictionalType(type),
      warningDays: warningDays ?? undefined,
      source: "chain",
      chainId,
      itemKey,
      personsWhoSetBasis: await listPersonsWhoSetTrigger(context, trigger),
    };
    inserted.set(itemKey, await insertDeadline(context, parents, deadline, date));
    warnings.push(...date.warnings);
  }
  return warnings;
}
