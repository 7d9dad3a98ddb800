import { invalidState, notFound } from "../../contract/errors/error-codes.ts";
import { withoutIfMatch, type Context, type RecordReference } from "../../rpc/context.ts";
import { describeActor } from "../../rpc/principal.ts";
import { lockCaseForShare } from "../cases/domain.ts";
import { lockLeadForShare } from "../leads/domain.ts";
import { endOfSystemLocks, recordRowEvent, readDocument, type DocumentEvent } from "./domain.description.ts";
import {
  areDocumentsHeld,
  changeDocuments,
  findDocuments,
  lockDocumentRowForUpdate,
  type DocumentRow,
  type RowChanges,
} from "./store.records.ts";

/**
 * Lock order, against deadlocks: case or lead, folder, document, upload.
 *
 * Locks the case or lead of a document and requires it to accept changes; does not lock the document.
 *
 * @param which `any` for one that may be deleted
 * @throws NOT_FOUND; INVALID_STATE_TRANSITION in an archived case
 */
export async function lockOwnerOfForShare(
  context: Context,
  documentId: string,
  which: "live" | "any",
): Promise<DocumentRow> {
  const found = await readDocument(context, documentId);
  if (which === "live" && found.deletedAt !== null) throw notFound("Document");
  await lockOwnerForShare(context, found);
  if (found.caseId !== null) return found;
  // The lead may have been converted before the lock; now it cannot be.
  const now = await readDocument(context, documentId);
  if (now.caseId !== null) await lockCaseForShare(context, now.caseId);
  return now;
}

/**
 * The case or the lead that a document belongs to, open to changes.
 *
 * @throws NOT_FOUND, INVALID_STATE_TRANSITION
 */
export function lockOwnerForShare(
  context: Context,
  { caseId, leadId }: { caseId: string | null; leadId: string | null },
): Promise<RecordReference[]> {
  if (caseId !== null) return lockCaseForShare(context, caseId);
  return lockLeadForShare(context, leadId ?? "");
}

/**
 * Locks a live document; the caller has locked its owner.
 *
 * @throws NOT_FOUND
 */
export async function lockLiveDocumentForUpdate(context: Context, documentId: string): Promise<DocumentRow> {
  const row = await lockDocumentRowForUpdate(context, documentId);
  if (row === undefined || row.deletedAt !== null) throw notFound("Document");
  return row;
}

/**
 * Locks a document and its owner for a change.
 *
 * @throws NOT_FOUND for an unknown or deleted one; INVALID_STATE_TRANSITION in an archived case, and when another key
 *   or member holds the document's lock
 */
export async function lockDocumentForUpdate(context: Context, documentId: string): Promise<DocumentRow> {
  await lockOwnerOfForShare(context, documentId, "live");
  const row = await lockLiveDocumentForUpdate(context, documentId);
  rejectLocked(context, row);
  return row;
}

/** @throws INVALID_STATE_TRANSITION when another key or member holds the lock, or Caseport while it is signed */
export function rejectLocked(context: Context, row: DocumentRow): void {
  if (!row.isLocked || isHolder(context, row)) return;
  const message =
    row.lockExpiresAt === endOfSystemLocks
      ? "The document is out for signature; void its signature request to change or delete it"
      : "The document is locked by another key or member";
  throw invalidState(message, { errorReason: "document_locked" });
}

/** Whether the caller locked the document. */
export function isHolder({ principal }: Context, { lockedBy }: Pick<DocumentRow, "lockedBy">): boolean {
  const { type, id } = describeActor(principal);
  const holder = lockedBy as { type: string; id: string } | null;
  return holder?.type === type && holder.id === id;
}

const onLegalHold = () => invalidState("The document is on legal hold and cannot be deleted");

/** @throws INVALID_STATE_TRANSITION for a document that may not be deleted now */
export function rejectDeletion(context: Context, row: DocumentRow): void {
  rejectLocked(context, row);
  if (row.legalHold) throw onLegalHold();
}

/** @throws INVALID_STATE_TRANSITION while all documents of the organization are on legal hold */
export async function rejectHeldOrganization(context: Context): Promise<void> {
  if (await areDocumentsHeld(context)) throw onLegalHold();
}

/**
 * Updates locked documents alike and records an event for each, in three statements. Ignores their revisions: If-Match
 * names the folder's or lead's.
 *
 * @param check rejects a document by throwing
 */
export async function changeTogether(
  context: Context,
  eventType: DocumentEvent,
  documentIds: readonly string[],
  { changes, check = () => undefined }: { changes: RowChanges; check?: (row: DocumentRow) => void },
): Promise<void> {
  if (documentIds.length === 0) return;
  const before = await findDocuments(context, documentIds);
  for (const row of before) check(row);
  await changeDocuments(withoutIfMatch(context), documentIds, changes);
  const after = new Map((await findDocuments(context, documentIds)).map((row) => [row.id, row]));
  for (const row of before) recordRowEvent(context, eventType, after.get(row.id) ?? row, row);
}
