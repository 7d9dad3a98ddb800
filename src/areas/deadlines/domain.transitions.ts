import { invalidInput, notFound } from "../../contract/errors/error-codes.ts";
import { requireTransition } from "../../contract/state-machine.ts";
import { describeActor } from "../../rpc/principal.ts";
import type { Context } from "../../rpc/context.ts";
import { listPersons } from "../service-accounts/makers/domain.persons.ts";
import { openCourt, settle } from "./domain.dates.ts";
import { applyChange, conflict, holdDocument, lockOpenDeadline, openDeadline } from "./domain.records.ts";
import { followMeanwhile } from "./recalculation/domain.ts";
import { deadlineStates, showDeadline } from "./domain.ts";
import type { Deadline, DeadlineStatus } from "./schema.ts";
import type { DeadlineTransition } from "./schema.input.ts";
import { shareSuccessor, type DeadlineColumns, type Place } from "./store.changes.ts";
import type { DeadlineRow } from "./store.ts";

type How = Omit<DeadlineTransition, "toStatus">;
type Target = DeadlineTransition["toStatus"];
type Ending = "waived" | "superseded" | "cancelled";

/**
 * Moves a deadline to another status. Whatever lets a limitation go waits for a second person.
 *
 * @throws NOT_FOUND for the deadline, a document or the successor; STALE_REVISION; VALIDATION_FAILED;
 *   INVALID_STATE_TRANSITION
 */
export async function moveDeadline(
  context: Context,
  deadlineId: string,
  { toStatus, ...how }: DeadlineTransition,
): Promise<Deadline> {
  const { found, place } = await openDeadline(context, deadlineId);
  requireHow(found, toStatus, how);
  if (how.documentId !== undefined) await holdDocument(context, found.caseId, how.documentId);
  const before = await lockOpenDeadline(context, deadlineId);
  requireTransition(deadlineStates, before.status as DeadlineStatus, toStatus);
  if (toStatus === "satisfied" || toStatus === "satisfied_late")
    return showDeadline(await satisfy(context, place, before, toStatus, how));
  if (toStatus === "open") return showDeadline(await reopen(context, place, before, how.reason ?? null));
  const successor =
    toStatus === "superseded" ? await requireSuccessor(context, before, how.supersededById ?? "") : null;
  const letsGo = before.deadlineClass === "limitation" && !(successor !== null && successor.dueOn < before.dueOn);
  if (letsGo) return showDeadline(await requestTransition(context, place, before, toStatus, how));
  return showDeadline(await end(context, before, toStatus, how));
}

type Members = readonly (keyof How)[];
const done: [Members, Members] = [["on"], ["documentId", "docketNumber", "note", "reason"]];
/** What a transition requires, and what it allows besides. */
const membersOf: Readonly<Record<Target, readonly [required: Members, allowed: Members]>> = {
  open: [["reason"], []],
  satisfied: done,
  satisfied_late: done,
  waived: [["basis", "reason"], []],
  cancelled: [["reason"], []],
  superseded: [["supersededById"], ["reason"]],
};

function requireHow({ deadlineClass }: DeadlineRow, to: Target, how: How): void {
  const [required, allowed] = membersOf[to];
  for (const path of required) if (how[path] === undefined) throw invalidInput({ path, message: `required for ${to}` });
  for (const [path, value] of Object.entries(how)) {
    if (value !== undefined && ![...required, ...allowed].includes(path as keyof How))
      throw invalidInput({ path, message: `not allowed for ${to}` });
  }
  if (
    membersOf[to] === done &&
    deadlineClass === "limitation" &&
    how.documentId === undefined &&
    how.docketNumber === undefined
  ) {
    throw invalidInput({ path: "documentId", message: "required for a limitation, or docketNumber" });
  }
}

async function satisfy(
  context: Context,
  { today, now }: Place,
  before: DeadlineRow,
  to: "satisfied" | "satisfied_late",
  { on = "", documentId, docketNumber, note, reason }: How,
): Promise<DeadlineRow> {
  if (on > today) throw invalidInput({ path: "on", message: "must not be in the future" });
  const isLate = on > before.dueOn;
  if (isLate && before.status === "open")
    throw conflict("It was done after the due date; the deadline is marked as missed first, then satisfied_late");
  if (isLate !== (to === "satisfied_late"))
    throw conflict(
      isLate ? "It was done after the due date; send satisfied_late" : "It was done in time; send satisfied",
    );
  const satisfaction = JSON.stringify({
    on,
    documentId: documentId ?? null,
    docketNumber: docketNumber ?? null,
    note: note ?? null,
    recordedBy: describeActor(context.principal),
    recordedAt: now,
  });
  return applyChange(
    context,
    before,
    { status: to, statusReason: reason ?? null, satisfaction, pendingTransition: null, recalculation: null },
    { kind: "satisfied", reason },
  );
}

/** A reopened deadline has to be verified anew. Where its trigger moved meanwhile, it follows. */
async function reopen(
  context: Context,
  place: Place,
  before: DeadlineRow,
  reason: string | null,
): Promise<DeadlineRow> {
  const court = await openCourt(context, place, undefined, before);
  const columns = {
    ...settle(court, before, false),
    status: "open",
    statusReason: reason,
    verificationStatus: "unverified",
    satisfaction: null,
    supersededById: null,
  };
  const after = await applyChange(context, before, columns, { kind: "reopened", reason });
  return followMeanwhile(context, place, after);
}

async function requireSuccessor(
  context: Context,
  before: DeadlineRow,
  successorId: string,
): Promise<{ dueOn: string }> {
  const successor = await shareSuccessor(context, before, successorId);
  if (successor === undefined) throw notFound("Deadline");
  return successor;
}

/**
 * Lets a transition wait for a second person.
 *
 * @throws INVALID_STATE_TRANSITION where one waits already
 */
export async function requestTransition(
  context: Context,
  { now }: Place,
  before: DeadlineRow,
  toStatus: Target,
  { basis, reason, supersededById }: How,
): Promise<DeadlineRow> {
  if (before.pendingTransition !== null) throw conflict("A transition waits already; confirm or reject it first");
  const pendingTransition = JSON.stringify({
    toStatus,
    basis: basis ?? null,
    reason: reason ?? null,
    supersededById: supersededById ?? null,
    requestedBy: describeActor(context.principal),
    persons: await listPersons(context),
    requestedAt: now,
  });
  return applyChange(context, before, { pendingTransition }, { kind: "transition_requested", reason });
}

export async function end(
  context: Context,
  before: DeadlineRow,
  to: Ending,
  {
    reason = null,
    supersededById = null,
  }: { reason?: string | null | undefined; supersededById?: string | null | undefined },
): Promise<DeadlineRow> {
  const columns: DeadlineColumns = {
    status: to,
    statusReason: reason,
    supersededById: to === "superseded" ? supersededById : null,
    pendingTransition: null,
    recalculation: null,
  };
  return applyChange(context, before, columns, { kind: to, reason });
}

/**
 * Carries out what a second person confirmed.
 *
 * @throws NOT_FOUND where the successor is no longer open
 */
export async function carryOut(
  context: Context,
  before: DeadlineRow,
  pending: NonNullable<DeadlineRow["pendingTransition"]>,
): Promise<DeadlineRow> {
  requireTransition(deadlineStates, before.status as DeadlineStatus, pending.toStatus);
  if (pending.toStatus === "superseded") await requireSuccessor(context, before, pending.supersededById ?? "");
  return end(context, before, pending.toStatus as Ending, pending);
}
