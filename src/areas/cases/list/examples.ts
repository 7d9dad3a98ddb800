import { caseSummary, ids } from "../../../contract/examples/example-story.ts";
import type { OperationExample } from "../../../contract/examples/operation-example.ts";

export const clientCaseExamples = {
  "clients.cases.list": {
    parameters: { clientId: ids.clientId, sort: "updated" },
    response: { cases: [caseSummary], nextCursor: null },
  },
} satisfies Record<string, OperationExample>;
