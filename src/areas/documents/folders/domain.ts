import {
  invalidInput,
  invalidState,
  limitReached,
  notFound,
  recordInUse,
} from "../../../contract/errors/error-codes.ts";
import { staleRevision } from "../../../contract/revision.ts";
import { settleInOrder } from "../../../rpc/settle-in-order.ts";
import { createId } from "../../../platform/database/ids.ts";
import type { DeletedRecord } from "../../../contract/deleted-records.ts";
import { listWithDeleted } from "../../../platform/database/lists/deleted-records.ts";
import { nameSorts } from "../../../platform/database/lists/sorted-list.ts";
import { recordEvent, diffRecords, withoutIfMatch, type Context, type RecordReference } from "../../../rpc/context.ts";
import { onBehalfOf } from "../../../rpc/principal.ts";
import { lockCaseForShare, getLiveCase } from "../../cases/domain.ts";
import { changeTogether, rejectDeletion, rejectHeldOrganization } from "../domain.locks.ts";
import { Folder } from "../schema.ts";
import {
  changeFolders,
  findFolder,
  findFolders,
  lockTreeForShare,
  lockTreeForUpdate,
  listFolderRows,
  lockBranchForUpdate,
  lockDocumentsInForUpdate,
  shiftDepths,
  takeDeletionInstant,
  type FolderRow,
} from "./store.ts";
import { lockFolderForShare, insertFolder, readFolderPath } from "../store.ts";

/** Maximum folders and documents per deletion or restoration: each needs an event in the same transaction. */
export const maxBranchRecords = 500;

const maxFolderDepth = 20;

/** @throws VALIDATION_FAILED below the twentieth level */
function rejectDepth(depth: number): void {
  if (depth > maxFolderDepth)
    throw invalidInput({ path: "parentFolderId", message: `folders nest at most ${maxFolderDepth} levels deep` });
}

/**
 * A folder.
 *
 * @param includeDeleted whether one that is deleted, too
 * @throws NOT_FOUND
 */
export async function getFolder(context: Context, folderId: string, includeDeleted = false): Promise<Folder> {
  const row = await findFolder(context, folderId);
  if (row === undefined || (row.deletedAt !== null && !includeDeleted)) throw notFound("Folder");
  return Folder.parse(row);
}

export interface FolderSearch {
  caseId: string;
  after?: string | undefined;
  limit: number;
  sort: keyof typeof nameSorts;
  parentFolderId?: string | undefined;
  updatedSince?: string | undefined;
  includeDeleted?: boolean | undefined;
}

/**
 * A page of a case's folders.
 *
 * @throws NOT_FOUND for the case; VALIDATION_FAILED for a foreign cursor
 */
export async function listFolders(
  context: Context,
  search: FolderSearch,
): Promise<{ folders: (Folder | DeletedRecord)[]; nextCursor: string | null }> {
  const { caseId, parentFolderId, updatedSince } = search;
  await getLiveCase(context, caseId);
  const list = {
    name: `folders ${caseId}`,
    alias: "f",
    sorts: nameSorts,
    deleted: { table: "Folder", caseId },
  } as const;
  const filter = { caseId, parentFolderId: parentFolderId === "root" ? null : parentFolderId, updatedSince };
  const { rows, nextCursor } = await listWithDeleted(context, list, search, {
    select: (page) => listFolderRows(context, filter, page),
    show: (row): Folder => row,
  });
  return { folders: rows, nextCursor };
}

/**
 * Creates a folder below the case, or below one of its folders.
 *
 * @throws NOT_FOUND for case or parent; DUPLICATE_ENTRY; VALIDATION_FAILED below the twentieth level
 */
