import { hasOpenJob } from "../../../platform/jobs/job-rows.ts";
import { objectKey } from "../../../platform/storage/storage.ts";
import { deleteRows } from "../store.ts";
import type { ImportTools } from "./domain.tools.ts";
import { enqueueImport, importQueue } from "./store.queue.ts";
import { detachFiles, lockOverForUpdate, listDueImports } from "./store.ts";

/** A job counts as lost after this time: the queue was emptied, or a dump without it restored. */
const lostMinutes = 15;
const batch = 200;

type ExpiryTools = Pick<ImportTools, "database"> & {
  files: { tools: { storage: Pick<ImportTools["files"]["storage"], "remove"> }; drop: ImportTools["files"]["drop"] };
};

/**
 * Deletes the files and rows of imports whose time is over, and enqueues imports that lost their job.
 *
 * @returns how many were deleted
 */
export async function maintainImports({ database, files }: ExpiryTools): Promise<number> {
  let expired = 0;
  for (const { organizationId, id, isOver } of await listDueImports(database.withoutTenant, lostMinutes, batch)) {
    if (isOver) expired += (await expireImport({ database, files }, organizationId, id)) ? 1 : 0;
    else
      await database.withTenantTransaction(organizationId, async (transaction) => {
        const context = { organizationId, transaction };
        if (!(await hasOpenJob(transaction, importQueue.name, "importId", id))) await enqueueImport(context, id);
      });
  }
  return expired;
}

/** Bytes first: if the process dies in between, the row still names the objects, and the removal is repeated. */
async function expireImport(
  { database, files }: ExpiryTools,
  organizationId: string,
  importId: string,
): Promise<boolean> {
  const objects = await database.withTenantTransaction(organizationId, async (transaction) => {
    const over = await lockOverForUpdate({ organizationId, transaction }, importId);
    return over === undefined ? null : [over.objectId, over.reportObjectId].filter((object) => object !== null);
  });
  if (objects === null) return false;
  for (const objectId of objects) await files.tools.storage.remove(objectKey(organizationId, objectId));
  await database.withTenantTransaction(organizationId, async (transaction) => {
    await deleteRows({ organizationId, transaction }, importId);
    await detachFiles({ organizationId, transaction }, importId);
  });
  for (const objectId of objects) await files.drop(organizationId, objectId);
  return true;
}
