import { AppError, invalidState, notFound } from "../../../contract/errors/error-codes.ts";
import { requireExpected, staleRevision } from "../../../contract/revision.ts";
import { commonSorts, listRecords, type Sort } from "../../../platform/database/lists/sorted-list.ts";
import {
  recordEvent,
  diffRecords,
  type EventToRecord,
  type Context,
  type RecordReference,
} from "../../../rpc/context.ts";
import { describeActor } from "../../../rpc/principal.ts";
import { settleInOrder } from "../../../rpc/settle-in-order.ts";
import { lockCaseForShare, getLiveCase } from "../../cases/domain.ts";
import { lockLeadForShare, getLeadReferences } from "../../leads/domain.ts";
import { describeAnswer, describeAnswerVersion } from "./domain.describe.ts";
import { fitsQuestion, fitsValueType, valueTypeOf } from "./domain.value-types.ts";
import type { AnswerDetails, AnswerListQuery, AnswerVersion, HistoryQuery, IntakeAnswer } from "./schema.ts";
import {
  findAnswer,
  findAnswerId,
  insertAnswers,
  selectAnswers,
  selectAnswerVersions,
  lockAnswersForUpdate,
  markAnswer,
  replaceAnswers,
  type AnswerColumns,
  type AnswerOwner,
  type AnswerRow,
} from "./store.ts";
import { listPublishedQuestions } from "../forms/store.ts";

const nothingToCompare = () =>
  new AppError("STALE_REVISION", "There is no answer at this accessor to compare the revision with");

const sorts = {
  ...commonSorts,
  accessor: { column: "accessor", type: "text", descending: false },
} as const satisfies Record<string, Sort>;

export interface GivenAnswer extends AnswerDetails {
  accessor: string;
  value: string;
}

/**
 * Locks the case or lead of an answer FOR SHARE until commit. The answers of a converted lead are read-only; change
 * those of its case.
 *
 * @returns the case or lead as an event's relatedIds
 * @throws NOT_FOUND; INVALID_STATE_TRANSITION for an archived case, or a converted lead, naming its case
 */
export async function lockAnswerOwnerForShare(context: Context, owner: AnswerOwner): Promise<RecordReference[]> {
  if (owner.kind === "case") return lockCaseForShare(context, owner.id);
  const related = await lockLeadForShare(context, owner.id);
  const became = related.find(({ entity }) => entity === "case");
  if (became === undefined) return related;
  throw invalidState(
    `The lead is converted and its answers are read-only; change the answers of its case, ${became.id}`,
    { errorReason: "lead_converted", detail: became.id },
  );
}

/** @throws NOT_FOUND for the case or lead */
async function checkAnswerOwner(context: Context, owner: AnswerOwner): Promise<void> {
  await (owner.kind === "case" ? getLiveCase(context, owner.id) : getLeadReferences(context, owner.id));
}

/** @throws NOT_FOUND for the case or lead */
export async function listAnswers(
  context: Context,
  owner: AnswerOwner,
  query: AnswerListQuery,
): Promise<{ answers: IntakeAnswer[]; nextCursor: string | null }> {
  await checkAnswerOwner(context, owner);
  const { accessorPrefix, formId, updatedSince, ...page } = query;
  const filters = {
    accessorPrefix,
    formId,
    updatedSince: updatedSince === undefined ? undefined : Date.parse(updatedSince),
  };
  const list = { name: `answers ${owner.kind} ${owner.id}`, alias: "a", sorts };
  const { rows, nextCursor } = await listRecords(context, list, page, (sorted) =>
    selectAnswers(context, owner, filters, sorted),
  );
  return { answers: rows.map(describeAnswer), nextCursor };
}

/** @throws NOT_FOUND, also when it was deleted */
export async function getAnswer(context: Context, owner: AnswerOwner, accessor: string): Promise<IntakeAnswer> {
  await checkAnswerOwner(context, owner);
  const row = await findAnswer(context, owner, accessor);
  if (row === undefined) throw notFound("Intake answer");
  return describeAnswer(row);
}

/**
 * Versions of an answer, also of a deleted one, newest first.
 *
 * @throws NOT_FOUND if there never was one
 */
export async function listHistory(
  context: Context,
  owner: AnswerOwner,
  query: HistoryQuery,
): Promise<{ versions: AnswerVersion[]; nextCursor: string | null }> {
  await checkAnswerOwner(context, owner);
  const answerId = await findAnswerId(context, owner, query.accessor);
  if (answerId === undefined) throw notFound("Intake answer");
  const newest = { column: "revision", type: "bigint", descending: true } as const;
  const list = { name: `history ${answerId}`, alias: "v", sorts: { newest } };
  const { after, limit } = query;
  const { rows, nextCursor } = await listRecords(context, list, { after, limit, sort: "newest" }, (page) =>
    selectAnswerVersions(context, answerId, page),
  );
  return { versions: rows.map(describeAnswerVersion), nextCursor };
}

