import * as z from "zod";
import { listPageLimit, pageInput } from "../../../contract/page.ts";
import { GivenInstant, Id } from "../../../contract/values.ts";
import { operation } from "../../../rpc/operation.ts";
import { createFolder, deleteFolder, getFolder, listFolders, mostTakenAlong, restoreFolder, updateFolder } from "./domain.ts";
import { Folder, FolderName } from "../schema.ts";

const area = "Documents";
const reading = { area, scope: "documents:read", tier: "read", idempotency: "none", errors: ["NOT_FOUND"] } as const;
const changing = { area, scope: "documents:write", tier: "write", idempotency: "required", etag: "folder.revision" } as const;
const Chosen = z.strictObject({ folderId: Id });
const Shown = z.object({ folder: Folder });

/** The folders of a case. */
export const folderProcedures = {
  createFolder: operation({
    ...changing,
    method: "POST",
    path: "/cases/{caseId}/folders",
    summary: "Create a folder",
    description: "Names are unique among siblings, regardless of case. Folders nest at most 20 levels deep. The acting attorney becomes the owner.",
    emits: ["folder.created"],
    errors: ["NOT_FOUND", "DUPLICATE_ENTRY", "INVALID_STATE_TRANSITION"],
    created: { location: "/folders/{folder.id}" },
  })
    .input(z.strictObject({ caseId: Id, name: FolderName, parentFolderId: Id.nullable().default(null) }))
    .output(Shown)
    .mutation(async ({ ctx, input: { caseId, ...folder } }) => ({ folder: await createFolder(ctx, caseId, folder) })),

  listFolders: operation({
    ...reading,
    method: "GET",
    path: "/cases/{caseId}/folders",
    summary: "List a case's folders",
    description:
      "The folders that are not deleted, of the whole tree: `parentFolderId`, `depth` and `path` say where each lies. " +
      "`parentFolderId` narrows to one level: the folders directly in that folder, or with `root` those directly below the case.",
  })
    .input(
      z.strictObject({
        caseId: Id,
        ...pageInput(listPageLimit),
        sort: z.enum(["newest", "oldest", "updated", "name"]).default("newest"),
        parentFolderId: Id.optional().meta({ description: "A folder's id, or `root`." }),
        updatedSince: GivenInstant.optional(),
      }),
    )
    .output(z.object({ folders: z.array(Folder), nextCursor: z.string().nullable() }))
    .query(({ ctx, input }) => listFolders(ctx, input)),

  getFolder: operation({
    ...reading,
    method: "GET",
    path: "/folders/{folderId}",
    summary: "Get a folder",
    description:
      "Deleted ones too: `deletedAt` tells. The ETag is for `If-Match`: path and counts follow the folders above and what lies in it, " +
      "without a new revision, so the answer is never 304.",
    etag: "folder.revision",
    movesByItself: true,
  })
    .input(Chosen)
    .output(Shown)
    .query(async ({ ctx, input }) => ({ folder: await getFolder(ctx, input.folderId) })),

  updateFolder: operation({
    ...changing,
    method: "PATCH",
    path: "/folders/{folderId}",
    summary: "Update a folder",
    description:
      "Renames it, or moves it with all that lies in it to another folder of its case; `parentFolderId` null is directly below the case. " +
      "At least one field. 409 for a name that a sibling has, and for a move into itself or below; 400 when something in it would lie deeper than 20 levels.",
    emits: ["folder.updated"],
    errors: ["NOT_FOUND", "DUPLICATE_ENTRY", "STALE_REVISION", "INVALID_STATE_TRANSITION"],
    ifMatch: "required",
  })
    .input(
      z.strictObject({ folderId: Id, name: FolderName.optional(), parentFolderId: Id.nullable().optional() }).refine(
        (input) => Object.keys(input).length > 1,
        { path: ["body"], message: "must change at least one field" },
      ),
    )
    .output(Shown)
    .mutation(async ({ ctx, input: { folderId, ...changes } }) => ({ folder: await updateFolder(ctx, folderId, changes) })),

  removeFolder: operation({
    area,
    scope: "documents:write",
    tier: "write",
    idempotency: "required",
    method: "DELETE",
    path: "/folders/{folderId}",
    summary: "Delete a folder",
    description:
      `It can be restored, and its name is free meanwhile. 409 unless it is empty; with \`recursive=true\` all that lies in it is deleted with it, each ` +
      `with its event, at most ${mostTakenAlong} folders and documents at once, and none that is locked by somebody else or on legal hold.`,
    emits: ["folder.deleted"],
    mayEmit: ["document.deleted"],
    errors: ["NOT_FOUND", "STALE_REVISION", "INVALID_STATE_TRANSITION"],
  })
    .input(z.strictObject({ folderId: Id, recursive: z.boolean().default(false) }))
    .output(z.object({}))
    .mutation(async ({ ctx, input }) => {
      await deleteFolder(ctx, input.folderId, input.recursive);
      return {};
    }),

  restoreFolder: operation({
    ...changing,
    method: "POST",
    path: "/folders/{folderId}/restore",
    summary: "Restore a deleted folder",
    description:
      "With what was deleted together with it, where it was, or directly below the case when the folder above is gone. 409 when a " +
      "sibling has its name meanwhile, and for one that is not deleted.",
    emits: ["folder.restored"],
    mayEmit: ["document.restored"],
    errors: ["NOT_FOUND", "DUPLICATE_ENTRY", "STALE_REVISION", "INVALID_STATE_TRANSITION"],
  })
    .input(Chosen)
    .output(Shown)
    .mutation(async ({ ctx, input }) => ({ folder: await restoreFolder(ctx, input.folderId) })),
};
