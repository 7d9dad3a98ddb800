import { createId } from "../../platform/database/ids.ts";
import { staleRevision } from "../../contract/revision.ts";
import type { Context } from "../../rpc/context.ts";
import { listPersons } from "../service-accounts/makers/domain.persons.ts";
import { determine, inputsOf, openCourt } from "./domain.dates.ts";
import { recalculateFollowing } from "./recalculation/domain.ts";
import { conflict, describeSetter, holdDocument, lockOpenDeadline, openDeadline, recordChange, unverified } from "./domain.records.ts";
import { readDeadline, showDeadline } from "./domain.ts";
import type { Deadline } from "./schema.ts";
import type { DeadlineTolling } from "./schema.input.ts";
import { changeDeadline, replaceSegments } from "./store.changes.ts";

/**
 * Replaces the times in which a limitation period does not run. Until a second person has verified the later date, the one without tolling counts.
 * @throws NOT_FOUND for the deadline or a document; STALE_REVISION; VALIDATION_FAILED; INVALID_STATE_TRANSITION for an archived case, another class, and a deadline that is not open
 */
export async function setTolling(context: Context, deadlineId: string, { segments, reason }: DeadlineTolling): Promise<Deadline> {
  const { found, place } = await openDeadline(context, deadlineId);
  const documentIds = new Set(segments.flatMap(({ documentId }) => documentId ?? []));
  for (const documentId of [...documentIds].toSorted()) await holdDocument(context, found.caseId, documentId);
  const before = await lockOpenDeadline(context, deadlineId);
  if (before.deadlineClass !== "limitation") throw conflict("Only a limitation period is tolled; extend the deadline instead");
  if (!before.isOpen) throw conflict(`The deadline is ${before.status}; reopen it first`);
  const court = await openCourt(context, place, undefined, before);
  const { columns } = determine({ ...inputsOf(before), tolling: segments }, place, court);
  await replaceSegments(context, deadlineId, segments.map((segment) => ({ id: createId("tollingSegment"), ...segment })));
  const persons = await listPersons(context);
  if (!(await changeDeadline(context, deadlineId, { ...columns, isOverridden: false, ...describeSetter(context, persons), ...unverified }))) throw staleRevision("deadline");
  const after = await readDeadline(context, deadlineId);
  await recordChange(context, { kind: "tolled", eventType: "deadline.tolled", reason }, before, after);
  await recalculateFollowing(context, place, before, after, persons);
  return showDeadline(after);
}
