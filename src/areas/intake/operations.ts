import * as z from "zod";
import { Id } from "../../contract/values.ts";
import { operation, router } from "../../rpc/operation.ts";
import { deleteAnswer, putAnswer } from "./domain.ts";
import { Accessor, AnswerValue, IntakeAnswer } from "./schema.ts";

export const intake = router({
  putAnswer: operation({
    method: "PUT",
    path: "/cases/{caseId}/survey-details/{accessor}",
    summary: "Upsert one intake answer",
    description:
      "Creates the answer at the accessor, replaces it, or brings a soft-deleted one back. " +
      "`If-Match` compares with a soft-deleted answer's revision too; where there never was an answer it is refused.",
    area: "Intake",
    scope: "intake:write",
    tier: "write",
    idempotency: "required",
    emits: ["intake_answer.upserted"],
    errors: ["NOT_FOUND", "STALE_REVISION"],
    etag: "answer.revision",
  })
    .input(z.strictObject({ caseId: Id, accessor: Accessor, value: AnswerValue }))
    .output(z.object({ answer: IntakeAnswer }))
    .mutation(async ({ ctx, input }) => ({ answer: await putAnswer(ctx, input.caseId, input.accessor, input.value) })),

  deleteAnswer: operation({
    method: "DELETE",
    path: "/cases/{caseId}/survey-details/{accessor}",
    summary: "Soft-delete an intake answer",
    description: "The answer is kept, marked as deleted; a later PUT brings it back.",
    area: "Intake",
    scope: "intake:write",
    tier: "write",
    idempotency: "required",
    emits: ["intake_answer.deleted"],
    errors: ["NOT_FOUND", "STALE_REVISION"],
  })
    .input(z.strictObject({ caseId: Id, accessor: Accessor }))
    .output(z.object({}))
    .mutation(async ({ ctx, input }) => {
      await deleteAnswer(ctx, input.caseId, input.accessor);
      return {};
    }),
});
