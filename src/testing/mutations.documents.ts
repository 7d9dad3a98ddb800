import { createCase } from "./firm.ts";
import { newName } from "./mutation.ts";
import type { Arrange } from "./mutation.ts";

/** The mutations of the area documents, each with a fresh record to work on. */
export const documentMutations: Record<string, Arrange> = {
  "documents.createFolder": async (firm) => {
    const { caseId } = await createCase(firm);
    const name = newName();
    const effects = { text: `SELECT count(*)::integer AS effects FROM "Folder" WHERE "caseId" = $1 AND name = $2`, values: [caseId, name] };
    return { method: "POST", path: `/cases/${caseId}/folders`, body: { name }, entity: "folder", effects };
  },
};
