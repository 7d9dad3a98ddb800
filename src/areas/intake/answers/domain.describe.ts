import { AnswerVersion, IntakeAnswer } from "./schema.ts";
import type { AnswerRow, AnswerVersionRow } from "./store.ts";

/** The answer as its GET shows it. */
export function describeAnswer(row: AnswerRow): IntakeAnswer {
  return IntakeAnswer.parse({ ...row, isUnmapped: row.formId === null });
}

/** A version of an answer as its history shows it. */
export function describeAnswerVersion(row: AnswerVersionRow): AnswerVersion {
  return AnswerVersion.parse({ ...row, isUnmapped: row.formId === null });
}
