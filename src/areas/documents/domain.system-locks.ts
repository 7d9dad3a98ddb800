import { invalidState } from "../../contract/errors/error-codes.ts";
import type { Context } from "../../rpc/context.ts";
import { describeActor, systemPrincipal } from "../../rpc/principal.ts";
import { endOfSystemLocks } from "./domain.description.ts";
import { changeTogether } from "./domain.locks.ts";
import { lockDocumentRowsForUpdate, type DocumentRow } from "./store.records.ts";

/**
 * Gives documents the lock of Caseport itself, until it is released, and records `document.locked` for each. The caller
 * has locked their case or lead.
 *
 * @param documentIds of one case or lead; those that have this lock keep it without an event
 * @throws INVALID_STATE_TRANSITION when a key or member holds the lock of one, or one is deleted
 */
export async function takeSystemLocks(context: Context, documentIds: readonly string[]): Promise<void> {
  const rows = await lockDocumentRowsForUpdate(context, documentIds);
  const unlocked = rows.filter((row) => !isSystemLocked(row));
  await changeTogether(context, "document.locked", idsOf(unlocked), {
    changes: { lockedBy: describeActor(systemPrincipal(context.organizationId)), lockExpiresAt: endOfSystemLocks },
    check: rejectUnlockable,
  });
}

/** Releases the lock of Caseport itself, where a document has it, and records `document.unlocked` for each. */
export async function releaseSystemLocks(context: Context, documentIds: readonly string[]): Promise<void> {
  const rows = await lockDocumentRowsForUpdate(context, documentIds);
  await changeTogether(context, "document.unlocked", idsOf(rows.filter(isSystemLocked)), {
    changes: { lockedBy: null, lockExpiresAt: null },
  });
}

const isSystemLocked = ({ isLocked, lockExpiresAt }: DocumentRow) => isLocked && lockExpiresAt === endOfSystemLocks;

const idsOf = (rows: readonly DocumentRow[]) => rows.map(({ id }) => id);

function rejectUnlockable(row: DocumentRow): void {
  if (row.deletedAt === null && !row.isLocked) return;
  throw invalidState(`The document ${row.id} is deleted, or locked by a key or member`, {
    errorReason: "document_locked",
  });
}
