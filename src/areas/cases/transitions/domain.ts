import { invalidInput, invalidState, recordInUse } from "../../../contract/errors/error-codes.ts";
import type { EventType } from "../../../contract/events/event-types.ts";
import { staleRevision } from "../../../contract/revision.ts";
import { requireTransition, type StateMachine } from "../../../contract/state-machine.ts";
import { createId } from "../../../platform/database/ids.ts";
import { commonSorts, listRecords } from "../../../platform/database/lists/sorted-list.ts";
import { recordEvent, diffRecords, type Context } from "../../../rpc/context.ts";
import { describeGate, listFailingGates } from "../gates/domain.ts";
import { followChange, followStage } from "../domain.followers.ts";
import { getCase, lockCaseDetailForUpdate, relateCase, getLiveCase } from "../domain.ts";
import type { Gate } from "../gates/schema.ts";
import { hasOpenSignatureRequest } from "../gates/store.ts";
import { MatterStage, MatterStatus } from "../schema.input.ts";
import type { CaseDetail } from "../schema.ts";
import { StageEntry, type Transition } from "./schema.ts";
import { findStageBeforeClosing, insertStageEntry, listStageEntries } from "./store.ts";
import { findToday, updateCaseRow } from "../store.ts";

export const matterTransitions = {
  pending: ["open", "declined", "referred_out", "withdrawn"],
  open: ["on_hold", "settled", "closed", "referred_out", "withdrawn"],
  on_hold: ["open", "closed", "withdrawn"],
  settled: ["open", "closed"],
  referred_out: ["open", "closed"],
  declined: ["pending"],
  withdrawn: ["open", "closed"],
  closed: ["open", "archived"],
  archived: ["closed"],
} as const satisfies Record<MatterStatus, readonly MatterStatus[]>;

export const caseStates: StateMachine<MatterStatus> = {
  noun: "A case",
  operation: "cases.transition",
  transitions: matterTransitions,
};

export interface Standing {
  stage: MatterStage;
  status: MatterStatus;
}

/** Stage null: the one before the closing, from the history. */
type Destination = Omit<Standing, "stage"> & { stage: MatterStage | null };

const isShut = (status: MatterStatus) => status === "closed" || status === "archived";

/**
 * Computes stage and status after a transition. Stage closed goes only with status closed or archived; a request that
 * names one of them implies the other.
 *
 * @throws INVALID_STATE_TRANSITION; VALIDATION_FAILED for a stage and a status that do not go together
 */
export function planMove(from: Standing, { toStatus, toStage }: Pick<Transition, "toStatus" | "toStage">): Destination {
  const closes = toStage === "closed" && !isShut(from.status);
  const status = toStatus ?? (closes ? "closed" : from.status);
  if (status !== from.status || toStatus !== undefined) {
    requireTransition(caseStates, from.status, status);
  } else if (isShut(status)) {
    throw invalidState(`A case in status ${status} cannot change its stage; transition it to open first`);
  }
  if (toStage !== undefined && (toStage === "closed") !== isShut(status)) {
    throw invalidInput({
      path: "toStage",
      message: "the stage closed requires the status closed or archived, and no other stage allows these",
    });
  }
  if (toStage === from.stage && status === from.status) throw invalidState(`The case is already in stage ${toStage}`);
  if (isShut(status)) return { status, stage: "closed" };
  return { status, stage: toStage ?? (from.stage === "closed" ? null : from.stage) };
}

/** Closing, reopening and reconsidering a declined case require a reason. */
export function needsReason(from: MatterStatus, to: MatterStatus): boolean {
  return (to === "closed" && from !== "archived") || (from === "closed" && to === "open") || from === "declined";
}

/**
 * Transitions a case to another stage, status or both, and appends to its stage history.
 *
 * @throws NOT_FOUND; INVALID_STATE_TRANSITION for a transition that the status does not allow, naming unmet gates
 *   unless forced, and for archiving while a signature request is out; VALIDATION_FAILED when a required reason is
 *   missing; STALE_REVISION
 */
