import * as z from "zod";
import type { OperationMeta } from "../../../contract/operation.ts";
import { Id } from "../../../contract/values/values.ts";
import { Nothing, nothing, operation } from "../../../rpc/operation.ts";
import { putAnswers } from "./domain.bulk.ts";
import { deleteAnswer, getAnswer, listAnswers, listHistory, putAnswer, restoreAnswer } from "./domain.ts";
import {
  Accessor,
  AnswerDetails,
  AnswerListQuery,
  AnswerValue,
  AnswerVersion,
  BulkAnswers,
  BulkOutcome,
  HistoryQuery,
  IntakeAnswer,
} from "./schema.ts";
import type { AnswerOwner } from "./store.ts";

const reading = { area: "Intake", scope: "intake:read" } as const satisfies Partial<OperationMeta>;
const writing = {
  area: "Intake",
  scope: "intake:write",
  readBy: "intake:read",
} as const satisfies Partial<OperationMeta>;
const nextCursor = z.string().nullable();

const historyDescription =
  "Returns the answer at `accessor` in each of its revisions, newest first, also if it is deleted." +
  " To read an answer whose accessor is `history`, use the list with `accessorPrefix=history`.";
const bulkDescription =
  "Creates, replaces or restores up to 200 answers in one transaction. An answer that fails (its accessor is invalid or repeated in the" +
  " request, or its revision differs from `expectedRevision`) does not affect the others: check `failed`. Records one event for each changed answer.";
const listDescription =
  "Returns the answers that are not deleted. `accessorPrefix` returns a group of answers, such as `vehicles[0].`";

const OfCase = { caseId: Id };
const OfLead = { leadId: Id };
const ofCase = ({ caseId }: { caseId: string }): AnswerOwner => ({ kind: "case", id: caseId });
const ofLead = ({ leadId }: { leadId: string }): AnswerOwner => ({ kind: "lead", id: leadId });

const answersOutput = z.object({ answers: z.array(IntakeAnswer), nextCursor });
const historyOutput = z.object({ versions: z.array(AnswerVersion), nextCursor });

export const answerProcedures = {
  "cases.surveyDetails.set": operation({
    ...writing,
    route: "PUT /cases/{caseId}/survey-details/{accessor}",
    summary: "Upsert an intake answer",
    description:
      "Creates the answer at the accessor, replaces it, or restores a soft-deleted one. " +
      "`If-Match` is also compared with the revision of a soft-deleted answer; it fails with 409 if there never was an answer.",
    emits: ["intake_answer.upserted"],
    errors: ["INVALID_STATE_TRANSITION", "STALE_REVISION"],
    etag: "answer.revision",
  })
    .input(z.strictObject({ ...OfCase, accessor: Accessor, value: AnswerValue, ...AnswerDetails.shape }))
    .output(z.object({ answer: IntakeAnswer }))
    .mutation(async ({ ctx, input: { caseId, ...given } }) => ({
      answer: await putAnswer(ctx, ofCase({ caseId }), given),
    })),

  "cases.surveyDetails.delete": operation({
    ...writing,
    route: "DELETE /cases/{caseId}/survey-details/{accessor}",
    summary: "Soft-delete an intake answer",
    description: "Marks the answer as deleted; a later PUT, or `restore`, restores it.",
    emits: ["intake_answer.deleted"],
    errors: ["INVALID_STATE_TRANSITION", "STALE_REVISION"],
  })
    .input(z.strictObject({ ...OfCase, accessor: Accessor }))
    .output(Nothing)
    .mutation(nothing(({ ctx, input }) => deleteAnswer(ctx, ofCase(input), input.accessor))),

  "cases.surveyDetails.list": operation({
    ...reading,
    route: "GET /cases/{caseId}/survey-details",
    summary: "List a case's intake answers",
    description: listDescription,
  })
    .input(AnswerListQuery.extend(OfCase))
    .output(answersOutput)
    .query(({ ctx, input: { caseId, ...query } }) => listAnswers(ctx, ofCase({ caseId }), query)),

  "cases.surveyDetails.get": operation({
    ...reading,
    route: "GET /cases/{caseId}/survey-details/{accessor}",
    summary: "Get an intake answer",
    description: "Returns the answer. Fails with 404 if it is deleted.",
    etag: "answer.revision",
  })
    .input(z.strictObject({ ...OfCase, accessor: Accessor }))
    .output(z.object({ answer: IntakeAnswer }))
    .query(async ({ ctx, input }) => ({ answer: await getAnswer(ctx, ofCase(input), input.accessor) })),

  "cases.surveyDetails.setMany": operation({
    ...writing,
    route: "POST /cases/{caseId}/survey-details/bulk",
    echoes: ["results", "succeeded", "failed"],
    summary: "Upsert intake answers",
    description: bulkDescription,
    emits: ["intake_answer.upserted"],
    errors: ["INVALID_STATE_TRANSITION"],
  })
    .input(z.strictObject({ ...OfCase, answers: BulkAnswers }))
    .output(BulkOutcome)
    .mutation(({ ctx, input }) => putAnswers(ctx, ofCase(input), input.answers)),

  "cases.surveyDetails.history.list": operation({
    ...reading,
    route: "GET /cases/{caseId}/survey-details/history",
    summary: "List the versions of an intake answer",
    description: historyDescription,
  })
    .input(HistoryQuery.extend(OfCase))
    .output(historyOutput)
    .query(({ ctx, input: { caseId, ...query } }) => listHistory(ctx, ofCase({ caseId }), query)),

  "cases.surveyDetails.restore": operation({
    ...writing,
    route: "POST /cases/{caseId}/survey-details/{accessor}/restore",
    summary: "Restore a deleted intake answer",
    description: "Restores a soft-deleted answer. Fails with 409 if it is not deleted.",
    emits: ["intake_answer.upserted"],
    errors: ["INVALID_STATE_TRANSITION", "STALE_REVISION"],
    etag: "answer.revision",
  })
    .input(z.strictObject({ ...OfCase, accessor: Accessor }))
    .output(z.object({ answer: IntakeAnswer }))
    .mutation(async ({ ctx, input }) => ({ answer: await restoreAnswer(ctx, ofCase(input), input.accessor) })),
};

