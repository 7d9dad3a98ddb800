import { sql, type RawBuilder } from "kysely";
import type { Tables } from "../../../platform/database/tables.ts";
import type { TableRow } from "../../../platform/file-formats/table-values.ts";

const redacted = "[redacted]";
/** What is withheld of privileged notes, by table; of the tables without columns the rows. */
const withheld: Partial<Record<keyof Tables, TableRow>> = {
  Note: { subject: redacted, body: redacted, bodyText: redacted },
  NoteRevision: { subject: redacted, body: redacted, tags: [], reason: redacted },
  NoteComment: { body: redacted, bodyText: redacted },
  NoteTag: {},
  NoteDocument: {},
};

/** Whether the row `t0` is of a privileged note, or a wording that was privileged; null for tables without such rows. */
export function isOfPrivilegedNote(organizationId: string, table: keyof Tables): RawBuilder<boolean> | null {
  if (withheld[table] === undefined) return null;
  const own = sql<boolean>`t0.visibility = 'privileged'`;
  if (table === "Note") return own;
  const ofNote = sql<boolean>`EXISTS (SELECT FROM "Note" n WHERE n."organizationId" = ${organizationId} AND n.id = t0."noteId" AND n.visibility = 'privileged')`;
  return table === "NoteRevision" ? sql<boolean>`(${own} OR ${ofNote})` : ofNote;
}

/** The row without what is withheld; null if all of it is. */
export function withholdContent(table: keyof Tables, row: TableRow): TableRow | null {
  const columns = withheld[table] ?? {};
  return Object.keys(columns).length === 0 ? null : { ...row, ...columns };
}