export async function moveCase(context: Context, caseId: string, wanted: Transition): Promise<CaseDetail> {
  const before = await lockCaseDetailForUpdate(context, caseId, { archived: true });
  const from: Standing = {
    stage: MatterStage.parse(before.matterStage),
    status: MatterStatus.parse(before.matterStatus),
  };
  const planned = planMove(from, wanted);
  if (planned.status === "archived") await rejectOpenSignatureRequest(context, caseId);
  const reopened = from.stage === "closed" ? await findStageToReopen(context, caseId) : null;
  const to: Standing = { ...planned, stage: planned.stage ?? reopened ?? "intake" };
  if (needsReason(from.status, to.status) && wanted.reason === undefined) {
    throw invalidInput({ path: "reason", message: `required for a transition from ${from.status} to ${to.status}` });
  }
  const forcedGates = to.stage === from.stage ? [] : await passGates(context, before, to.stage, wanted.force === true);
  const changes = await describeChanges(context, before, { from, to }, wanted);
  if (!(await updateCaseRow(context, caseId, changes))) throw staleRevision("case");
  const entryId = createId("caseStageEntry");
  await insertStageEntry(context, {
    id: entryId,
    caseId,
    fromStage: from.stage,
    toStage: to.stage,
    fromStatus: from.status,
    toStatus: to.status,
    reason: wanted.reason ?? null,
    note: wanted.note ?? null,
    effectiveOn: wanted.effectiveOn ?? null,
    forcedGates,
  });
  if (to.stage !== from.stage && to.stage !== reopened)
    await followStage(context, { caseId, caseType: before.caseType, stage: to.stage, entryId, isNewCase: false });
  return followChange(context, before, await recordTransitionEvent(context, before, { from, to }));
}

/** @throws INVALID_STATE_TRANSITION: what is signed in the meantime would change an archived case */
async function rejectOpenSignatureRequest(context: Context, caseId: string): Promise<void> {
  if (!(await hasOpenSignatureRequest(context, caseId))) return;
  throw recordInUse("A signature request of the case is out; wait until it is completed, or void it first");
}

async function findStageToReopen(context: Context, caseId: string): Promise<MatterStage> {
  const { data } = MatterStage.safeParse(await findStageBeforeClosing(context, caseId));
  return data === undefined || data === "closed" ? "intake" : data;
}

/**
 * @returns the gates that were passed by force
 * @throws INVALID_STATE_TRANSITION, with every gate that does not hold
 */
async function passGates(context: Context, before: CaseDetail, stage: MatterStage, force: boolean): Promise<Gate[]> {
  const failing = await listFailingGates(context, before, stage);
  if (failing.length === 0 || force) return failing;
  throw invalidState(`Stage ${stage} has unsatisfied gates: ${failing.map(describeGate).join("; ")}`);
}

interface Move {
  from: Standing;
  to: Standing;
}

async function describeChanges(
  context: Context,
  before: CaseDetail,
  { from, to }: Move,
  { reason, effectiveOn }: Transition,
): Promise<Exclude<Parameters<typeof updateCaseRow>[2], "delete">> {
  const movesStatus = to.status !== from.status;
  const closes = isShut(to.status) && !isShut(from.status);
  const opens = movesStatus && to.status === "open" && before.openedOn === null;
  const day = closes || opens ? (effectiveOn ?? (await findToday(context))) : null;
  return {
    ...(to.stage !== from.stage && { matterStage: to.stage }),
    ...(movesStatus && { matterStatus: to.status, statusReason: reason ?? null }),
    ...(closes && { closedOn: day }),
    ...(opens && { openedOn: day }),
    ...(isShut(from.status) && !isShut(to.status) && { closedOn: null }),
  };
}

const stageFields: ReadonlySet<string> = new Set(["matterStage", "stageEnteredAt"]);

/**
 * Records one event for the stage and one for the status; other changed fields are part of the status event if there is
 * one.
 */
async function recordTransitionEvent(context: Context, before: CaseDetail, { from, to }: Move): Promise<CaseDetail> {
  const after = await getCase(context, before.id);
  const diff = Object.entries(diffRecords(before, after));
  const record = (eventType: EventType, isIncluded: (field: string) => boolean) =>
    recordEvent(context, {
      eventType,
      entityId: after.id,
      payload: after,
      diff: Object.fromEntries(diff.filter(([field]) => isIncluded(field))),
      relatedIds: relateCase(after.id, after.plaintiffId),
    });
  if (to.stage !== from.stage) record("case.stage_changed", (field) => stageFields.has(field));
  if (to.status !== from.status) record("case.status_changed", (field) => !stageFields.has(field));
  return after;
}

/** @throws NOT_FOUND for the case; VALIDATION_FAILED for a foreign cursor */
export async function listStageHistory(
  context: Context,
  caseId: string,
  query: { after?: string | undefined; limit: number; sort: "newest" | "oldest" },
): Promise<{ stageHistory: StageEntry[]; nextCursor: string | null }> {
  await getLiveCase(context, caseId);
  const { newest, oldest } = commonSorts;
  const list = { name: `stage history of ${caseId}`, alias: "h", sorts: { newest, oldest } };
  const { rows, nextCursor } = await listRecords(context, list, query, (page) =>
    listStageEntries(context, caseId, page),
  );
  const describe = ({ actorId: id, actorType: type, actorName: name, ...row }: (typeof rows)[number]) =>
    StageEntry.parse({ ...row, actor: { id, type, name } });
  return { stageHistory: rows.map(describe), nextCursor };
}
