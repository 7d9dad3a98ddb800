import { caseSummary } from "./example-records.case-moves.ts";
import { client } from "./example-records.ts";
import { ids } from "./example-story.ts";
import type { OperationExamples } from "./operation-examples.ts";

const parameters = { clientId: ids.clientId };

/** The operations of the area clients in use, by their names in the catalogue. */
export const clientExamples: Readonly<Record<string, OperationExamples>> = {
  "clients.list": { parameters: { q: "marsh", sort: "name" }, answer: { clients: [client], nextCursor: null } },
  "clients.create": {
    body: {
      firstName: client.firstName,
      lastName: client.lastName,
      email: client.email,
      phone: client.phone,
      address: client.address,
      dateOfBirth: client.dateOfBirth,
      ssn: "219-64-4821",
      externalId: client.externalId,
    },
    answer: { client },
  },
  "clients.get": { parameters, answer: { client } },
  "clients.listCases": { parameters: { ...parameters, sort: "updated" }, answer: { cases: [caseSummary], nextCursor: null } },
  "clients.update": { parameters, body: { phone: "+1 512 555 0143", zipCode: "78704" }, answer: { client } },
  "clients.delete": { parameters, answer: {} },
  "clients.merge": { parameters, body: { duplicateClientId: "cli_01kjp8r4f6h8k0n2q4s6v8x0z2" }, answer: { client: { ...client, revision: 5 } } },
  "clients.revealSsn": { parameters, body: {}, answer: { clientId: ids.clientId, ssn: "219-64-4821" } },
};
