import { client } from "../../areas/clients/examples.ts";
import type { OperationExample } from "../../contract/operation-example.ts";

export const mergeClientsExamples = {
  merge: { parameters: { clientId: client.id }, body: { duplicateClientId: "cli_01kjp8r4f6h8k0n2q4s6v8x0z2" }, response: { client: { ...client, revision: 5 } } },
} satisfies Record<string, OperationExample>;
