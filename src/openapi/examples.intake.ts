import { answerVersion, changedForm, draftForm, formId, formVersion, publishedForm } from "./example-records.intake.ts";
import { intakeAnswer } from "./example-records.ts";
import { ids } from "./example-story.ts";
import type { OperationExamples } from "./operation-examples.ts";

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

/** The same operations on the answers of a case and of a lead. */
function describe(owner: { caseId: string } | { leadId: string }, answer: typeof leadAnswer | typeof intakeAnswer) {
  const parameters = { ...owner, accessor: ids.accessor };
  return {
    put: { parameters, body: { value: intakeAnswer.value }, answer: { answer } },
    remove: { parameters, answer: {} },
    list: { parameters: { ...owner, accessorPrefix: "incident." }, answer: { answers: [answer], nextCursor: null } },
    get: { parameters, answer: { answer } },
    bulk: { parameters: owner, body: bulkBody, answer: bulkAnswer(answer.id) },
    history: { parameters, answer: { versions: [{ ...answerVersion, id: answer.id }], nextCursor: null } },
    restore: { parameters, body: {}, answer: { answer: { ...answer, ...restored } } },
  } satisfies Record<string, OperationExamples>;
}

const ofCase = describe({ caseId: ids.caseId }, intakeAnswer);
const ofLead = describe({ leadId: ids.leadId }, leadAnswer);
const ofForm = { formId };

/** A question as a caller gives it. */
function withoutId(question: (typeof draftForm.questions)[number]) {
  const { accessor, label, type, visibleIf, validation } = question;
  return { accessor, label, type, visibleIf, validation };
}

/** The operations of the area intake in use, by their names in the catalogue. */
export const intakeExamples: Readonly<Record<string, OperationExamples>> = {
  "intake.putAnswer": ofCase.put,
  "intake.deleteAnswer": ofCase.remove,
  "intake.listAnswers": ofCase.list,
  "intake.getAnswer": ofCase.get,
  "intake.putAnswers": ofCase.bulk,
  "intake.listAnswerVersions": ofCase.history,
  "intake.restoreAnswer": ofCase.restore,
  "intake.putLeadAnswer": ofLead.put,
  "intake.deleteLeadAnswer": ofLead.remove,
  "intake.listLeadAnswers": ofLead.list,
  "intake.getLeadAnswer": ofLead.get,
  "intake.putLeadAnswers": ofLead.bulk,
  "intake.listLeadAnswerVersions": ofLead.history,
  "intake.restoreLeadAnswer": ofLead.restore,
  "intake.listForms": { answer: { intakeForms: [publishedForm], nextCursor: null } },
  "intake.createForm": {
    body: { name: draftForm.name, description: draftForm.description, questions: draftForm.questions.map(withoutId) },
    answer: { intakeForm: draftForm },
  },
  "intake.getForm": { parameters: ofForm, answer: { intakeForm: publishedForm } },
  "intake.updateForm": { parameters: ofForm, body: { name: changedForm.name }, answer: { intakeForm: changedForm } },
  "intake.publishForm": { parameters: ofForm, body: {}, answer: { intakeForm: publishedForm, intakeFormVersion: formVersion } },
  "intake.getFormVersion": { parameters: { ...ofForm, version: "1" }, answer: { intakeFormVersion: formVersion } },
};
