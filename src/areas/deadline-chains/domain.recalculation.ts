import { isDeepStrictEqual } from "node:util";
import { invalidInput } from "../../contract/errors/error-codes.ts";
import { staleRevision } from "../../contract/revision.ts";
import { recordAuditEntry, withoutIfMatch, type Context } from "../../rpc/context.ts";
import type { CountPlan } from "../deadlines/calculation/domain.plan.ts";
import {
  redetermineDate,
  isReopening,
  moveChained,
  type Counted,
  type Determined,
} from "../deadlines/domain.chains.ts";
import { courtKey, getCourt } from "../deadlines/domain.courts.ts";
import { followsRecord } from "../deadlines/triggers/domain.ts";
import { listPersons } from "../service-accounts/makers/domain.persons.ts";
import { countsHours, planItems, type Given, type PlannedItem } from "./domain.plan.ts";
import { isComplete, type OldChainItem } from "./domain.stored-items.ts";
import { lockChainWithDeadlinesForUpdate } from "./domain.locks.ts";
import { changeChainRow, relateChain } from "./domain.ts";
import { lockTriggerDayForShare } from "./domain.trigger.ts";
import { sourceOf } from "./schema.items.ts";
import type { ChainRecalculation, ChainTemplateItem, Move } from "./schema.ts";
import type { ChainRow } from "./store.ts";

type Opened = Awaited<ReturnType<typeof lockChainWithDeadlinesForUpdate>>;
type Deadline = Opened["deadlines"] extends Map<string, infer Row> ? Row : never;

interface Planned extends Move {
  before: Deadline;
  /** Null for what stays. */
  to: { columns: Determined; counted: Counted } | null;
}

/**
 * What a new trigger date, or another service, does to the deadlines of a chain; with `commit` it is done.
 *
 * @throws NOT_FOUND; VALIDATION_FAILED for another date than that of the record that the chain follows; STALE_REVISION
 *   where `expected` is not what would move; INVALID_STATE_TRANSITION for an archived case, and for a canceled chain
 */
export async function recalculateChain(
  context: Context,
  chainId: string,
  { triggerOn, serviceMethod, triggerDates, facts, reason, commit, expected }: ChainRecalculation,
): Promise<{ changes: Move[] }> {
  const { chain, deadlines, matter } = await lockChainWithDeadlinesForUpdate(
    context,
    chainId,
    async ({ caseId, triggerSource: source, triggerRecordId: recordId }, at) => {
      if (recordId === null) return;
      const trigger = { source, recordId };
      await lockTriggerDayForShare(context, { caseId, matter: at, trigger, on: triggerOn, isFollowed: true });
    },
  );
  const known = { triggers: changeTriggerDates(chain, triggerDates), facts: { ...chain.facts, ...facts } };
  const planned = await planMoves(context, { chain, deadlines, matter }, { ...known, triggerOn, serviceMethod });
  const changes = planned.map(({ deadlineId, itemKey, fromOn, toOn, action }) => ({
    deadlineId,
    itemKey,
    fromOn,
    toOn,
    action,
  }));
  if (!commit) {
    recordAuditEntry(context, { entity: "deadline_chain", id: chainId }, relateChain(chain).slice(1));
    return { changes };
  }
  checkExpectedMoves(planned, expected);
  const persons = await listPersons(context);
  for (const { before, to } of planned)
    if (to !== null) await moveChained(withoutIfMatch(context), matter, before, { ...to, reason, persons });
  await changeChainRow(context, "deadline_chain.recalculated", chain, {
    triggerOn,
    otherTriggers: JSON.stringify(known.triggers),
    facts: JSON.stringify(known.facts),
    ...(serviceMethod !== undefined && { serviceMethod }),
  });
  return { changes };
}

function checkExpectedMoves(planned: readonly Planned[], expected: ChainRecalculation["expected"]): void {
  const moving = planned.flatMap(({ deadlineId, toOn, to }) => (to === null ? [] : [`${deadlineId} ${toOn}`]));
  const wanted = expected.map(({ deadlineId, dueOn }) => `${deadlineId} ${dueOn}`);
  if (moving.toSorted().join() !== wanted.toSorted().join()) throw staleRevision("chain");
}

/** @throws VALIDATION_FAILED for a key that is not the chain's */
function changeTriggerDates(
  { otherTriggers }: ChainRow,
  dates: ChainRecalculation["triggerDates"] = {},
): ChainRow["otherTriggers"] {
  const unknown = Object.keys(dates).find((each) => !otherTriggers.some(({ key }) => key === each));
  if (unknown !== undefined)
    throw invalidInput({ path: `triggerDates.${unknown}`, message: "must be one of the chain’s triggers" });
  return otherTriggers.map((trigger) => ({
    ...trigger,
    on: dates[trigger.key] === undefined ? trigger.on : (dates[trigger.key] ?? null),
  }));
}

interface Known extends Pick<Given, "triggers" | "facts"> {
  triggerOn: string;
  /** Undefined where each deadline keeps its own. */
  serviceMethod: Counted["serviceMethod"] | undefined;
}

/** What happened on the day of the trigger, as the deadlines say that are counted from it. */
function findTriggerLabel({ items, otherTriggers }: ChainRow, deadlines: Opened["deadlines"]): string {
  const others = new Set(otherTriggers.map(({ label }) => label));
  const ofItems = items.map(({ key }) => deadlines.get(key)).filter((row) => row !== undefined);
  const titles = new Set(ofItems.map(({ title }) => title));
  return (
    ofItems
      .map(({ triggerLabel }) => triggerLabel ?? "")
      .find((label) => label !== "" && !others.has(label) && !titles.has(label)) ?? "Trigger"
  );
}

