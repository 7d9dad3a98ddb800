import { AppError, invalidInput, notFound } from "../../contract/errors/error-codes.ts";
import type { Context } from "../../rpc/context.ts";
import { describeActor, onBehalfOf } from "../../rpc/principal.ts";
import { lockCaseForShare } from "../cases/domain.ts";
import { lockClientForShare } from "../clients/domain.ts";
import { lockContactsForShare } from "../contacts/domain.ts";
import { lockLeadForShare } from "../leads/domain.ts";
import { isPrivileged, readNote, seesPrivileged } from "./domain.ts";
import { countActiveMembers, shareDocuments, type Owner } from "./store.owners.ts";
import { lockNote, type NoteRow } from "./store.ts";

/**
 * Lock order, against deadlocks: case, lead, client or contact; documents; note.
 *
 * Locks the owner of a note, open to changes.
 *
 * @throws NOT_FOUND; INVALID_STATE_TRANSITION for an archived case
 */
export async function lockOwnerForShare(
  context: Context,
  { caseId, leadId, clientId, contactId }: Owner,
): Promise<void> {
  if (caseId !== null) await lockCaseForShare(context, caseId);
  else if (leadId !== null) await lockLeadForShare(context, leadId);
  else if (clientId !== null) await lockClientForShare(context, clientId);
  else await lockContactsForShare(context, [contactId]);
}

/**
 * Locks the owner of a note, not the note itself.
 *
 * @param named what the request names: the note, or a comment on it
 * @throws NOT_FOUND, also for a privileged note that the caller does not see; INVALID_STATE_TRANSITION for an archived
 *   case
 */
export async function openNote(context: Context, noteId: string, named: "Note" | "Comment" = "Note"): Promise<NoteRow> {
  const found = await readNote(context, noteId);
  requireSeen(context, found, named);
  await lockOwnerForShare(context, found);
  if (found.caseId !== null || found.leadId === null) return found;
  // The lead may have been converted before the lock; now it cannot be.
  const now = await readNote(context, noteId);
  if (now.caseId !== null) await lockCaseForShare(context, now.caseId);
  return now;
}

/**
 * Locks a note whose owner is locked.
 *
 * @param named as in {@link openNote}
 * @throws NOT_FOUND
 */
export async function lockOpenNote(
  context: Context,
  noteId: string,
  named: "Note" | "Comment" = "Note",
): Promise<NoteRow> {
  const row = await lockNote(context, noteId);
  if (row === undefined) throw notFound(named);
  // Another may have made it privileged before the lock.
  requireSeen(context, row, named);
  return row;
}

/**
 * Nobody changes, pins, comments or deletes what they do not see: it is like an unknown note to them (0153).
 *
 * @throws NOT_FOUND
 */
function requireSeen(context: Context, row: NoteRow, named: "Note" | "Comment"): void {
  if (isPrivileged(row) && !seesPrivileged(context)) throw notFound(named);
}

/**
 * Requires the key that wrote it, or one that acts for the same attorney.
 *
 * @param rest of the message: what it is, and what others can do
 * @throws FORBIDDEN
 */
export function requireAuthor(
  { principal }: Context,
  { author, onBehalfOfAttorneyId }: Pick<NoteRow, "author" | "onBehalfOfAttorneyId">,
  rest: string,
): void {
  if (author.id === describeActor(principal).id) return;
  if (onBehalfOfAttorneyId !== null && onBehalfOfAttorneyId === onBehalfOf(principal)) return;
  throw new AppError("FORBIDDEN", `Only the key that wrote the ${rest}`);
}

/**
 * Requires active members.
 *
 * @throws NOT_FOUND
 */
export async function checkActiveMembers(context: Context, memberIds: readonly string[]): Promise<void> {
  const wanted = new Set(memberIds);
  if (wanted.size > 0 && (await countActiveMembers(context, [...wanted])) < wanted.size) throw notFound("Member");
}

/**
 * Locks documents of the note's case or lead against deletion.
 *
 * @throws VALIDATION_FAILED for a note of a client or contact; NOT_FOUND
 */
export async function requireDocuments(context: Context, owner: Owner, documentIds: readonly string[]): Promise<void> {
  const wanted = new Set(documentIds);
  if (wanted.size === 0) return;
  if (owner.caseId === null && owner.leadId === null)
    throw invalidInput({
      path: "documentIds",
      message: "must be empty: notes of clients and contacts have no documents",
    });
  if ((await shareDocuments(context, owner, [...wanted])) < wanted.size) throw notFound("Document");
}
