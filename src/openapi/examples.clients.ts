import { client } from "./example-records.ts";
import { ids } from "./example-story.ts";
import type { OperationExamples } from "./operation-examples.ts";

/** The operations of the area clients in use, by their names in the catalogue. */
export const clientExamples: Readonly<Record<string, OperationExamples>> = {
  "clients.update": {
    parameters: { clientId: ids.clientId },
    body: { phone: "+1 512 555 0143", zipCode: "78704" },
    answer: { client },
  },
};
