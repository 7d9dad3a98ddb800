import { invalidInput, limitReached } from "../../contract/errors/error-codes.ts";
import { staleRevision } from "../../contract/revision.ts";
import { createId } from "../../platform/database/ids.ts";
import { insertTagRows, replaceTagRows } from "../../platform/database/tag-rows.ts";
import { recordAuditEntry, type Context } from "../../rpc/context.ts";
import { describeActor, onBehalfOf } from "../../rpc/principal.ts";
import { settleInOrder } from "../../rpc/settle-in-order.ts";
import { lockLeadForShare } from "../leads/domain.ts";
import { assertMembersActive } from "../team/domain.ts";
import { contentFields, isPrivileged, getNoteRow, recordNoteEvent, relateNote, showNote } from "./domain.ts";
import {
  lockNoteForUpdate,
  lockOwnerForShare,
  lockNoteOwnerForShare,
  assertAuthor,
  lockDocumentsForShare,
} from "./domain.locks.ts";
import { notifyMentioned } from "./domain.mentions.ts";
import { toPlainText } from "./domain.plain-text.ts";
import type { NewNote, Note, NoteChanges } from "./schema.ts";
import { lockAndCountPins, redactNoteEvents, type Owner } from "./store.owners.ts";
import { updateNoteRow, insertNote, insertRevision, softDeleteNote, type NoteRow } from "./store.ts";

const most = { revisions: 200, pinned: 20 };

/**
 * Creates a note of a case, lead, client or contact.
 *
 * @throws NOT_FOUND for the owner, a member or a document; INVALID_STATE_TRANSITION for an archived case;
 *   DUPLICATE_ENTRY; VALIDATION_FAILED for documents of a client's or contact's note
 */
export async function createNote(
  context: Context,
  ofOwner: Partial<Owner>,
  { mentionIds = [], tags = [], documentIds = [], ...columns }: NewNote,
): Promise<Note> {
  const { principal } = context;
  const bodyText = await toPlainText(context, columns.body);
  const owner = await lockPlaceForShare(context, {
    caseId: null,
    leadId: null,
    clientId: null,
    contactId: null,
    ...ofOwner,
  });
  await assertMembersActive(context, mentionIds);
  await lockDocumentsForShare(context, owner, documentIds);
  const id = createId("note");
  const inserted = insertNote(context, {
    ...columns,
    ...owner,
    id,
    bodyText,
    author: JSON.stringify(describeActor(principal)),
    onBehalfOfAttorneyId: onBehalfOf(principal),
  });
  const [, , , , row] = await settleInOrder(
    inserted,
    insertTagRows(context, "NoteTag", id, tags),
    insertTagRows(context, "NoteMention", id, mentionIds),
    insertTagRows(context, "NoteDocument", id, documentIds),
    getNoteRow(context, id),
  );
  await recordRevision(context, row, null);
  recordNoteEvent(context, "note.created", null, row);
  await notifyMentioned(context, row, mentionIds);
  return showNote(context, row, contentFields);
}

/** Locks the owner of a new note FOR SHARE until commit. The note of a converted lead also belongs to its case. */
async function lockPlaceForShare(context: Context, owner: Owner): Promise<Owner> {
  await lockOwnerForShare(context, owner);
  if (owner.leadId === null) return owner;
  const related = await lockLeadForShare(context, owner.leadId);
  const caseId = related.find(({ entity }) => entity === "case")?.id ?? null;
  if (caseId !== null) await lockOwnerForShare(context, { ...owner, caseId });
  return { ...owner, caseId };
}

type Links = Pick<NoteChanges, "tags" | "mentionIds" | "documentIds">;

async function replaceLinks(context: Context, noteId: string, { tags, mentionIds, documentIds }: Links): Promise<void> {
  if (tags !== undefined) await replaceTagRows(context, "NoteTag", noteId, tags);
  if (mentionIds !== undefined) await replaceTagRows(context, "NoteMention", noteId, mentionIds);
  if (documentIds !== undefined) await replaceTagRows(context, "NoteDocument", noteId, documentIds);
}

async function recordRevision(context: Context, row: NoteRow, reason: string | null): Promise<void> {
  const { id: noteId, revisionCount: number, subject, body, type, visibility, occurredAt, tags } = row;
  const editedBy = JSON.stringify(describeActor(context.principal));
  await insertRevision(context, {
    id: createId("noteRevision"),
    noteId,
    number,
    subject,
    body,
    type,
    visibility,
    occurredAt,
    tags,
    editedBy,
    reason,
  });
}

/**
 * Updates a note; null clears a field, a list replaces the one before it. Earlier revisions are kept.
 *
 * @throws NOT_FOUND for the note, a member or a document; FORBIDDEN for another author's note; INVALID_STATE_TRANSITION
 *   for an archived case, or after 200 revisions; STALE_REVISION; DUPLICATE_ENTRY; VALIDATION_FAILED without a reason
 *   to lower
 */