export async function createFolder(
  context: Context,
  caseId: string,
  { name, parentFolderId }: { name: string; parentFolderId: string | null },
): Promise<Folder> {
  const [related, , parent] = await settleInOrder(
    lockCaseForShare(context, caseId),
    lockTreeForShare(context, caseId),
    parentFolderId === null ? Promise.resolve(null) : lockFolderForShare(context, caseId, parentFolderId),
  );
  if (parent === undefined) throw notFound("Parent folder");
  const depth = (parent?.depth ?? 0) + 1;
  rejectDepth(depth);
  const id = createId("folder");
  const inserted = insertFolder(context, {
    id,
    caseId,
    parentFolderId,
    name,
    depth,
    ownerAttorneyId: onBehalfOf(context.principal),
  });
  // One round trip: the second statement sees the new row. Directly below the case the path is the name.
  const [row, path] = await settleInOrder(
    inserted,
    parent === null ? Promise.resolve(name) : readFolderPath(context, id),
  );
  const folder = Folder.parse({ ...row, path, documentCount: 0, childFolderCount: 0 });
  recordEvent(context, {
    eventType: "folder.created",
    entityId: folder.id,
    payload: folder,
    diff: {},
    relatedIds: related,
  });
  return folder;
}

interface LockedFolder {
  row: FolderRow;
  related: RecordReference[];
}

/**
 * Locks the folder tree of the case.
 *
 * @throws NOT_FOUND; INVALID_STATE_TRANSITION in an archived case
 */
async function lockFolderTreeForUpdate(context: Context, folderId: string): Promise<LockedFolder> {
  const found = await findFolder(context, folderId);
  if (found === undefined) throw notFound("Folder");
  const related = await lockCaseForShare(context, found.caseId);
  await lockTreeForUpdate(context, found.caseId);
  const row = await findFolder(context, folderId);
  if (row === undefined) throw notFound("Folder");
  return { row, related };
}

/**
 * Renames a folder, or moves it with its contents.
 *
 * @throws NOT_FOUND for folder or parent; STALE_REVISION; DUPLICATE_ENTRY for a sibling's name;
 *   INVALID_STATE_TRANSITION for a move into its own branch; VALIDATION_FAILED below the twentieth level
 */
export async function updateFolder(
  context: Context,
  folderId: string,
  changes: { name?: string | undefined; parentFolderId?: string | null | undefined },
): Promise<Folder> {
  const { row: before, related } = await lockFolderTreeForUpdate(context, folderId);
  if (before.deletedAt !== null) throw notFound("Folder");
  const { name = before.name, parentFolderId = before.parentFolderId } = changes;
  const branch = await lockBranchForUpdate(context, before.caseId, folderId, null);
  if (branch.some(({ id }) => id === parentFolderId)) {
    throw invalidState("A folder cannot be moved into itself, nor into a folder below it");
  }
  const depth = await lockDepthBelowForShare(context, before, parentFolderId, branch);
  const changed = await changeFolders(context, [folderId], { name, parentFolderId, depth });
  if (changed === 0) throw staleRevision("folder");
  await shiftDepths(context, idsBelow(branch, folderId), depth - before.depth);
  const after = await readFolder(context, folderId);
  recordEvent(context, {
    eventType: "folder.updated",
    entityId: folderId,
    payload: after,
    diff: diffRecords(Folder.parse(before), after),
    relatedIds: related,
  });
  return after;
}

/**
 * Locks a new parent FOR SHARE.
 *
 * @returns the depth below it
 * @throws NOT_FOUND for the parent; VALIDATION_FAILED when the branch gets too deep
 */
async function lockDepthBelowForShare(
  context: Context,
  { caseId, depth: from }: Pick<FolderRow, "caseId" | "depth">,
  parentFolderId: string | null,
  branch: readonly { depth: number }[],
): Promise<number> {
  const parent = parentFolderId === null ? null : await lockFolderForShare(context, caseId, parentFolderId);
  if (parent === undefined) throw notFound("Parent folder");
  const depth = (parent?.depth ?? 0) + 1;
  rejectDepth(depth + Math.max(...branch.map((each) => each.depth)) - from);
  return depth;
}

const idsBelow = (branch: readonly { id: string }[], folderId: string) =>
  branch.map(({ id }) => id).filter((id) => id !== folderId);

async function readFolder(context: Context, folderId: string): Promise<Folder> {
  return Folder.parse(await findFolder(context, folderId));
}

/**
 * Soft-deletes a folder; with `recursive` its contents too, with an event for each record.
 *
 * @throws NOT_FOUND; STALE_REVISION; INVALID_STATE_TRANSITION when it is not empty, has too many records, or a document
 *   in it is locked or on legal hold
 */
