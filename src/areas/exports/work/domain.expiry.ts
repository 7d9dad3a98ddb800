import { objectKey, type Storage } from "../../../platform/storage/storage.ts";
import type { UnitOfWork } from "../../../rpc/unit-of-work.ts";
import { expireExport } from "./domain.endings.ts";
import { enqueueUnlessQueued, findWork, listDueExports, detachFile, type DueExport, type WorkRow } from "./store.ts";

type Database = UnitOfWork["database"];

export interface RemovalTools {
  database: Database;
  files: {
    storage: Pick<Storage, "remove">;
    /** Deletes an unreferenced object with its bytes. */
    drop(organizationId: string, objectId: string): Promise<boolean>;
  };
}

/** Expires a finished export when due, and removes the file of an expired or deleted one. */
export async function expireFile(tools: RemovalTools, row: WorkRow): Promise<void> {
  const { database } = tools;
  const { organizationId, id } = row;
  if (row.status === "completed" && row.isOver && row.deletedAt === null)
    await expireExport(database, organizationId, id);
  const now = await database.withTenantTransaction(organizationId, (transaction) =>
    findWork({ organizationId, transaction }, id),
  );
  if (now === undefined || now.objectId === null || (now.status === "completed" && now.deletedAt === null)) return;
  await removeFile(tools, now, now.objectId);
}

/**
 * Bytes first: if the process dies in between, the row still refers to the object and the removal is repeated. Once it
 * does not, only an object name is left, which the purge job removes too.
 */
async function removeFile(
  { database, files }: RemovalTools,
  { organizationId, id }: WorkRow,
  objectId: string,
): Promise<void> {
  await files.storage.remove(objectKey(organizationId, objectId));
  await database.withTenantTransaction(organizationId, (transaction) =>
    detachFile({ organizationId, transaction }, id, objectId),
  );
  await files.drop(organizationId, objectId);
}

/** A job counts as lost after this time: the queue was emptied, or a dump without it restored. */
const lostMinutes = 15;
const batch = 200;

/**
 * Enqueues exports whose file is due to expire or to be removed, and exports whose job was lost.
 *
 * @returns how many
 */
export async function enqueueDueExports(database: Database): Promise<number> {
  let enqueued = 0;
  for (let after = ""; ;) {
    const due: DueExport[] = await listDueExports(database.withoutTenant, lostMinutes, after, batch);
    for (const { organizationId, id } of due) {
      if (
        await database.withTenantTransaction(organizationId, (transaction) =>
          enqueueUnlessQueued({ organizationId, transaction }, id),
        )
      )
        enqueued += 1;
    }
    after = due.at(-1)?.id ?? "";
    if (due.length < batch) return enqueued;
  }
}
