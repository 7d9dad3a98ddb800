import { ids, matter, times } from "../../../contract/examples/example-story.ts";
import type { OperationExample } from "../../../contract/examples/operation-example.ts";

/** How a contact takes part in the case of the story. */
const contactCase = {
  id: ids.caseId,
  sequenceId: matter.sequenceId,
  title: matter.title,
  matterStage: "records_collection",
  matterStatus: "open",
  updatedAt: times.now,
  links: [{ as: "facility", role: "hospital" }],
} as const;

export const contactCaseExamples = {
  "contacts.cases.list": {
    parameters: { contactId: ids.contactId, limit: 50 },
    response: { cases: [contactCase], nextCursor: null },
  },
} satisfies Record<string, OperationExample>;
