import { staleRevision } from "../../contract/revision.ts";
import { recordAuditEntry, type Context } from "../../rpc/context.ts";
import { determineFrom, isReopening, moveChained, type Counted, type Determined } from "../deadlines/domain.chains.ts";
import { nameCourt, openCourt } from "../deadlines/domain.dates.ts";
import { followsRecord } from "../deadlines/domain.triggers.ts";
import { listPersons } from "../service-accounts/makers/domain.persons.ts";
import { changeChainRow, openChain, relateChain, requireTriggerDay, serviceOf, withoutMatch } from "./domain.ts";
import { sourceOf, type ChainRecalculation, type Move, type NewChain } from "./schema.ts";

type Opened = Awaited<ReturnType<typeof openChain>>;
type Deadline = Opened["deadlines"] extends Map<string, infer Row> ? Row : never;

interface Planned extends Move {
  before: Deadline;
  /** Null for what stays. */
  to: { columns: Determined; counted: Counted } | null;
}

/**
 * What a new trigger date, or another service, does to the deadlines of a chain; with `commit` it is done.
 * @throws NOT_FOUND; VALIDATION_FAILED for another date than that of the record that the chain follows; STALE_REVISION where `expected` is not what would move;
 * INVALID_STATE_TRANSITION for an archived case, and for a cancelled chain
 */
export async function recalculateChain(context: Context, chainId: string, { triggerOn, serviceMethod, reason, commit, expected }: ChainRecalculation): Promise<{ changes: Move[] }> {
  const { chain, deadlines, place } = await openChain(context, chainId, async ({ caseId, triggerSource, triggerRecordId: recordId }, at) => {
    const trigger = { source: triggerSource as NonNullable<NewChain["trigger"]>["source"], recordId: recordId ?? "" };
    if (recordId !== null) await requireTriggerDay(context, caseId, at, trigger, triggerOn);
  });
  const planned = await planMoves(context, { chain, deadlines, place }, triggerOn, serviceMethod);
  const changes = planned.map(({ deadlineId, itemKey, fromOn, toOn, action }) => ({ deadlineId, itemKey, fromOn, toOn, action }));
  if (!commit) {
    recordAuditEntry(context, { entity: "deadline_chain", id: chainId }, relateChain(chain).slice(1));
    return { changes };
  }
  requireExpected(planned, expected);
  const persons = await listPersons(context);
  for (const { before, to } of planned) if (to !== null) await moveChained(withoutMatch(context), place, before, { ...to, reason, persons });
  await changeChainRow(context, "deadline_chain.recalculated", chain, { triggerOn, ...(serviceMethod !== undefined && { serviceMethod }) });
  return { changes };
}

function requireExpected(planned: readonly Planned[], expected: ChainRecalculation["expected"]): void {
  const moving = planned.flatMap(({ deadlineId, toOn, to }) => (to === null ? [] : [`${deadlineId} ${toOn}`]));
  const wanted = expected.map(({ deadlineId, dueOn }) => `${deadlineId} ${dueOn}`);
  if (moving.toSorted().join() !== wanted.toSorted().join()) throw staleRevision("chain");
}

/** In the order of the items, so that each is counted from the new date of the one that it follows. */
async function planMoves(context: Context, { chain, deadlines, place }: Opened, triggerOn: string, serviceMethod: Counted["serviceMethod"] | undefined): Promise<Planned[]> {
  const dates = new Map<string, string>();
  const courts = new Map<string, Awaited<ReturnType<typeof openCourt>>>();
  const planned: Planned[] = [];
  for (const item of chain.items) {
    const before = deadlines.get(item.key);
    if (before === undefined) throw new Error("a chain without one of its deadlines");
    const court = courts.get(nameCourt(before)) ?? (await openCourt(context, place, undefined, before));
    courts.set(nameCourt(before), court);
    const from = dates.get(sourceOf(item) ?? "") ?? (followsRecord(before) ? before.triggerOn : triggerOn);
    const counted = { triggerOn: from, serviceMethod: serviceMethod === undefined ? before.serviceMethod : serviceOf(item, serviceMethod) };
    const move = planMove(before, item.key, () => determineFrom(before, counted, place, court), counted);
    dates.set(item.key, move?.action === "move" ? move.toOn : before.dueOn);
    if (move !== null) planned.push(move);
  }
  return planned;
}

/** Null where nothing changes, or where that day waits for a second person already. */
function planMove(before: Deadline, itemKey: string, determine: () => Determined, counted: Counted): Planned | null {
  const stay = { deadlineId: before.id, itemKey, fromOn: before.dueOn, toOn: before.dueOn, before, to: null };
  if (!before.isOpen) return { ...stay, action: "keep_done" };
  if (before.isOverridden) return { ...stay, action: "keep_overridden" };
  const columns = determine();
  const isServedAlike = counted.serviceMethod === before.serviceMethod;
  if (isServedAlike && counted.triggerOn === before.recalculation?.triggerOn) return null;
  if (isServedAlike && counted.triggerOn === before.triggerOn && columns.dueOn === before.dueOn) return null;
  return { ...stay, toOn: columns.dueOn, action: isReopening(before, columns) ? "propose" : "move", to: { columns, counted } };
}