export async function deleteFolder(context: Context, folderId: string, recursive: boolean): Promise<void> {
  const { row, related } = await lockFolderTreeForUpdate(context, folderId);
  if (row.deletedAt !== null) throw notFound("Folder");
  const branch = await lockBranchForUpdate(context, row.caseId, folderId, null);
  const folderIds = branch.map(({ id }) => id);
  const documentIds = await lockDocumentsInForUpdate(context, folderIds, null, maxBranchRecords + 1);
  if (!recursive && branch.length + documentIds.length > 1) {
    throw recordInUse("The folder is not empty; empty it first, or delete it with recursive=true");
  }
  rejectTooMany(branch.length + documentIds.length);
  if (documentIds.length > 0) await rejectHeldOrganization(context);
  const before = await findFolders(context, folderIds);
  const deletedAt = await takeDeletionInstant(context, row.caseId, folderIds);
  await changeTogether(context, "document.deleted", documentIds, {
    changes: { deletedAt, lockedBy: null, lockExpiresAt: null },
    check: (document) => rejectDeletion(context, document),
  });
  if ((await changeFolders(context, [folderId], { deletedAt })) === 0) throw staleRevision("folder");
  await changeFolders(withoutIfMatch(context), idsBelow(branch, folderId), { deletedAt });
  await recordEachEvent(context, "folder.deleted", before, related);
}

function rejectTooMany(count: number): void {
  if (count <= maxBranchRecords) return;
  throw limitReached(
    `The folder contains more than ${maxBranchRecords} folders and documents; process its subfolders one by one`,
  );
}

async function recordEachEvent(
  context: Context,
  eventType: "folder.deleted" | "folder.restored",
  before: readonly FolderRow[],
  relatedIds: RecordReference[],
): Promise<void> {
  const after = new Map(
    (
      await findFolders(
        context,
        before.map(({ id }) => id),
      )
    ).map((row) => [row.id, Folder.parse(row)]),
  );
  for (const row of before) {
    const payload = after.get(row.id);
    if (payload === undefined) throw new Error("a folder that was just written is not there");
    recordEvent(context, {
      eventType,
      entityId: row.id,
      payload,
      diff: diffRecords(Folder.parse(row), payload),
      relatedIds,
    });
  }
}

/**
 * Restores a folder with the records deleted together with it, in its former parent or, if that is deleted, at the top
 * of the case.
 *
 * @throws NOT_FOUND; STALE_REVISION; DUPLICATE_ENTRY when its name is taken; INVALID_STATE_TRANSITION for a folder that
 *   is not deleted
 */
export async function restoreFolder(context: Context, folderId: string): Promise<Folder> {
  const { row, related } = await lockFolderTreeForUpdate(context, folderId);
  const { caseId, deletedAt } = row;
  if (deletedAt === null) throw invalidState("The folder is not deleted");
  const isParentThere =
    row.parentFolderId !== null && (await lockFolderForShare(context, caseId, row.parentFolderId)) !== undefined;
  const parentFolderId = isParentThere ? row.parentFolderId : null;
  const branch = await lockBranchForUpdate(context, caseId, folderId, deletedAt);
  const below = idsBelow(branch, folderId);
  const folderIds = [folderId, ...below];
  const documentIds = await lockDocumentsInForUpdate(context, folderIds, deletedAt, maxBranchRecords + 1);
  rejectTooMany(folderIds.length + documentIds.length);
  const before = await findFolders(context, folderIds);
  const depth = await lockDepthBelowForShare(context, row, parentFolderId, branch);
  if ((await changeFolders(context, [folderId], { deletedAt: null, parentFolderId, depth })) === 0)
    throw staleRevision("folder");
  await shiftDepths(context, below, depth - row.depth);
  await changeFolders(withoutIfMatch(context), below, { deletedAt: null });
  await changeTogether(context, "document.restored", documentIds, { changes: { deletedAt: null } });
  await recordEachEvent(context, "folder.restored", before.toReversed(), related);
  return readFolder(context, folderId);
}
