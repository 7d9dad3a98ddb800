import { recordAuditEntry, type Context } from "../../../rpc/context.ts";
import { recordAnswerEvents, completeAnswers, lockAnswerOwnerForShare } from "./domain.ts";
import { accessorMessage, isAccessor, type BulkAnswer, type BulkOutcome, type BulkResult } from "./schema.ts";
import {
  insertAnswers,
  lockAnswersForUpdate,
  replaceAnswers,
  type AnswerColumns,
  type AnswerOwner,
  type AnswerRow,
} from "./store.ts";

type Failure = Pick<BulkResult, "code" | "error">;
type Indexed = BulkAnswer & { index: number };

/**
 * Validates an answer without its stored state.
 *
 * @returns null if valid
 */
function validateForm(answers: readonly BulkAnswer[], index: number): Failure | null {
  const accessor = answers[index]?.accessor ?? "";
  if (!isAccessor(accessor)) return { code: "VALIDATION_FAILED", error: `accessor: ${accessorMessage}` };
  if (answers.findIndex((other) => other.accessor === accessor) === index) return null;
  return { code: "DUPLICATE_ENTRY", error: "An earlier answer in this request has the same accessor" };
}

function validateRevision({ expectedRevision }: BulkAnswer, row: AnswerRow | undefined): Failure | null {
  if (expectedRevision === undefined || expectedRevision === row?.revision) return null;
  const error =
    row === undefined
      ? "There is no answer at this accessor to compare the revision with"
      : "The answer has changed since this revision; read it again";
  return { code: "STALE_REVISION", error };
}

const compared = [
  "value",
  "valueType",
  "label",
  "formId",
  "formVersion",
  "questionId",
  "isMismatch",
  "source",
  "confidence",
] as const;

/** Whether the live answer has the same content; a different actor is no change. */
function isSame(row: AnswerRow, answer: AnswerColumns): boolean {
  return row.deletedAt === null && compared.every((column) => row[column] === answer[column]);
}

/**
 * Writes only changed answers.
 *
 * @returns the answers before, and the written ones after
 */
async function writeAnswers(context: Context, owner: AnswerOwner, answers: readonly Indexed[]) {
  const columns = new Map((await completeAnswers(context, answers)).map((answer) => [answer.accessor, answer]));
  const failures = new Map<number, Failure>();
  const before = new Map<string, AnswerRow>();
  const written: AnswerRow[] = [];
  let left = answers;
  while (left.length > 0) {
    const accessors = left.map(({ accessor }) => accessor);
    for (const row of await lockAnswersForUpdate(context, owner, accessors)) before.set(row.accessor, row);
    const creations: AnswerColumns[] = [];
    const changes: AnswerColumns[] = [];
    for (const answer of left) {
      const row = before.get(answer.accessor);
      const failure = validateRevision(answer, row);
      const answerColumns = columns.get(answer.accessor);
      if (failure !== null) failures.set(answer.index, failure);
      else if (answerColumns !== undefined && row === undefined) creations.push(answerColumns);
      else if (answerColumns !== undefined && row !== undefined && !isSame(row, answerColumns))
        changes.push(answerColumns);
    }
    const created = creations.length === 0 ? [] : await insertAnswers(context, owner, creations);
    const changed = changes.length === 0 ? [] : await replaceAnswers(context, owner, changes);
    written.push(...created, ...changed);
    // Answers inserted by a concurrent request can be locked now.
    const missed = new Set(
      creations.map(({ accessor }) => accessor).filter((accessor) => !created.some((row) => row.accessor === accessor)),
    );
    left = left.filter(({ accessor }) => missed.has(accessor));
  }
  return { failures, before, written };
}

/**
 * Writes many answers in one transaction; a failed one does not undo the others.
 *
 * @throws NOT_FOUND for the case or lead
 */
export async function putAnswers(
  context: Context,
  owner: AnswerOwner,
  answers: readonly BulkAnswer[],
): Promise<BulkOutcome> {
  const related = await lockAnswerOwnerForShare(context, owner);
  const checked = answers.map((answer, index) => ({ ...answer, index, failure: validateForm(answers, index) }));
  const { failures, before, written } = await writeAnswers(
    context,
    owner,
    checked.filter(({ failure }) => failure === null),
  );
  recordAnswerEvents(context, related, written, before);
  if (written.length === 0) recordAuditEntry(context, { entity: owner.kind, id: owner.id }, related);
  const now = new Map([...before.values(), ...written].map((row) => [row.accessor, row]));
  const writtenAccessors = new Set(written.map(({ accessor }) => accessor));
  const results = checked.map(({ index, accessor, failure }): BulkResult => {
    const reason = failure ?? failures.get(index);
    if (reason !== undefined) return { index, accessor, status: "failed", ...reason };
    const row = now.get(accessor);
    const writtenStatus = before.has(accessor) ? "updated" : "created";
    const status = writtenAccessors.has(accessor) ? writtenStatus : "unchanged";
    return { index, accessor, status, id: row?.id, revision: row?.revision };
  });
  const failed = results.filter(({ status }) => status === "failed").length;
  return { results, succeeded: results.length - failed, failed };
}
