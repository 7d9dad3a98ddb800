import * as z from "zod";
import { acceptDeleted, acceptDeletedRecord, orDeleted } from "../../../contract/deleted-records.ts";
import { sortedPageInput, NamedListSort } from "../../../contract/page.ts";
import { Id, changesSomething } from "../../../contract/values/values.ts";
import { Nothing, nothing, operation } from "../../../rpc/operation.ts";
import {
  createFolder,
  deleteFolder,
  getFolder,
  listFolders,
  maxBranchRecords,
  restoreFolder,
  updateFolder,
} from "./domain.ts";
import { Folder, PathName } from "../schema.ts";

const area = "Documents";
const reading = { area, scope: "documents:read" } as const;
const changing = { area, scope: "documents:write", readBy: "documents:read", etag: "folder.revision" } as const;
const Chosen = z.strictObject({ folderId: Id });
const Shown = z.object({ folder: Folder });

export const folderProcedures = {
  "cases.folders.create": operation({
    ...changing,
    route: "POST /cases/{caseId}/folders",
    summary: "Create a folder",
    description:
      "Names are unique among siblings, regardless of case and invisible characters. Folders nest at most 20 levels deep. The acting attorney becomes the owner.",
    emits: ["folder.created"],
    errors: ["DUPLICATE_ENTRY", "INVALID_STATE_TRANSITION"],
    created: { location: "/folders/{folder.id}" },
  })
    .input(z.strictObject({ caseId: Id, name: PathName, parentFolderId: Id.nullable().default(null) }))
    .output(Shown)
    .mutation(async ({ ctx, input: { caseId, ...folder } }) => ({ folder: await createFolder(ctx, caseId, folder) })),

  "cases.folders.list": operation({
    ...reading,
    route: "GET /cases/{caseId}/folders",
    summary: "List a case's folders",
    description:
      "Returns the folders of the whole tree that are not deleted; see `parentFolderId`, `depth` and `path` for their positions. " +
      "`parentFolderId` returns one level: the folders directly in that folder, or with `root` those directly below the case.",
  })
    .input(
      acceptDeleted(
        z.strictObject({
          caseId: Id,
          ...sortedPageInput,
          sort: NamedListSort.default("newest"),
          parentFolderId: Id.optional().meta({ description: "A folder's id, or `root`." }),
        }),
        ["caseId"],
      ),
    )
    .output(z.object({ folders: z.array(orDeleted(Folder)), nextCursor: z.string().nullable() }))
    .query(({ ctx, input }) => listFolders(ctx, input)),

  "folders.get": operation({
    ...reading,
    route: "GET /folders/{folderId}",
    summary: "Get a folder",
    description:
      "Returns the folder; a deleted one with `includeDeleted` alone, such as to restore it. Use the ETag only for `If-Match`: path and counts depend on other records " +
      "without a new revision, so the response is never 304.",
    etag: "folder.revision",
    isVolatile: true,
  })
    .input(Chosen.extend(acceptDeletedRecord))
    .output(Shown)
    .query(async ({ ctx, input }) => ({ folder: await getFolder(ctx, input.folderId, input.includeDeleted) })),

  "folders.update": operation({
    ...changing,
    route: "PATCH /folders/{folderId}",
    summary: "Update a folder",
    description:
      "Renames the folder, or moves it with its contents to another folder of its case; `parentFolderId` null means directly below the case. " +
      "Send at least one field. Fails with 409 if a sibling has the name, or for a move into the folder itself or a subfolder; fails with 400 if a subfolder would be deeper than 20 levels.",
    emits: ["folder.updated"],
    errors: ["DUPLICATE_ENTRY", "STALE_REVISION", "INVALID_STATE_TRANSITION"],
    ifMatch: "required",
  })
    .input(
      z
        .strictObject({ folderId: Id, name: PathName.optional(), parentFolderId: Id.nullable().optional() })
        .refine(...changesSomething("folderId")),
    )
    .output(Shown)
    .mutation(async ({ ctx, input: { folderId, ...changes } }) => ({
      folder: await updateFolder(ctx, folderId, changes),
    })),

  "folders.delete": operation({
    area,
    scope: "documents:write",
    readBy: "documents:read",
    route: "DELETE /folders/{folderId}",
    summary: "Delete a folder",
    description:
      `Soft-deletes the folder; its name can be used again. Fails with 409 unless it is empty. With \`recursive=true\` its contents are deleted too, each ` +
      `with its own event: at most ${maxBranchRecords} folders and documents, none of them locked by another key or member or on legal hold.`,
    emits: ["folder.deleted"],
    mayEmit: ["document.deleted"],
    errors: ["STALE_REVISION", "INVALID_STATE_TRANSITION"],
  })
    .input(z.strictObject({ folderId: Id, recursive: z.boolean().default(false) }))
    .output(Nothing)
    .mutation(nothing(({ ctx, input }) => deleteFolder(ctx, input.folderId, input.recursive))),

  "folders.restore": operation({
    ...changing,
    route: "POST /folders/{folderId}/restore",
    summary: "Restore a deleted folder",
    description:
      "Restores the folder and what was deleted with it to its place, or directly below the case if its parent is deleted. Fails with 409 if a " +
      "sibling now has its name, or if it is not deleted.",
    emits: ["folder.restored"],
    mayEmit: ["document.restored"],
    errors: ["DUPLICATE_ENTRY", "STALE_REVISION", "INVALID_STATE_TRANSITION"],
  })
    .input(Chosen)
    .output(Shown)
    .mutation(async ({ ctx, input }) => ({ folder: await restoreFolder(ctx, input.folderId) })),
};
