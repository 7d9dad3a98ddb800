import { convertedLead } from "../../areas/leads/examples.ts";
import { ids, matter, shownClient } from "../../contract/examples/example-story.ts";
import type { OperationExample } from "../../contract/examples/operation-example.ts";

export const convertLeadExamples = {
  "leads.convert": {
    parameters: { leadId: convertedLead.id },
    body: { attorneyId: ids.attorneyId, clientMatch: { mode: "create" } },
    response: {
      lead: convertedLead,
      case: {
        id: ids.caseId,
        sequenceId: matter.sequenceId,
        title: null,
        caseType: "truck_accident",
        matterStage: "intake",
        matterStatus: "pending",
      },
      client: shownClient,
    },
  },
} satisfies Record<string, OperationExample>;
