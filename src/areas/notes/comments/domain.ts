import { limitReached, notFound } from "../../../contract/errors/error-codes.ts";
import { createId } from "../../../platform/database/ids.ts";
import { commonSorts, listRecords } from "../../../platform/database/lists/sorted-list.ts";
import { recordEvent, type Context, type EventToRecord } from "../../../rpc/context.ts";
import { describeActor, onBehalfOf } from "../../../rpc/principal.ts";
import { auditRead, isPrivileged, getNoteRow, relateNote, seesPrivileged, withheldText } from "../domain.ts";
import { lockNoteForUpdate, lockNoteOwnerForShare, assertAuthor } from "../domain.locks.ts";
import { toPlainText } from "../domain.plain-text.ts";
import type { BelowNoteQuery } from "../revisions/schema.ts";
import type { NoteRow } from "../store.ts";
import { NoteComment } from "./schema.ts";
import {
  countComment,
  findComment,
  insertComment,
  selectCommentPage,
  softDeleteComment,
  type CommentRow,
} from "./store.ts";

const maxComments = 500;

const sorts = { newest: commonSorts.newest, oldest: commonSorts.oldest };

function describeComment({ author, onBehalfOf: attorney, ...row }: CommentRow, isWithheld: boolean): NoteComment {
  return NoteComment.parse({
    ...row,
    ...(isWithheld && withheldText),
    ...(row.deletedAt !== null && { body: null, bodyText: null }),
    author: { ...author, onBehalfOf: attorney },
  });
}

/**
 * A page of a note's comments.
 *
 * @throws NOT_FOUND; VALIDATION_FAILED for a foreign cursor
 */
export async function listComments(
  context: Context,
  noteId: string,
  query: BelowNoteQuery,
): Promise<{ comments: NoteComment[]; nextCursor: string | null }> {
  const note = await getNoteRow(context, noteId);
  const { rows, nextCursor } = await listRecords(
    context,
    { name: `comments of ${noteId}`, alias: "k", sorts },
    query,
    (page) => selectCommentPage(context, noteId, page),
  );
  auditRead(context, note);
  return {
    comments: rows.map((row) => describeComment(row, isPrivileged(note) && !seesPrivileged(context))),
    nextCursor,
  };
}

/**
 * Adds a comment to a note of any author that the caller sees.
 *
 * @throws NOT_FOUND; INVALID_STATE_TRANSITION for an archived case, or at 500 comments
 */
export async function createComment(context: Context, noteId: string, body: string): Promise<NoteComment> {
  const bodyText = await toPlainText(context, body);
  await lockNoteOwnerForShare(context, noteId);
  const note = await lockNoteForUpdate(context, noteId);
  if (note.commentCount >= maxComments) throw limitReached(`The note has ${maxComments} comments; write a new note`);
  const id = createId("noteComment");
  const { principal } = context;
  await insertComment(context, {
    id,
    noteId,
    body,
    bodyText,
    author: JSON.stringify(describeActor(principal)),
    onBehalfOfAttorneyId: onBehalfOf(principal),
  });
  await countComment(context, noteId, 1);
  const row = await getCommentRow(context, id);
  recordCommentEvent(context, "note_comment.created", note, row);
  return describeComment(row, false);
}

/**
 * Deletes a comment; its place stays.
 *
 * @throws NOT_FOUND, FORBIDDEN; INVALID_STATE_TRANSITION for an archived case
 */
export async function deleteComment(context: Context, commentId: string): Promise<void> {
  const found = await getCommentRow(context, commentId);
  await lockNoteOwnerForShare(context, found.noteId, "Comment");
  assertAuthor(
    context,
    found,
    "Only the key that wrote the comment, or one that acts for the same attorney, may delete it",
  );
  const note = await lockNoteForUpdate(context, found.noteId, "Comment");
  const deletedAt = new Date().toISOString();
  if (!(await softDeleteComment(context, commentId, deletedAt))) throw notFound("Comment");
  await countComment(context, found.noteId, -1);
  recordCommentEvent(context, "note_comment.deleted", note, { ...found, deletedAt });
}

/** @throws NOT_FOUND */
async function getCommentRow(context: Context, commentId: string): Promise<CommentRow> {
  const row = await findComment(context, commentId);
  if (row === undefined) throw notFound("Comment");
  return row;
}

function recordCommentEvent(
  context: Context,
  eventType: EventToRecord["eventType"],
  note: NoteRow,
  row: CommentRow,
): void {
  const { deletedAt } = row;
  recordEvent(context, {
    eventType,
    entityId: row.id,
    payload: describeComment(row, isPrivileged(note)),
    diff: deletedAt === null ? {} : { deletedAt: { from: null, to: deletedAt } },
    relatedIds: relateNote(note),
  });
}
