import { ids } from "../../../contract/examples/example-story.ts";
import type { OperationExample } from "../../../contract/examples/operation-example.ts";
import { caseDetail } from "../examples.ts";

const { caseId, attorneyId } = ids;
const ofCase = { caseId };

export const attorneyExamples = {
  listAttorneys: { parameters: ofCase, response: { attorneys: caseDetail.attorneys } },
  assignAttorney: { parameters: ofCase, body: { attorneyId, role: "lead" }, response: { case: caseDetail } },
  unassignAttorney: { parameters: { caseId, attorneyId, role: "lead" }, response: {} },
} satisfies Record<string, OperationExample>;
