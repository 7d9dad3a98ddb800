import { createId } from "../../../platform/database/ids.ts";
import type { Context } from "../../../rpc/context.ts";
import { getCourt } from "../domain.courts.ts";
import { determineDate, inputsOf } from "../domain.dates.ts";
import { putOnLegalHold } from "../../documents/domain.legal-hold.ts";
import { lockExpectedDeadlineForUpdate, lockMatterForShareOrUpdate } from "../domain.locks.ts";
import { showDeadline } from "../domain.ts";
import { changeDate } from "../recalculation/domain.change-date.ts";
import type { Deadline } from "../schema.ts";
import type { DeadlineTolling } from "../schema.input.ts";
import { replaceSegments } from "../store.changes.ts";
import { invalidState } from "../../../contract/errors/error-codes.ts";

/**
 * Replaces the times in which a limitation period does not run. Until a second person has verified the later date, the
 * one without tolling counts.
 *
 * @throws NOT_FOUND for the deadline or a document; STALE_REVISION; VALIDATION_FAILED; INVALID_STATE_TRANSITION for an
 *   archived case, another class, and a deadline that is not open
 */
export async function setTolling(
  context: Context,
  deadlineId: string,
  { segments, reason }: DeadlineTolling,
): Promise<Deadline> {
  const { found, matter } = await lockMatterForShareOrUpdate(context, deadlineId);
  const documentIds = new Set(segments.flatMap(({ documentId }) => documentId ?? []));
  for (const documentId of [...documentIds].toSorted()) await putOnLegalHold(context, found.caseId, documentId);
  const before = await lockExpectedDeadlineForUpdate(context, deadlineId);
  if (before.deadlineClass !== "limitation")
    throw invalidState("Only a limitation period can be tolled; extend the deadline instead");
  if (!before.isOpen) throw invalidState(`The deadline is ${before.status}; reopen it first`);
  const court = await getCourt(context, matter, before);
  const { columns } = determineDate({ ...inputsOf(before), tolling: segments }, matter, court);
  await replaceSegments(
    context,
    deadlineId,
    segments.map((segment) => ({ id: createId("tollingSegment"), ...segment })),
  );
  return showDeadline(
    await changeDate(context, matter, before, {
      columns: { ...columns, isOverridden: false },
      kind: "tolled",
      reason,
    }),
  );
}
