import { Temporal } from "temporal-polyfill";
import { readToday } from "../../platform/database/organization-day.ts";
import { readPage, type Page, type PageQuery } from "../../platform/database/lists/cursor.ts";
import { createTurn } from "../../platform/event-loop-turn.ts";
import type { Context } from "../../rpc/context.ts";
import { redetermineDate, findChainedDeadlines } from "../deadlines/domain.chains.ts";
import { courtKey, getCourt } from "../deadlines/domain.courts.ts";
import { followsRecord } from "../deadlines/triggers/domain.ts";
import { countsHours, planItems, type PlannedItem } from "./domain.plan.ts";
import { getTemplate } from "./templates/domain.ts";
import { AffectedChain, type AffectedDeadline, type ChainTemplate } from "./schema.ts";
import { listActiveChains, type ChainPlace, type ChainRow } from "./store.ts";

type Deadlines = Awaited<ReturnType<typeof findChainedDeadlines>>;
type Deadline = Deadlines extends Map<string, infer Row> ? Row : never;
type Court = Awaited<ReturnType<typeof getCourt>>;
type PlacedChain = ChainRow & ChainPlace;

/**
 * The active chains of a template whose open deadlines its present text would date otherwise, newest first. Of each
 * page the chains whose dates stay are left out.
 *
 * @throws NOT_FOUND; VALIDATION_FAILED for a foreign cursor
 */
export async function listAffectedChains(
  context: Context,
  templateKey: string,
  query: PageQuery,
): Promise<{ affectedChains: AffectedChain[]; nextCursor: string | null }> {
  const template = await getTemplate(context, templateKey);
  const list = { organizationId: context.organizationId, name: `affected-chains ${templateKey}` };
  const { rows, nextCursor }: Page<PlacedChain> = await readPage(list, query, (page) =>
    listActiveChains(context, templateKey, page),
  );
  const deadlines = await findChainedDeadlines(
    context,
    rows.flatMap(({ deadlineIds }) => deadlineIds),
  );
  const courts = new Map<string, Court>();
  const today = await readToday(context);
  for (const chain of rows)
    for (const row of chain.deadlineIds.flatMap((id) => deadlines.get(id) ?? [])) {
      const name = nameCourtOf(chain, row);
      if (!courts.has(name)) courts.set(name, await getCourt(context, { ...pickPlace(chain), today }, row));
    }
  const affectedChains: AffectedChain[] = [];
  const turn = createTurn();
  for (const chain of rows) {
    await turn.end();
    const changed = compareChain(template, chain, { deadlines, courts });
    if (changed.length > 0) affectedChains.push(describeAffected(chain, changed));
  }
  return { affectedChains, nextCursor };
}

const pickPlace = ({ caseState, jurisdictionCounty, courtCalendarId }: ChainPlace): ChainPlace => ({
  caseState,
  jurisdictionCounty,
  courtCalendarId,
});

/** The name of a deadline's court, in its case: of one name they share what is read. */
const nameCourtOf = (chain: ChainPlace, deadline: Deadline) =>
  JSON.stringify([courtKey(deadline), Object.values(pickPlace(chain))]);

const describeAffected = (
  { id: chainId, caseId, case: ofCase, templateRevision: appliedRevision, triggerOn }: ChainRow,
  changes: AffectedDeadline[],
): AffectedChain => AffectedChain.parse({ chainId, caseId, case: ofCase, appliedRevision, triggerOn, changes });

interface Loaded {
  deadlines: Deadlines;
  courts: ReadonlyMap<string, Court>;
}

/** What the present text of a template would do to the open deadlines of a chain, in the order of its items. */
function compareChain(
  { items, triggers, trigger }: ChainTemplate,
  chain: PlacedChain,
  { deadlines, courts }: Loaded,
): AffectedDeadline[] {
  const dates = new Map(chain.otherTriggers.map(({ key, on }) => [key, on]));
  const given = {
    triggers: triggers.map((each) => ({ ...each, on: dates.get(each.key) ?? null })),
    facts: chain.facts,
    serviceMethod: chain.serviceMethod,
    triggerLabel: trigger.label,
  };
  const planned = new Map(planItems(items, given).planned.map((each) => [each.item.key, each]));
  const ofItems = new Map(
    chain.deadlineIds.flatMap((id) => deadlines.get(id) ?? []).map((row) => [row.itemKey ?? "", row]),
  );
  const found: AffectedDeadline[] = [];
  const newDates = new Map<string, Due>();
  const ordered = [
    ...items.map(({ key }) => key),
    ...[...ofItems.keys()].filter((key) => !items.some((item) => item.key === key)),
  ];
  for (const itemKey of ordered) {
    const before = ofItems.get(itemKey);
    const court = before === undefined ? undefined : courts.get(nameCourtOf(chain, before));
    if (before === undefined || court === undefined) continue;
    const ofItem = planned.get(itemKey);
    const made =
      ofItem === undefined || ofItem.item.isStep ? null : countDate(ofItem, before, { chain, newDates, court });
    const wouldBe = before.isOpen && !before.isOverridden ? made : before;
    const wouldBeOn = wouldBe?.dueOn ?? null;
    newDates.set(itemKey, wouldBe ?? before);
    if (wouldBeOn !== before.dueOn)
      found.push(describeChange(before, itemKey, ofItem?.item.title ?? before.title, wouldBeOn));
  }
  return found;
}

function describeChange(
  { id: deadlineId, dueOn }: Deadline,
  itemKey: string,
  title: string,
  wouldBeOn: string | null,
): AffectedDeadline {
  if (wouldBeOn === null) return { deadlineId, itemKey, title, dueOn, wouldBeOn, effect: "left_out", days: null };
  const days = Temporal.PlainDate.from(dueOn).until(wouldBeOn, { largestUnit: "days" }).days;
  return { deadlineId, itemKey, title, dueOn, wouldBeOn, effect: days < 0 ? "earlier" : "later", days };
}

type Due = Pick<Deadline, "dueOn" | "dueTime">;

interface Counting {
  chain: ChainRow;
  /** Of the deadlines before it, by their items’ keys. */
  newDates: ReadonlyMap<string, Due>;
  court: Court;
}

function countDate(planned: PlannedItem, before: Deadline, { chain, newDates, court }: Counting): Due {
  const { item, from, main, plan } = planned;
  const { offset, unit, direction, rollRule, startRule, nextWeekday, isExtendedByService } = main;
  const serviceMethod = isExtendedByService ? chain.serviceMethod : null;
  const ofTrigger = followsRecord(before) ? before.triggerOn : chain.triggerOn;
  const source = from.source === "item" ? newDates.get(from.key) : undefined;
  const ofItem = from.source === "item" ? (source?.dueOn ?? before.triggerOn) : ofTrigger;
  const triggerOn = from.source === "date" ? from.on : ofItem;
  const counted = {
    triggerOn,
    serviceMethod,
    offset,
    unit,
    direction,
    rollRule,
    startRule,
    nextWeekday,
    startTime: source !== undefined && countsHours(planned) ? source.dueTime : before.startTime,
    dueTime: item.dueTime,
    countPlan: plan,
  };
  // The zone is the deadline's own.
  return redetermineDate(before, counted, { caseState: null, timezone: before.timeZone }, court);
}