/** Adds to each answer the columns of its row, with the question's data from the published forms. */
export async function completeAnswers<Given extends GivenAnswer>(
  context: Context,
  given: readonly Given[],
): Promise<{ answer: Given; columns: AnswerColumns }[]> {
  const accessors = given.map(({ accessor }) => accessor);
  const questions = await listPublishedQuestions(context, accessors);
  const published = new Map(questions.map((question) => [question.accessor, question]));
  const answeredBy = describeActor(context.principal);
  const usualSource = context.principal.kind === "member" ? "staff" : "api";
  return given.map((answer) => {
    const { accessor, value, valueType, label, source = usualSource, confidence = null } = answer;
    const { formId = null, version: formVersion = null, question } = published.get(accessor) ?? {};
    const columns = {
      accessor,
      value,
      valueType: valueType ?? (question === undefined ? "string" : valueTypeOf[question.type]),
      label: label ?? question?.label ?? null,
      formId,
      formVersion,
      questionId: question?.id ?? null,
      isMismatch:
        question === undefined ? !fitsValueType(valueType ?? "string", value) : !fitsQuestion(question, value),
      source,
      answeredBy,
      confidence,
    };
    return { answer, columns };
  });
}

/** @param before by accessor */
export function recordAnswerEvents(
  context: Context,
  relatedIds: RecordReference[],
  rows: readonly AnswerRow[],
  before: ReadonlyMap<string, AnswerRow>,
): void {
  for (const row of rows) {
    const payload = describeAnswer(row);
    const old = before.get(row.accessor);
    const diff: EventToRecord["diff"] = old === undefined ? {} : diffRecords(describeAnswer(old), payload);
    recordEvent(context, { eventType: "intake_answer.upserted", entityId: row.id, payload, diff, relatedIds });
  }
}

/**
 * Creates, replaces or restores the answer at the accessor. A deleted answer keeps a revision for If-Match (`*` too),
 * so that a client can restore it without overwriting newer changes.
 *
 * @throws NOT_FOUND for the case or lead; STALE_REVISION when If-Match names another revision, or there never was an
 *   answer
 */
export async function putAnswer(context: Context, owner: AnswerOwner, given: GivenAnswer): Promise<IntakeAnswer> {
  const { accessor } = given;
  const [related, completed, locked] = await settleInOrder(
    lockAnswerOwnerForShare(context, owner),
    completeAnswers(context, [given]),
    lockAnswersForUpdate(context, owner, [accessor]),
  );
  const answers = completed.map(({ columns }) => columns);
  for (let [before] = locked; ; [before] = await lockAnswersForUpdate(context, owner, [accessor])) {
    if (before === undefined && context.expectedRevisions !== null) throw nothingToCompare();
    if (before !== undefined) requireExpected(context.expectedRevisions, "answer", before.revision);
    const [row] =
      before === undefined
        ? await insertAnswers(context, owner, answers)
        : await replaceAnswers(context, owner, answers);
    // A concurrent request inserted one between the two statements; now it can be locked.
    if (row === undefined) continue;
    recordAnswerEvents(context, related, [row], new Map(before === undefined ? [] : [[accessor, before]]));
    return describeAnswer(row);
  }
}

/** Locks the answer at the accessor, deleted or not, after its case or lead, in one round trip. */
async function lockAnswerForUpdate(
  context: Context,
  owner: AnswerOwner,
  accessor: string,
): Promise<{ relatedIds: RecordReference[]; before: AnswerRow | undefined }> {
  const [relatedIds, [before]] = await settleInOrder(
    lockAnswerOwnerForShare(context, owner),
    lockAnswersForUpdate(context, owner, [accessor]),
  );
  return { relatedIds, before };
}

/**
 * Soft-deletes the answer.
 *
 * @throws NOT_FOUND for the case, the lead or a live answer; STALE_REVISION
 */
export async function deleteAnswer(context: Context, owner: AnswerOwner, accessor: string): Promise<void> {
  const { relatedIds, before } = await lockAnswerForUpdate(context, owner, accessor);
  if (before === undefined || before.deletedAt !== null) throw notFound("Intake answer");
  const row = await markAnswer(context, before.id, "deleted");
  if (row === undefined) throw staleRevision("answer");
  const payload = describeAnswer(row);
  recordEvent(context, {
    eventType: "intake_answer.deleted",
    entityId: row.id,
    payload,
    diff: diffRecords(describeAnswer(before), payload),
    relatedIds,
  });
}

/**
 * Restores a deleted answer unchanged.
 *
 * @throws NOT_FOUND if there never was one; INVALID_STATE_TRANSITION when it is not deleted; STALE_REVISION
 */
export async function restoreAnswer(context: Context, owner: AnswerOwner, accessor: string): Promise<IntakeAnswer> {
  const { relatedIds, before } = await lockAnswerForUpdate(context, owner, accessor);
  if (before === undefined) throw notFound("Intake answer");
  requireExpected(context.expectedRevisions, "answer", before.revision);
  if (before.deletedAt === null) throw invalidState("The answer is not deleted");
  const row = await markAnswer(context, before.id, "live");
  if (row === undefined) throw staleRevision("answer");
  recordAnswerEvents(context, relatedIds, [row], new Map([[accessor, before]]));
  return describeAnswer(row);
}
