import { AnswerVersion, IntakeAnswer } from "./schema.ts";
import type { AnswerRow, AnswerVersionRow } from "./store.ts";

export function describeAnswer(row: AnswerRow): IntakeAnswer {
  return IntakeAnswer.parse({ ...row, isUnmapped: row.formId === null });
}

export function describeAnswerVersion(row: AnswerVersionRow): AnswerVersion {
  return AnswerVersion.parse({ ...row, isUnmapped: row.formId === null });
}
