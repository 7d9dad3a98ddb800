import { AppError, invalidInput, notFound } from "../../contract/errors/error-codes.ts";
import type { Context } from "../../rpc/context.ts";
import { describeActor, onBehalfOf } from "../../rpc/principal.ts";
import { lockCaseForShare } from "../cases/domain.ts";
import { lockClientForShare } from "../clients/domain.ts";
import { lockContactsForShare } from "../contacts/domain.ts";
import { lockLeadForShare } from "../leads/domain.ts";
import { isPrivileged, getNoteRow, seesPrivileged } from "./domain.ts";
import { lockDocumentRowsForShare, type Owner } from "./store.owners.ts";
import { lockNoteRowForUpdate, type NoteRow } from "./store.ts";

/**
 * Locks the owner of a note until commit.
 *
 * Lock order, against deadlocks: owner (of a converted lead: the lead, then its case); documents; note. A change of a
 * lead locks it FOR UPDATE before anything else and locks no case that others see, so it never waits for one who waits
 * for the lead.
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

type Noun = "Note" | "Comment";

/**
 * Locks the owner of a note until commit, and reads the note without a lock.
 *
 * @param noun the noun of the 404 message
 * @throws NOT_FOUND, also for a privileged note that the caller does not see; INVALID_STATE_TRANSITION for an archived
 *   case
 */
export async function lockNoteOwnerForShare(context: Context, noteId: string, noun: Noun = "Note"): Promise<NoteRow> {
  const found = await getNoteRow(context, noteId);
  assertNoteVisible(context, found, noun);
  await lockOwnerForShare(context, found);
  if (found.caseId !== null || found.leadId === null) return found;
  // The lead may have been converted before it was locked. For its case after the lead see lockOwnerForShare.
  const now = await getNoteRow(context, noteId);
  if (now.caseId !== null) await lockCaseForShare(context, now.caseId);
  return now;
}

/**
 * Locks a note FOR NO KEY UPDATE until commit. Its owner is locked.
 *
 * @param noun the noun of the 404 message
 * @throws NOT_FOUND
 */
export async function lockNoteForUpdate(context: Context, noteId: string, noun: Noun = "Note"): Promise<NoteRow> {
  const row = await lockNoteRowForUpdate(context, noteId);
  if (row === undefined) throw notFound(noun);
  // A concurrent request may have made it privileged before the lock.
  assertNoteVisible(context, row, noun);
  return row;
}

/**
 * A privileged note is unknown to callers who may not see it: they can neither change, pin, comment nor delete it
 * (0153).
 *
 * @throws NOT_FOUND
 */
function assertNoteVisible(context: Context, row: NoteRow, noun: Noun): void {
  if (isPrivileged(row) && !seesPrivileged(context)) throw notFound(noun);
}

/**
 * Checks that the caller wrote a note or comment, or acts for the attorney for whom it was written.
 *
 * @param message of the error: who may, and what others can do
 * @throws FORBIDDEN
 */
export function assertAuthor(
  { principal }: Context,
  { author, onBehalfOfAttorneyId }: Pick<NoteRow, "author" | "onBehalfOfAttorneyId">,
  message: string,
): void {
  if (author.id === describeActor(principal).id) return;
  if (onBehalfOfAttorneyId !== null && onBehalfOfAttorneyId === onBehalfOf(principal)) return;
  throw new AppError("FORBIDDEN", message);
}

/**
 * Locks documents of the note's case or lead FOR SHARE until commit, against deletion.
 *
 * @throws VALIDATION_FAILED for a note of a client or contact; NOT_FOUND
 */
export async function lockDocumentsForShare(
  context: Context,
  owner: Owner,
  documentIds: readonly string[],
): Promise<void> {
  const wanted = new Set(documentIds);
  if (wanted.size === 0) return;
  if (owner.caseId === null && owner.leadId === null)
    throw invalidInput({
      path: "documentIds",
      message: "must be empty: notes of clients and contacts have no documents",
    });
  if ((await lockDocumentRowsForShare(context, owner, [...wanted])) < wanted.size) throw notFound("Document");
}
