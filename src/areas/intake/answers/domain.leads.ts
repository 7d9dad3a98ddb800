import { limitReached } from "../../../contract/errors/error-codes.ts";
import { recordEvent, type Context } from "../../../rpc/context.ts";
import { lockCaseForShare } from "../../cases/domain.ts";
import { describeAnswer } from "./domain.describe.ts";
import { copyAnswerRows } from "./store.ts";

/** Maximum answers per conversion: each needs an event in the same transaction. */
export const maxCopiedAnswers = 1_000;

/**
 * Copies a lead's answers to its case and records `intake_answer.upserted` for each. The lead keeps its answers, and
 * existing answers of the case stay.
 *
 * @returns how many were copied
 * @throws NOT_FOUND for the case; INVALID_STATE_TRANSITION for more answers than one transaction takes
 */
export async function copyAnswers(context: Context, leadId: string, caseId: string): Promise<number> {
  const relatedIds = [...(await lockCaseForShare(context, caseId)), { entity: "lead", id: leadId }];
  const copied = await copyAnswerRows(context, leadId, caseId, maxCopiedAnswers);
  if (copied === null) {
    const message = `The lead has more than ${maxCopiedAnswers} intake answers; convert it with copyIntakeAnswers false, and write the answers to the case in bulk`;
    throw limitReached(message);
  }
  for (const row of copied) {
    recordEvent(context, {
      eventType: "intake_answer.upserted",
      entityId: row.id,
      payload: describeAnswer(row),
      diff: {},
      relatedIds,
    });
  }
  return copied.length;
}