/** Answers of a lead; a conversion copies them to the case. */
export const leadAnswerProcedures = {
  "leads.surveyDetails.set": operation({
    ...writing,
    route: "PUT /leads/{leadId}/survey-details/{accessor}",
    summary: "Upsert an intake answer of a lead",
    description:
      "Works as for a case. When the lead is converted, its answers are copied to the case; afterwards the lead's answers are read-only (409).",
    emits: ["intake_answer.upserted"],
    errors: ["INVALID_STATE_TRANSITION", "STALE_REVISION"],
    etag: "answer.revision",
  })
    .input(z.strictObject({ ...OfLead, accessor: Accessor, value: AnswerValue, ...AnswerDetails.shape }))
    .output(z.object({ answer: IntakeAnswer }))
    .mutation(async ({ ctx, input: { leadId, ...given } }) => ({
      answer: await putAnswer(ctx, ofLead({ leadId }), given),
    })),

  "leads.surveyDetails.delete": operation({
    ...writing,
    route: "DELETE /leads/{leadId}/survey-details/{accessor}",
    summary: "Soft-delete an intake answer of a lead",
    description: "Marks the answer as deleted.",
    emits: ["intake_answer.deleted"],
    errors: ["INVALID_STATE_TRANSITION", "STALE_REVISION"],
  })
    .input(z.strictObject({ ...OfLead, accessor: Accessor }))
    .output(Nothing)
    .mutation(nothing(({ ctx, input }) => deleteAnswer(ctx, ofLead(input), input.accessor))),

  "leads.surveyDetails.list": operation({
    ...reading,
    route: "GET /leads/{leadId}/survey-details",
    summary: "List a lead's intake answers",
    description: listDescription,
  })
    .input(AnswerListQuery.extend(OfLead))
    .output(answersOutput)
    .query(({ ctx, input: { leadId, ...query } }) => listAnswers(ctx, ofLead({ leadId }), query)),

  "leads.surveyDetails.get": operation({
    ...reading,
    route: "GET /leads/{leadId}/survey-details/{accessor}",
    summary: "Get an intake answer of a lead",
    description: "Returns the answer. Fails with 404 if it is deleted.",
    etag: "answer.revision",
  })
    .input(z.strictObject({ ...OfLead, accessor: Accessor }))
    .output(z.object({ answer: IntakeAnswer }))
    .query(async ({ ctx, input }) => ({ answer: await getAnswer(ctx, ofLead(input), input.accessor) })),

  "leads.surveyDetails.setMany": operation({
    ...writing,
    route: "POST /leads/{leadId}/survey-details/bulk",
    echoes: ["results", "succeeded", "failed"],
    summary: "Upsert intake answers of a lead",
    description: bulkDescription,
    emits: ["intake_answer.upserted"],
    errors: ["INVALID_STATE_TRANSITION"],
  })
    .input(z.strictObject({ ...OfLead, answers: BulkAnswers }))
    .output(BulkOutcome)
    .mutation(({ ctx, input }) => putAnswers(ctx, ofLead(input), input.answers)),

  "leads.surveyDetails.history.list": operation({
    ...reading,
    route: "GET /leads/{leadId}/survey-details/history",
    summary: "List the versions of a lead's intake answer",
    description: historyDescription,
  })
    .input(HistoryQuery.extend(OfLead))
    .output(historyOutput)
    .query(({ ctx, input: { leadId, ...query } }) => listHistory(ctx, ofLead({ leadId }), query)),

  "leads.surveyDetails.restore": operation({
    ...writing,
    route: "POST /leads/{leadId}/survey-details/{accessor}/restore",
    summary: "Restore a deleted intake answer of a lead",
    description: "Restores a soft-deleted answer. Fails with 409 if it is not deleted.",
    emits: ["intake_answer.upserted"],
    errors: ["INVALID_STATE_TRANSITION", "STALE_REVISION"],
    etag: "answer.revision",
  })
    .input(z.strictObject({ ...OfLead, accessor: Accessor }))
    .output(z.object({ answer: IntakeAnswer }))
    .mutation(async ({ ctx, input }) => ({ answer: await restoreAnswer(ctx, ofLead(input), input.accessor) })),
};