/** What each item of a chain is counted from by now; empty for old chains, whose deadlines alone know that. */
function planChain(
  { chain, deadlines }: Pick<Opened, "chain" | "deadlines">,
  { triggers, facts, serviceMethod }: Known,
): Map<string, PlannedItem> {
  const { items } = chain;
  if (!items.every(isComplete)) return new Map();
  const served = serviceMethod === undefined ? chain.serviceMethod : serviceMethod;
  const given = { triggers, facts, serviceMethod: served, triggerLabel: findTriggerLabel(chain, deadlines) };
  return new Map(planItems(items, given).planned.map((planned) => [planned.item.key, planned]));
}

/** When deadlines are due, by their item's key. */
type Dates = Map<string, Pick<Deadline, "dueOn" | "dueTime">>;

/** In the order of the items, so that each is counted from the new date of the one that it follows. */
async function planMoves(context: Context, { chain, deadlines, matter }: Opened, known: Known): Promise<Planned[]> {
  const dates: Dates = new Map();
  const courts = new Map<string, Awaited<ReturnType<typeof getCourt>>>();
  const chained = planChain({ chain, deadlines }, known);
  const planned: Planned[] = [];
  for (const item of chain.items) {
    const before = deadlines.get(item.key);
    // A step, and what had no date when the chain was applied.
    if (before === undefined) continue;
    const ofItem = chained.get(item.key);
    if (ofItem === undefined && isComplete(item)) {
      dates.set(item.key, before);
      if (before.isOpen) planned.push({ ...stay(before, item.key), action: "keep_undated" });
      continue;
    }
    const court = courts.get(courtKey(before)) ?? (await getCourt(context, matter, before));
    courts.set(courtKey(before), court);
    const counted =
      ofItem === undefined ? countAsBefore(item, before, dates, known) : countAnew(ofItem, before, dates, known);
    const move = planMove(before, item.key, () => redetermineDate(before, counted, matter, court), counted);
    // What is counted from a closed one follows the date that this would have.
    const isFollowed = !before.isOpen && !before.isOverridden && counted.triggerOn !== before.triggerOn;
    const stays = isFollowed ? redetermineDate(before, counted, matter, court) : before;
    dates.set(item.key, move?.action === "move" && move.to !== null ? move.to.columns : stays);
    if (move !== null) planned.push(move);
  }
  return planned;
}

/** Those of a record have its day already, unless they are closed. */
const findDay = (before: Deadline, { triggerOn }: Known): string | null =>
  followsRecord(before) && before.isOpen ? before.triggerOn : triggerOn;

/** Of a chain that did not store how its items are counted. */
function countAsBefore(item: OldChainItem | ChainTemplateItem, before: Deadline, dates: Dates, known: Known): Counted {
  const served = item.serviceDays === 0 ? null : known.serviceMethod;
  return {
    triggerOn: dates.get(sourceOf(item) ?? "")?.dueOn ?? findDay(before, known),
    serviceMethod: known.serviceMethod === undefined ? before.serviceMethod : (served ?? null),
  };
}

/** The time of day that somebody gave to the counts in days stays. */
function keepTime(plan: CountPlan, { last: { dueTime = plan.last.dueTime } }: CountPlan): CountPlan {
  if (plan.last.dueTime === undefined || dueTime === undefined) return plan;
  return { ...plan, last: { ...plan.last, dueTime } };
}

/** A date that somebody corrected by hand keeps its own count, and follows its trigger. */
function countAnew(planned: PlannedItem, before: Deadline, dates: Dates, known: Known): Counted {
  const { from, main, plan } = planned;
  const served = main.isExtendedByService ? (known.serviceMethod ?? null) : null;
  const serviceMethod = known.serviceMethod === undefined ? before.serviceMethod : served;
  const source = from.source === "item" ? dates.get(from.key) : undefined;
  const followed = from.source === "item" ? (source?.dueOn ?? before.triggerOn) : findDay(before, known);
  const triggerOn = from.source === "date" ? from.on : followed;
  const startTime = source !== undefined && countsHours(planned) ? source.dueTime : before.startTime;
  if (plan === null || before.countPlan === null) return { triggerOn, startTime, serviceMethod };
  const { offset, unit, direction, rollRule, startRule, nextWeekday } = main;
  const ofService = known.serviceMethod === undefined ? before.countPlan.serviceMethod : plan.serviceMethod;
  const countPlan = { ...keepTime(plan, before.countPlan), serviceMethod: ofService };
  return { triggerOn, startTime, serviceMethod, offset, unit, direction, rollRule, startRule, nextWeekday, countPlan };
}

const stay = (before: Deadline, itemKey: string) => ({
  deadlineId: before.id,
  itemKey,
  fromOn: before.dueOn,
  toOn: before.dueOn,
  before,
  to: null,
});

/** Null where nothing changes, or where that day waits for a second person already. */
function planMove(before: Deadline, itemKey: string, determine: () => Determined, counted: Counted): Planned | null {
  if (!before.isOpen) return { ...stay(before, itemKey), action: "keep_done" };
  if (before.isOverridden) return { ...stay(before, itemKey), action: "keep_overridden" };
  const columns = determine();
  const isCountedAlike =
    counted.serviceMethod === before.serviceMethod &&
    (counted.countPlan === undefined || isDeepStrictEqual(counted.countPlan, before.countPlan));
  if (isCountedAlike && counted.triggerOn === before.recalculation?.triggerOn) return null;
  const staysAt = columns.dueOn === before.dueOn && columns.dueTime === before.dueTime;
  if (isCountedAlike && counted.triggerOn === before.triggerOn && staysAt) return null;
  return {
    ...stay(before, itemKey),
    toOn: columns.dueOn,
    action: isReopening(before, columns) ? "propose" : "move",
    to: { columns, counted },
  };
}
