import * as z from "zod";
import { Id } from "../../contract/values.ts";
import { operation, router } from "../../rpc/operation.ts";
import { createFolder } from "./domain.ts";
import { Folder, FolderName } from "./schema.ts";

export const documents = router({
  createFolder: operation({
    method: "POST",
    path: "/cases/{caseId}/folders",
    summary: "Create a folder",
    description: "Names are unique among siblings, regardless of case. Folders nest at most 20 levels deep. The acting attorney becomes the owner. `Location` is the folder's address; it can be read once the documents area has its read operations.",
    area: "Documents",
    scope: "documents:write",
    tier: "write",
    idempotency: "required",
    emits: ["folder.created"],
    errors: ["NOT_FOUND", "DUPLICATE_ENTRY"],
    etag: "folder.revision",
    created: { location: "/cases/{folder.caseId}/folders/{folder.id}" },
  })
    .input(z.strictObject({ caseId: Id, name: FolderName, parentFolderId: Id.nullable().default(null) }))
    .output(z.object({ folder: Folder }))
    .mutation(async ({ ctx, input: { caseId, ...folder } }) => ({ folder: await createFolder(ctx, caseId, folder) })),
});
