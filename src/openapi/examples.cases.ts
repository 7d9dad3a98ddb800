import { caseDetail } from "./example-records.ts";
import { ids } from "./example-story.ts";
import type { OperationExamples } from "./operation-examples.ts";

/** The operations of the area cases in use, by their names in the catalogue. */
export const caseExamples: Readonly<Record<string, OperationExamples>> = {
  "cases.get": { parameters: { caseId: ids.caseId }, answer: { case: caseDetail } },
};
