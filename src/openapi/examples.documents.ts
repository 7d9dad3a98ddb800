import { folder } from "./example-records.ts";
import { ids } from "./example-story.ts";
import type { OperationExamples } from "./operation-examples.ts";

/** The operations of the area documents in use, by their names in the catalogue. */
export const documentExamples: Readonly<Record<string, OperationExamples>> = {
  "documents.createFolder": {
    parameters: { caseId: ids.caseId },
    body: { name: "Mercy General", parentFolderId: ids.parentFolderId },
    answer: { folder },
  },
};
