import { intakeAnswer } from "./example-records.ts";
import { ids } from "./example-story.ts";
import type { OperationExamples } from "./operation-examples.ts";

/** The operations of the area intake in use, by their names in the catalogue. */
export const intakeExamples: Readonly<Record<string, OperationExamples>> = {
  "intake.putAnswer": {
    parameters: { caseId: ids.caseId, accessor: ids.accessor },
    body: { value: intakeAnswer.value },
    answer: { answer: intakeAnswer },
  },
  "intake.deleteAnswer": { parameters: { caseId: ids.caseId, accessor: ids.accessor }, answer: {} },
};
