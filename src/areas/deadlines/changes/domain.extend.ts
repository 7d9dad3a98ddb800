import { invalidInput, invalidState } from "../../../contract/errors/error-codes.ts";
import type { Context } from "../../../rpc/context.ts";
import { getCourt } from "../domain.courts.ts";
import { deriveGivenDate } from "../domain.dates.ts";
import { putOnLegalHold } from "../../documents/domain.legal-hold.ts";
import { lockExpectedDeadlineForUpdate, lockMatterForShareOrUpdate } from "../domain.locks.ts";
import { showDeadline } from "../domain.ts";
import { changeDate } from "../recalculation/domain.change-date.ts";
import type { Deadline } from "../schema.ts";
import type { DeadlineExtension } from "../schema.input.ts";

/**
 * Moves a deadline to a later date, which has to be verified.
 *
 * @throws NOT_FOUND; STALE_REVISION; VALIDATION_FAILED for a date that is not later; INVALID_STATE_TRANSITION for an
 *   archived case, a deadline that is not open, a limitation, and one that no court may extend
 */
export async function extendDeadline(
  context: Context,
  deadlineId: string,
  { dueOn, basis, reason, documentId, ...time }: DeadlineExtension,
): Promise<Deadline> {
  if (basis === "court_order" && documentId === undefined)
    throw invalidInput({ path: "documentId", message: "required for court_order" });
  const { found, matter } = await lockMatterForShareOrUpdate(context, deadlineId);
  if (documentId !== undefined) await putOnLegalHold(context, found.caseId, documentId);
  const before = await lockExpectedDeadlineForUpdate(context, deadlineId);
  if (before.deadlineClass === "limitation")
    throw invalidState("A limitation period cannot be extended; record tolling or correct the date");
  if (before.status !== "open")
    throw invalidState(`The deadline is ${before.status}; only an open deadline can be extended`);
  if (before.isJurisdictional && basis !== "statute")
    throw invalidState("A court cannot extend this deadline; only a statute can");
  if (dueOn <= before.dueOn) throw invalidInput({ path: "dueOn", message: "must be later than the current one" });
  const { dueTime = before.dueTime } = time;
  const court = await getCourt(context, matter, before);
  const date = deriveGivenDate(matter, court, { dueOn, dueTime, timeZone: before.timeZone, conservativeDueOn: null });
  const extension = JSON.stringify({ fromOn: before.dueOn, basis, documentId: documentId ?? null, at: matter.now });
  const columns = {
    ...date,
    timeZoneBasis: before.timeZoneBasis,
    isOverridden: before.triggerSource !== null,
    extension,
  };
  return showDeadline(await changeDate(context, matter, before, { columns, kind: "extended", reason }));
}
