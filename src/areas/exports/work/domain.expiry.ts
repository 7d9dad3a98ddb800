import { objectKey } from "../../../platform/storage/storage.ts";
import type { Storage } from "../../../platform/storage/storage.ts";
import type { UnitOfWork } from "../../../rpc/unit-of-work.ts";
import { expireExport } from "./domain.endings.ts";
import { enqueueUnlessQueued, findWork, listDueExports, detachFile } from "./store.ts";
import type { DueExport, WorkRow } from "./store.ts";

type Database = UnitOfWork["database"];

/** What removes files. */
export interface RemovalTools {
  database: Database;
  files: {
    storage: Pick<Storage, "remove">;
    /** Forgets an object that nothing names, with its bytes. */
    drop(organizationId: string, objectId: string): Promise<boolean>;
  };
}

/** What is left to do with the file of an export that is made: expired when its time is over, removed when it is or when the export is deleted. */
export async function expireFile(tools: RemovalTools, row: WorkRow): Promise<void> {
  const { database } = tools;
  const { organizationId, id } = row;
  if (row.status === "completed" && row.isOver && row.deletedAt === null) await expireExport(database, organizationId, id);
  const now = await database.withTenantTransaction(organizationId, (transaction) => findWork({ organizationId, transaction }, id));
  if (now === undefined || now.objectId === null || (now.status === "completed" && now.deletedAt === null)) return;
  await removeFile(tools, now, now.objectId);
}

/**
 * Nobody is promised the file any more. The bytes go first: killed in between, the row still names them, and it is begun again. Once it
 * does not, nothing is left but a name, which the sweep would find too.
 */
async function removeFile({ database, files }: RemovalTools, { organizationId, id }: WorkRow, objectId: string): Promise<void> {
  await files.storage.remove(objectKey(organizationId, objectId));
  await database.withTenantTransaction(organizationId, (transaction) => detachFile({ organizationId, transaction }, id, objectId));
  await files.drop(organizationId, objectId);
}

/** Exports are looked for that nobody has taken up for so long: a queue that was emptied, a dump without it. */
const lostMinutes = 15;
const batch = 200;

/**
 * Enqueues the exports with which something is to be done by the clock: files whose time is over, files that were to be removed and
 * were not, and exports whose job got lost.
 * @returns how many
 */
export async function enqueueDueExports(database: Database): Promise<number> {
  let enqueued = 0;
  for (let after = ""; ; ) {
    const due: DueExport[] = await listDueExports(database.withoutTenant, lostMinutes, after, batch);
    for (const { organizationId, id } of due) {
      if (await database.withTenantTransaction(organizationId, (transaction) => enqueueUnlessQueued({ organizationId, transaction }, id))) enqueued += 1;
    }
    after = due.at(-1)?.id ?? "";
    if (due.length < batch) return enqueued;
  }
}
