import { exampleRecord } from "../../../contract/examples/example-record.ts";
import { actors, ids, times } from "../../../contract/examples/example-story.ts";
import type { OperationExample } from "../../../contract/examples/operation-example.ts";
import { type AnswerVersion, IntakeAnswer } from "./schema.ts";

const { organizationId, caseId } = ids;

export const intakeAnswer = exampleRecord(IntakeAnswer, {
  id: "ans_01kjp8v6s0b3d5f7h9k1m3p5r7",
  organizationId,
  caseId,
  accessor: ids.accessor,
  value: "APD 2026-0190477",
  valueType: "string",
  label: "What is the number of the police report?",
  formId: "frm_01kjp8y0b2d4f6h8k0m2p4r6t8",
  formVersion: 1,
  questionId: "qst_01kjp8y1c3e5g7j9m1n3q5s7v9",
  isUnmapped: false,
  isMismatch: false,
  source: "api",
  answeredBy: actors.vendor,
  answeredAt: times.now,
  revision: 1,
  createdAt: times.now,
  updatedAt: times.now,
});

const {
  organizationId: _,
  caseId: __,
  leadId: ___,
  accessor: ____,
  createdAt: _____,
  updatedAt,
  ...shown
} = intakeAnswer;
export const answerVersion = { ...shown, changedAt: updatedAt } satisfies AnswerVersion;
const leadAnswer = { ...intakeAnswer, id: "ans_01kjp8v7t1c4e6g8j0m2q4s6v8", caseId: null, leadId: ids.leadId };
const restored = { revision: 3 };

const bulkBody = {
  answers: [
    { accessor: ids.accessor, value: intakeAnswer.value },
    { accessor: "2nd.vehicle", value: "Honda" },
  ],
};

const bulkAnswer = (id: string) => ({
  results: [
    { index: 0, accessor: ids.accessor, status: "created", id, revision: 1 },
    {
      index: 1,
      accessor: "2nd.vehicle",
      status: "failed",
      code: "VALIDATION_FAILED",
      error: "accessor: must be 1 to 200 characters: a letter, then letters, digits or _ . - [ ]",
    },
  ],
  succeeded: 1,
  failed: 1,
});

function examplesOf(owner: { caseId: string } | { leadId: string }, answer: typeof leadAnswer | typeof intakeAnswer) {
  const parameters = { ...owner, accessor: ids.accessor };
  return {
    set: { parameters, body: { value: intakeAnswer.value }, response: { answer } },
    delete: { parameters, response: {} },
    list: { parameters: { ...owner, accessorPrefix: "incident." }, response: { answers: [answer], nextCursor: null } },
    get: { parameters, response: { answer } },
    setMany: { parameters: owner, body: bulkBody, response: bulkAnswer(answer.id) },
    "history.list": { parameters, response: { versions: [{ ...answerVersion, id: answer.id }], nextCursor: null } },
    restore: { parameters, body: {}, response: { answer: { ...answer, ...restored } } },
  } satisfies Record<string, OperationExample>;
}

/** Values by the operation's name below its owner's answers: by its whole name. */
export function nameOperations<Owner extends string, Values extends object>(
  owner: Owner,
  values: Values,
): { [Name in keyof Values & string as `${Owner}.surveyDetails.${Name}`]: Values[Name] } {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [`${owner}.surveyDetails.${name}`, value]),
  ) as never;
}

export const answerExamples = {
  ...nameOperations("cases", examplesOf({ caseId: ids.caseId }, intakeAnswer)),
  ...nameOperations("leads", examplesOf({ leadId: ids.leadId }, leadAnswer)),
} satisfies Record<string, OperationExample>;
