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
type IndexedAnswer = BulkAnswer & { index: number };

/**
 * Validates an accessor without reading what is stored: it is well-formed, and no earlier answer in the request has it.
 *
 * @returns null if valid
 */
function validateAccessor(answers: readonly BulkAnswer[], index: number): Failure | null {
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

interface WrittenAnswers {
  /** Of answers with another revision than expected, by their index in the request. */
  failures: ReadonlyMap<number, Failure>;
  /** The stored answers before, deleted or not, by accessor. */
  before: ReadonlyMap<string, AnswerRow>;
  /** The created, replaced and restored answers. */
  written: readonly AnswerRow[];
}

/** Writes the answers that differ from the stored ones. */
async function writeAnswers(
  context: Context,
  owner: AnswerOwner,
  answers: readonly IndexedAnswer[],
): Promise<WrittenAnswers> {
  const failures = new Map<number, Failure>();
  const before = new Map<string, AnswerRow>();
  const written: AnswerRow[] = [];
  let pending = await completeAnswers(context, answers);
  while (pending.length > 0) {
    const accessors = pending.map(({ answer }) => answer.accessor);
    for (const row of await lockAnswersForUpdate(context, owner, accessors)) before.set(row.accessor, row);
    const creations: AnswerColumns[] = [];
    const changes: AnswerColumns[] = [];
    for (const { answer, columns } of pending) {
      const row = before.get(answer.accessor);
      const failure = validateRevision(answer, row);
      if (failure !== null) failures.set(answer.index, failure);
      else if (row === undefined) creations.push(columns);
      else if (!isSame(row, columns)) changes.push(columns);
    }
    const created = creations.length === 0 ? [] : await insertAnswers(context, owner, creations);
    const changed = changes.length === 0 ? [] : await replaceAnswers(context, owner, changes);
    written.push(...created, ...changed);
    // insertAnswers skips accessors that a concurrent request has inserted; the next round locks those.
    const inserted = new Set(created.map(({ accessor }) => accessor));
    const lostRaces = new Set(creations.map(({ accessor }) => accessor).filter((accessor) => !inserted.has(accessor)));
    pending = pending.filter(({ answer }) => lostRaces.has(answer.accessor));
  }
  return { failures, before, written };
}

/**
 * Writes many answers in one transaction; a failed one does not undo the others. A deleted answer is restored, which is
 * reported as "updated".
 *
 * @throws NOT_FOUND for the case or lead
 */
export async function putAnswers(
  context: Context,
  owner: AnswerOwner,
  answers: readonly BulkAnswer[],
): Promise<BulkOutcome> {
  const related = await lockAnswerOwnerForShare(context, owner);
  const checked = answers.map((answer, index) => ({ ...answer, index, failure: validateAccessor(answers, index) }));
  const { failures, before, written } = await writeAnswers(
    context,
    owner,
    checked.filter(({ failure }) => failure === null),
  );
  recordAnswerEvents(context, related, written, before);
  // Events write audit entries; without one the request must still be in the audit log.
  if (written.length === 0) recordAuditEntry(context, { entity: owner.kind, id: owner.id }, related);
  const rowsByAccessor = new Map([...before.values(), ...written].map((row) => [row.accessor, row]));
  const writtenAccessors = new Set(written.map(({ accessor }) => accessor));
  const results = checked.map(({ index, accessor, failure }): BulkResult => {
    const reason = failure ?? failures.get(index);
    if (reason !== undefined) return { index, accessor, status: "failed", ...reason };
    const row = rowsByAccessor.get(accessor);
    const writtenStatus = before.has(accessor) ? "updated" : "created";
    const status = writtenAccessors.has(accessor) ? writtenStatus : "unchanged";
    return { index, accessor, status, id: row?.id, revision: row?.revision };
  });
  const failed = results.filter(({ status }) => status === "failed").length;
  return { results, succeeded: results.length - failed, failed };
}
