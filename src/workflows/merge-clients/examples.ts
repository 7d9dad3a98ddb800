import { ids } from "../../contract/examples/example-story.ts";
import { client } from "../../areas/clients/examples.ts";
import type { OperationExample } from "../../contract/examples/operation-example.ts";

export const mergeClientsExamples = {
  "clients.merge": {
    parameters: { clientId: client.id },
    body: { duplicateClientId: ids.duplicateClientId },
    response: { client: { ...client, revision: 5 } },
  },
} satisfies Record<string, OperationExample>;
