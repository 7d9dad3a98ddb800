import { ids } from "../../../contract/examples/example-story.ts";
import type { OperationExample } from "../../../contract/examples/operation-example.ts";
import { caseDetail } from "../examples.ts";

const { caseId, attorneyId } = ids;
const ofCase = { caseId };

export const attorneyExamples = {
  "cases.attorneys.list": { parameters: ofCase, response: { attorneys: caseDetail.attorneys, nextCursor: null } },
  "cases.attorneys.assign": { parameters: ofCase, body: { attorneyId, role: "lead" }, response: { case: caseDetail } },
  "cases.attorneys.unassign": { parameters: { caseId, attorneyId, role: "lead" }, response: {} },
} satisfies Record<string, OperationExample>;
