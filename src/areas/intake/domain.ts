import { AppError, notFound } from "../../contract/error-codes.ts";
import { announce, diffRecords } from "../../rpc/context.ts";
import type { Context, RecordReference } from "../../rpc/context.ts";
import { requireCase } from "../cases/domain.ts";
import { IntakeAnswer } from "./schema.ts";
import { insertAnswer, lockAnswer, replaceAnswer, softDeleteAnswer } from "./store.ts";

const stale = () => new AppError("STALE_REVISION", "The answer has changed since this revision; read it again");

/**
 * Creates the answer at the accessor, replaces it, or brings a deleted one back.
 * @throws NOT_FOUND for the case; STALE_REVISION when If-Match names another revision, or there is no answer for it to name
 */
export async function putAnswer(context: Context, caseId: string, accessor: string, value: string): Promise<IntakeAnswer> {
  const related = await requireCase(context, caseId);
  const before = await lockAnswer(context, caseId, accessor);
  if (before !== undefined) return replace(context, related, IntakeAnswer.parse(before), value);
  if (context.expectedRevisions !== null) throw stale();
  const inserted = await insertAnswer(context, caseId, accessor, value);
  if (inserted === undefined) return putAnswer(context, caseId, accessor, value);
  const answer = IntakeAnswer.parse(inserted);
  announce(context, { eventType: "intake_answer.upserted", entityId: answer.id, payload: answer, diff: {}, relatedIds: related });
  return answer;
}

async function replace(context: Context, related: RecordReference[], before: IntakeAnswer, value: string): Promise<IntakeAnswer> {
  const replaced = await replaceAnswer(context, before.id, value);
  if (replaced === undefined) throw stale();
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
  if (deleted === undefined) throw stale();
  const answer = IntakeAnswer.parse(deleted);
  const diff = diffRecords(IntakeAnswer.parse(before), answer);
  announce(context, { eventType: "intake_answer.deleted", entityId: answer.id, payload: answer, diff, relatedIds: related });
}
