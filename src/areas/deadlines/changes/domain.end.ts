import { notFound, invalidState } from "../../../contract/errors/error-codes.ts";
import { requireTransition } from "../../../contract/state-machine.ts";
import type { Context } from "../../../rpc/context.ts";
import { describeActor } from "../../../rpc/principal.ts";
import { listPersons } from "../../service-accounts/makers/domain.persons.ts";
import { applyChange } from "../domain.records.ts";
import { deadlineStates } from "../domain.ts";
import type { DeadlineTransition } from "../schema.input.ts";
import { lockOpenSuccessorForShare, type Matter } from "../store.changes.ts";
import type { DeadlineRow } from "../store.ts";

/** What lets a deadline go. */
interface Ending {
  toStatus: "waived" | "superseded" | "cancelled";
  basis?: DeadlineTransition["basis"] | null;
  reason?: string | null | undefined;
  supersededById?: string | null | undefined;
}

/** Ends a locked deadline. */
export function endDeadline(
  context: Context,
  before: DeadlineRow,
  { toStatus, reason = null, supersededById = null }: Ending,
): Promise<DeadlineRow> {
  const columns = {
    status: toStatus,
    statusReason: reason,
    supersededById: toStatus === "superseded" ? supersededById : null,
    pendingTransition: null,
    recalculation: null,
  };
  return applyChange(context, before, columns, { kind: toStatus, reason });
}

/**
 * Lets the end of a locked deadline wait for a second person.
 *
 * @throws INVALID_STATE_TRANSITION where one waits already
 */
export async function requestEnd(
  context: Context,
  { now }: Matter,
  before: DeadlineRow,
  { toStatus, basis = null, reason = null, supersededById = null }: Ending,
): Promise<DeadlineRow> {
  if (before.pendingTransition !== null)
    throw invalidState("Another change is already waiting for a second person; confirm or reject it first");
  const pendingTransition = JSON.stringify({
    toStatus,
    basis,
    reason,
    supersededById,
    requestedBy: describeActor(context.principal),
    persons: await listPersons(context),
    requestedAt: now,
  });
  return applyChange(context, before, { pendingTransition }, { kind: "transition_requested", reason });
}

/**
 * Ends a locked deadline as a second person confirmed.
 *
 * @throws NOT_FOUND where the successor is no longer open; INVALID_STATE_TRANSITION
 */
export async function confirmEnd(
  context: Context,
  before: DeadlineRow,
  pending: NonNullable<DeadlineRow["pendingTransition"]>,
): Promise<DeadlineRow> {
  requireTransition(deadlineStates, before.status, pending.toStatus);
  if (pending.toStatus === "superseded") await lockSuccessorForShare(context, before, pending.supersededById ?? "");
  return endDeadline(context, before, pending);
}

/** @throws NOT_FOUND where no open deadline of the case and type has this ID */
export async function lockSuccessorForShare(
  context: Context,
  before: DeadlineRow,
  successorId: string,
): Promise<Pick<DeadlineRow, "dueOn">> {
  const successor = await lockOpenSuccessorForShare(context, before, successorId);
  if (successor === undefined) throw notFound("Deadline");
  return successor;
}
