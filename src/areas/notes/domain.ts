import { notFound } from "../../contract/errors/error-codes.ts";
import type { DeletedRecord } from "../../contract/deleted-records.ts";
import type { EventType } from "../../contract/events/event-types.ts";
import { readSearchWords } from "../../platform/database/lists/search-terms.ts";
import { listWithDeleted } from "../../platform/database/lists/deleted-records.ts";
import { commonSorts, type Sort } from "../../platform/database/lists/sorted-list.ts";
import {
  diffRecords,
  recordAuditEntry,
  recordEvent,
  type Context,
  type EventToRecord,
  type RecordReference,
} from "../../rpc/context.ts";
import { Note, NoteInEvent, type NoteQuery } from "./schema.ts";
import { findNotes, getDayBounds, selectNotePage, type NoteRow } from "./store.ts";

const redacted = "[redacted]";
/** The content of a privileged note, as callers without the scope `notes:privileged` see it. */
const withheld = { subject: redacted, body: redacted, bodyText: redacted, tags: [], attachments: [] };
type Content = keyof typeof withheld;
export const contentFields = Object.keys(withheld) as Content[];

/** The text of a withheld comment or revision. */
export const withheldText = { body: redacted, bodyText: redacted };

export function isPrivileged({ visibility }: Pick<NoteRow, "visibility">): boolean {
  return visibility === "privileged";
}

export function seesPrivileged({ principal }: Pick<Context, "principal">): boolean {
  return principal.scopes.has("notes:privileged");
}

function describeNote(row: NoteRow): Note {
  const { author, onBehalfOf, editedAt } = row;
  return Note.parse({ ...row, author: { ...author, onBehalfOf }, isEdited: editedAt !== null, isRedacted: false });
}

/**
 * The note as the caller may see it.
 *
 * @param sent content that the caller sent with this request, which is shown to them
 */
export function showNote(context: Context, row: NoteRow, sent: readonly Content[] = []): Note {
  const { scopes } = context.principal;
  const note = describeNote(row);
  const hideName = <Named>(named: Named, scope: "leads:read" | "clients:read" | "contacts:read") =>
    named === null || scopes.has(scope) ? named : { ...named, name: null };
  const shown = {
    ...note,
    lead: hideName(note.lead, "leads:read"),
    client: hideName(note.client, "clients:read"),
    contact: hideName(note.contact, "contacts:read"),
  };
  const hidden =
    isPrivileged(row) && !seesPrivileged(context) ? contentFields.filter((name) => !sent.includes(name)) : [];
  return {
    ...shown,
    ...Object.fromEntries(hidden.map((name) => [name, withheld[name]])),
    isRedacted: hidden.length > 0,
  };
}

/**
 * A page of notes.
 *
 * @throws VALIDATION_FAILED for a foreign cursor, or a search without words
 */
export async function listNotes(
  context: Context,
  query: NoteQuery,
): Promise<{ notes: (Note | DeletedRecord)[]; nextCursor: string | null }> {
  const { q, occurredFrom, occurredTo, after, limit, sort, includeDeleted, ...plain } = query;
  const words = q === undefined ? [] : await readSearchWords(context.transaction, q, "q");
  const isBounded = occurredFrom !== undefined || occurredTo !== undefined;
  const occurred = isBounded ? { occurred: await getDayBounds(context, occurredFrom, occurredTo) } : {};
  const filters = { ...plain, ...occurred, words, seesPrivileged: seesPrivileged(context) };
  const list = {
    name: "notes",
    alias: "n",
    sorts: noteSorts,
    deleted: { table: "Note", caseId: plain.caseId },
  } as const;
  const page = { after, limit, sort, includeDeleted, updatedSince: plain.updatedSince };
  const { rows, nextCursor } = await listWithDeleted(context, list, page, {
    select: (each) => selectNotePage(context, filters, each),
    show: (row) => showNoteRow(context, row),
  });
  return { notes: rows, nextCursor };
}

function showNoteRow(context: Context, row: NoteRow): Note {
  auditRead(context, row);
  return showNote(context, row);
}

const noteSorts = {
  ...commonSorts,
  occurred: { column: "occurredAt", type: "timestamptz", descending: true },
  pinned: { column: "isPinned", type: "boolean", descending: true },
} as const satisfies Record<string, Sort>;

/** @throws NOT_FOUND, also when it was deleted */
export async function getNoteRow(context: Context, noteId: string): Promise<NoteRow> {
  const [row] = await findNotes(context, [noteId]);
  if (row === undefined) throw notFound("Note");
  return row;
}

/** @throws NOT_FOUND */
export async function getNote(context: Context, noteId: string): Promise<Note> {
  return showNoteRow(context, await getNoteRow(context, noteId));
}

/** Records in the audit log that a privileged note was shown. */
export function auditRead(context: Context, row: NoteRow): void {
  if (isPrivileged(row) && seesPrivileged(context))
    recordAuditEntry(context, { entity: "note", id: row.id }, relateNote(row));
}

/** relatedIds of an event of the note or of its comments. */
export function relateNote({
  id,
  caseId,
  caseClientId,
  leadId,
  clientId,
  contactId,
  mentions,
}: NoteRow): RecordReference[] {
  const owners = { case: caseId, client: clientId ?? caseClientId, lead: leadId, contact: contactId };
  return [
    { entity: "note", id },
    ...Object.entries(owners).flatMap(([entity, owner]) => (owner === null ? [] : [{ entity, id: owner }])),
    ...mentions.map((member) => ({ entity: "member", id: member.id })),
  ];
}

/** The payload of an event: without the content of a privileged note. */
export function describeInEvent(row: NoteRow): NoteInEvent {
  const described = describeNote(row);
  return NoteInEvent.parse(isPrivileged(row) ? { ...described, ...withheld, isRedacted: true } : described);
}

/**
 * Records an event, without the content where the note is or was privileged.
 *
 * @param before null for a creation
 */
export function recordNoteEvent(context: Context, eventType: EventType, before: NoteRow | null, after: NoteRow): void {
  const payload = describeInEvent(after);
  const changed =
    before === null ? {} : diffRecords(NoteInEvent.parse(describeNote(before)), NoteInEvent.parse(describeNote(after)));
  const isWithheld = isPrivileged(after) || (before !== null && isPrivileged(before));
  const diff = isWithheld ? redactContent(changed) : changed;
  recordEvent(context, { eventType, entityId: after.id, payload, diff, relatedIds: relateNote(after) });
}

function redactContent(diff: EventToRecord["diff"]): EventToRecord["diff"] {
  const isContent: ReadonlySet<string> = new Set(contentFields);
  return Object.fromEntries(
    Object.entries(diff).map(([name, change]) => [
      name,
      isContent.has(name) ? { from: redacted, to: redacted } : change,
    ]),
  );
}