export async function updateNote(context: Context, noteId: string, { reason, ...changes }: NoteChanges): Promise<Note> {
  const bodyText = changes.body === undefined ? undefined : await toPlainText(context, changes.body);
  const found = await lockNoteOwnerForShare(context, noteId);
  assertAuthor(
    context,
    found,
    "Only the key that wrote the note, or one that acts for the same attorney, may change it; " +
      "comment on it or write a new note",
  );
  // Only new members and documents are checked: those that the note has stay, even if deactivated or deleted.
  await assertMembersActive(context, listNew(found.mentions, changes.mentionIds));
  await lockDocumentsForShare(context, found, listNew(found.attachments, changes.documentIds));
  const before = await lockNoteForUpdate(context, noteId);
  const isLowered = isPrivileged(before) && !isPrivileged({ visibility: changes.visibility ?? before.visibility });
  if (isLowered && reason === undefined)
    throw invalidInput({ path: "reason", message: "required to lower the visibility of a privileged note" });
  const isEdited = isNoteChanged(before, changes);
  if (isEdited) assertRevisionLimit(before);
  const { tags, mentionIds, documentIds, ...columns } = changes;
  const derived = {
    ...(bodyText !== undefined && { bodyText }),
    ...(isEdited && { revisionCount: before.revisionCount + 1, editedAt: new Date().toISOString() }),
  };
  if (!(await updateNoteRow(context, noteId, { ...columns, ...derived }))) throw staleRevision("note");
  await replaceLinks(context, noteId, { tags, mentionIds, documentIds });
  const row = await getNoteRow(context, noteId);
  if (isEdited) await recordRevision(context, row, reason ?? null);
  if (isPrivileged(row) && !isPrivileged(before)) await redactNoteEvents(context, noteId, contentFields);
  if (isLowered) {
    const lowered = { visibility: { from: before.visibility, to: row.visibility }, reason: { from: null, to: reason } };
    recordAuditEntry(context, { entity: "note", id: noteId }, relateNote(row), lowered);
  }
  recordNoteEvent(context, "note.updated", before, row);
  await notifyMentioned(context, row, listNew(before.mentions, mentionIds));
  return showNote(
    context,
    row,
    contentFields.filter((name) => name in changes || (name === "bodyText" && "body" in changes)),
  );
}

function listNew(has: readonly { id: string }[], ids: readonly string[] = []): string[] {
  return ids.filter((id) => !has.some((known) => known.id === id));
}

/** @throws INVALID_STATE_TRANSITION for a note that has as many revisions as it can */
function assertRevisionLimit({ revisionCount }: NoteRow): void {
  if (revisionCount >= most.revisions) {
    throw limitReached(`The note was edited ${most.revisions} times; write a new note`);
  }
}

/** Whether a change differs from what the note has. */
function isNoteChanged(
  before: NoteRow,
  { tags, mentionIds, documentIds, occurredAt, ...plain }: Omit<NoteChanges, "reason">,
): boolean {
  const differs = (has: readonly string[], given: readonly string[] = has) =>
    has.length !== new Set(given).size || given.some((each) => !has.includes(each));
  const idsOf = (records: readonly { id: string }[]) => records.map(({ id }) => id);
  return (
    Object.entries(plain).some(([name, value]) => before[name as keyof typeof plain] !== value) ||
    (occurredAt !== undefined && Date.parse(occurredAt) !== Date.parse(before.occurredAt)) ||
    differs(before.tags, tags) ||
    differs(idsOf(before.mentions), mentionIds) ||
    differs(idsOf(before.attachments), documentIds)
  );
}

/**
 * Soft-deletes a note; its revisions and comments are kept.
 *
 * @throws NOT_FOUND, FORBIDDEN, STALE_REVISION; INVALID_STATE_TRANSITION for an archived case
 */
export async function deleteNote(context: Context, noteId: string): Promise<void> {
  assertAuthor(
    context,
    await lockNoteOwnerForShare(context, noteId),
    "Only the key that wrote the note, or one that acts for the same attorney, may delete it",
  );
  const before = await lockNoteForUpdate(context, noteId);
  const deleted = await softDeleteNote(context, noteId, new Date().toISOString());
  if (deleted === undefined) throw staleRevision("note");
  recordNoteEvent(context, "note.deleted", before, { ...before, ...deleted });
}

/**
 * Pins a note, or unpins it.
 *
 * @throws NOT_FOUND, STALE_REVISION; INVALID_STATE_TRANSITION for an archived case, or when 20 are pinned
 */
export async function setPinned(context: Context, noteId: string, isPinned: boolean): Promise<Note> {
  const owner = await lockNoteOwnerForShare(context, noteId);
  const pinned = isPinned ? await lockAndCountPins(context, owner) : 0;
  const before = await lockNoteForUpdate(context, noteId);
  if (!before.isPinned && pinned >= most.pinned) throw limitReached(`${most.pinned} notes are pinned; unpin one first`);
  const columns = {
    isPinned,
    pinnedAt: isPinned ? new Date().toISOString() : null,
    pinnedBy: isPinned ? JSON.stringify(describeActor(context.principal)) : null,
  };
  if (!(await updateNoteRow(context, noteId, columns))) throw staleRevision("note");
  const row = await getNoteRow(context, noteId);
  recordNoteEvent(context, isPinned ? "note.pinned" : "note.unpinned", before, row);
  return showNote(context, row);
}
