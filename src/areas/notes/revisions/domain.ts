import { listRecords, type Sort } from "../../../platform/database/lists/sorted-list.ts";
import type { Row } from "../../../platform/database/tables.ts";
import type { Context } from "../../../rpc/context.ts";
import { auditRead, isPrivileged, getNoteRow, seesPrivileged, withheldText } from "../domain.ts";
import { NoteRevision, type BelowNoteQuery } from "./schema.ts";
import { selectRevisionPage } from "./store.ts";

const byNumber = { column: "number", type: "bigint" } as const;
const sorts = {
  newest: { ...byNumber, descending: true },
  oldest: { ...byNumber, descending: false },
} as const satisfies Record<string, Sort>;

/**
 * A page of a note's revisions, with the current one.
 *
 * @throws NOT_FOUND; VALIDATION_FAILED for a foreign cursor
 */
export async function listRevisions(
  context: Context,
  noteId: string,
  query: BelowNoteQuery,
): Promise<{ revisions: NoteRevision[]; nextCursor: string | null }> {
  const note = await getNoteRow(context, noteId);
  const { rows, nextCursor } = await listRecords(
    context,
    { name: `wordings of ${noteId}`, alias: "r", sorts },
    query,
    (page) => selectRevisionPage(context, noteId, page),
  );
  auditRead(context, note);
  return { revisions: rows.map((row) => showRevision(context, row, isPrivileged(note))), nextCursor };
}

function showRevision(context: Context, row: Row<"NoteRevision">, isOfPrivileged: boolean): NoteRevision {
  const isRedacted = (isOfPrivileged || isPrivileged(row)) && !seesPrivileged(context);
  const { body } = withheldText;
  return NoteRevision.parse({
    ...row,
    ...(isRedacted && { subject: body, body, tags: [], reason: row.reason === null ? null : body }),
    isRedacted,
  });
}
