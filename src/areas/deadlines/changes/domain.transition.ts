import { invalidInput, invalidState } from "../../../contract/errors/error-codes.ts";
import { requireTransition } from "../../../contract/state-machine.ts";
import type { Context } from "../../../rpc/context.ts";
import { describeActor } from "../../../rpc/principal.ts";
import { getCourt } from "../domain.courts.ts";
import { deriveDates } from "../domain.dates.ts";
import { endDeadline, lockSuccessorForShare, requestEnd } from "./domain.end.ts";
import { putOnLegalHold } from "../../documents/domain.legal-hold.ts";
import { lockExpectedDeadlineForUpdate, lockMatterForShareOrUpdate } from "../domain.locks.ts";
import { applyChange } from "../domain.records.ts";
import { deadlineStates, showDeadline } from "../domain.ts";
import { followMeanwhile } from "../recalculation/domain.follow-trigger.ts";
import type { Deadline } from "../schema.ts";
import type { DeadlineTransition } from "../schema.input.ts";
import type { Matter } from "../store.changes.ts";
import type { DeadlineRow } from "../store.ts";

/**
 * Moves a deadline to another status. Whatever lets a limitation go waits for a second person.
 *
 * @throws NOT_FOUND for the deadline, a document or the successor; STALE_REVISION; VALIDATION_FAILED;
 *   INVALID_STATE_TRANSITION
 */
export async function transitionDeadline(
  context: Context,
  deadlineId: string,
  transition: DeadlineTransition,
): Promise<Deadline> {
  const { found, matter } = await lockMatterForShareOrUpdate(context, deadlineId);
  checkTransition(found, transition);
  if (transition.documentId !== undefined) await putOnLegalHold(context, found.caseId, transition.documentId);
  const before = await lockExpectedDeadlineForUpdate(context, deadlineId);
  requireTransition(deadlineStates, before.status, transition.toStatus);
  return showDeadline(await executeTransition(context, matter, before, transition));
}

async function executeTransition(
  context: Context,
  matter: Matter,
  before: DeadlineRow,
  { toStatus, ...how }: DeadlineTransition,
): Promise<DeadlineRow> {
  switch (toStatus) {
    case "satisfied":
    case "satisfied_late":
      return satisfy(context, matter, before, { ...how, toStatus });
    case "open":
      return reopen(context, matter, before, how.reason ?? null);
    default: {
      const successor =
        toStatus === "superseded" ? await lockSuccessorForShare(context, before, how.supersededById ?? "") : null;
      const isReplacedByEarlier = successor !== null && successor.dueOn < before.dueOn;
      const ending = { ...how, toStatus };
      return before.deadlineClass === "limitation" && !isReplacedByEarlier
        ? requestEnd(context, matter, before, ending)
        : endDeadline(context, before, ending);
    }
  }
}

type Target = DeadlineTransition["toStatus"];
type Members = readonly Exclude<keyof DeadlineTransition, "toStatus">[];

interface TransitionMembers {
  required: Members;
  allowed: Members;
}

const ofSatisfaction: TransitionMembers = {
  required: ["on"],
  allowed: ["documentId", "docketNumber", "note", "reason"],
};
/** What a transition requires, and what it allows besides. */
const membersOf: Readonly<Record<Target, TransitionMembers>> = {
  open: { required: ["reason"], allowed: [] },
  satisfied: ofSatisfaction,
  satisfied_late: ofSatisfaction,
  waived: { required: ["basis", "reason"], allowed: [] },
  cancelled: { required: ["reason"], allowed: [] },
  superseded: { required: ["supersededById"], allowed: ["reason"] },
};

/** @throws VALIDATION_FAILED for members that the transition lacks or does not have */
function checkTransition({ deadlineClass }: DeadlineRow, { toStatus, ...how }: DeadlineTransition): void {
  const { required, allowed } = membersOf[toStatus];
  for (const path of required)
    if (how[path] === undefined) throw invalidInput({ path, message: `required for ${toStatus}` });
  const names: ReadonlySet<string> = new Set([...required, ...allowed]);
  for (const [path, value] of Object.entries(how))
    if (value !== undefined && !names.has(path)) throw invalidInput({ path, message: `not allowed for ${toStatus}` });
  const isProven = how.documentId !== undefined || how.docketNumber !== undefined;
  if (membersOf[toStatus] === ofSatisfaction && deadlineClass === "limitation" && !isProven)
    throw invalidInput({ path: "documentId", message: "required for a limitation, or docketNumber" });
}

/** @throws VALIDATION_FAILED; INVALID_STATE_TRANSITION where the day does not go with the status */
async function satisfy(
  context: Context,
  { today, now }: Matter,
  before: DeadlineRow,
  { toStatus, on = "", documentId, docketNumber, note, reason }: DeadlineTransition,
): Promise<DeadlineRow> {
  if (on > today) throw invalidInput({ path: "on", message: "must not be in the future" });
  const isLate = on > before.dueOn;
  if (isLate && before.status === "open")
    throw invalidState("It was done after the due date; mark the deadline as missed first, then as satisfied_late");
  if (isLate !== (toStatus === "satisfied_late"))
    throw invalidState(
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
    { status: toStatus, statusReason: reason ?? null, satisfaction, pendingTransition: null, recalculation: null },
    { kind: "satisfied", reason },
  );
}

/** A reopened deadline has to be verified anew. Where its trigger moved meanwhile, it follows. */
async function reopen(
  context: Context,
  matter: Matter,
  before: DeadlineRow,
  reason: string | null,
): Promise<DeadlineRow> {
  const court = await getCourt(context, matter, before);
  const columns = {
    ...deriveDates(court, before, "unverified"),
    status: "open",
    statusReason: reason,
    verificationStatus: "unverified",
    satisfaction: null,
    supersededById: null,
  };
  const after = await applyChange(context, before, columns, { kind: "reopened", reason });
  return followMeanwhile(context, matter, after);
}
