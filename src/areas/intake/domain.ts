import { AppError, notFound } from "../../contract/error-codes.ts";
import { staleRevision } from "../../contract/revision.ts";
import { announce, diffRecords } from "../../rpc/context.ts";
import type { Context, RecordReference } from "../../rpc/context.ts";
import { requireCase } from "../cases/domain.ts";
import { IntakeAnswer } from "./schema.ts";
import { insertAnswer, lockAnswer, replaceAnswer, softDeleteAnswer } from "./store.ts";

const nothingToCompare = () => new AppError("STALE_REVISION", "There is no answer at this accessor to compare with");

/**
 * Creates the answer at the accessor, replaces it, or brings a deleted one back. A deleted answer is there, with a revision
 * that If-Match may name (`*` too): the caller who deleted it can bring it back without overwriting what came between.
 * @throws NOT_FOUND for the case; STALE_REVISION when If-Match names another revision, or there never was an answer to compare with
 */
export async function putAnswer(context: Context, caseId: string, accessor: string, value: string): Promise<IntakeAnswer> {
  const related = await requireCase(context, caseId);
  const before = await lockAnswer(context, caseId, accessor);
  if (before !== undefined) return replace(context, related, IntakeAnswer.parse(before), value);
  if (context.expectedRevisions !== null) throw nothingToCompare();
  const inserted = await insertAnswer(context, caseId, accessor, value);
  if (inserted === undefined) return putAnswer(context, caseId, accessor, value);
  const answer = IntakeAnswer.parse(inserted);
  announce(context, { eventType: "intake_answer.upserted", entityId: answer.id, payload: answer, diff: {}, relatedIds: related });
  return answer;
}

async function replace(context: Context, related: RecordReference[], before: IntakeAnswer, value: string): Promise<IntakeAnswer> {
  const replaced = await replaceAnswer(context, before.id, value);
  if (replaced === undefined) throw staleRevision("answer");
  const answer = IntakeAnswer.parse(replaced);
  const diff = diffRecords(before, answer);
  announce(context, { eventType: "intake_answer.upserted", entityId: answer.id, payload: answer, diff, relatedIds: related });
  return answer;
}

/**
 * Soft-deletes the answer.
 * @throws NOT_FOUND when the case, or a live answer at the accessor, is not there; STALE_REVISION
 */
export async function deleteAnswer(context: Context, caseId: string, accessor: string): Promise<void> {
  const related = await requireCase(context, caseId);
  const before = await lockAnswer(context, caseId, accessor);
  if (before === undefined || before.deletedAt !== null) throw notFound("Intake answer");
  const deleted = await softDeleteAnswer(context, before.id);
  if (deleted === undefined) throw staleRevision("answer");
  const answer = IntakeAnswer.parse(deleted);
  const diff = diffRecords(IntakeAnswer.parse(before), answer);
  announce(context, { eventType: "intake_answer.deleted", entityId: answer.id, payload: answer, diff, relatedIds: related });
}
