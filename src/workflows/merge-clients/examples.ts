import { ids } from "../../contract/example-story.ts";
import { client } from "../../areas/clients/examples.ts";
import type { OperationExample } from "../../contract/operation-example.ts";

export const mergeClientsExamples = {
  merge: { parameters: { clientId: client.id }, body: { duplicateClientId: ids.duplicateClientId }, response: { client: { ...client, revision: 5 } } },
} satisfies Record<string, OperationExample>;
