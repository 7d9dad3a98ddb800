import { AppError, notFound } from "../../contract/error-codes.ts";
import { createId } from "../../platform/ids.ts";
import { announce } from "../../rpc/context.ts";
import type { Context } from "../../rpc/context.ts";
import { onBehalfOf } from "../../rpc/principal.ts";
import { requireCase } from "../cases/domain.ts";
import { Folder } from "./schema.ts";
import { holdFolder, insertFolder, readFolderPath } from "./store.ts";

export const maximumFolderDepth = 20;

/**
 * How siblings are compared: the same letters in another case, width or composition are the same name. By way of upper
 * case, where `ß` is `SS` and a final sigma is a sigma.
 */
export function foldName(name: string): string {
  return name.normalize("NFKC").toUpperCase().toLowerCase().normalize("NFKC").trim();
}

/**
 * Creates a folder below the case, or below one of its folders.
 * @throws NOT_FOUND for case or parent; DUPLICATE_ENTRY; VALIDATION_FAILED below the twentieth level
 */
export async function createFolder(
  context: Context,
  caseId: string,
  input: { name: string; parentFolderId: string | null },
): Promise<Folder> {
  const related = await requireCase(context, caseId);
  const parent = input.parentFolderId === null ? null : await holdFolder(context, caseId, input.parentFolderId);
  if (parent === undefined) throw notFound("Parent folder");
  const depth = (parent?.depth ?? 0) + 1;
  if (depth > maximumFolderDepth) {
    throw new AppError("VALIDATION_FAILED", `parentFolderId: folders nest at most ${maximumFolderDepth} levels deep`);
  }
  const row = await insertFolder(context, {
    id: createId("folder"),
    caseId,
    parentFolderId: input.parentFolderId,
    name: input.name,
    nameKey: foldName(input.name),
    depth,
    ownerAttorneyId: onBehalfOf(context.principal),
  });
  const folder = Folder.parse({ ...row, path: await readFolderPath(context, row.id) });
  announce(context, { eventType: "folder.created", entityId: folder.id, payload: folder, diff: {}, relatedIds: related });
  return folder;
}
