import type { ArchiveDeclaration } from "../../rpc/archive.ts";

const ofNote = { part: "notes", owners: { noteId: "Note" } } as const;

export const noteArchive: readonly ArchiveDeclaration[] = [
  {
    table: "Note",
    part: "notes",
    file: "notes",
    order: ["id"],
    owners: { caseId: "Case", leadId: "Lead", clientId: "Client", contactId: "Contact" },
    isSoftDeleted: true,
  },
  { ...ofNote, table: "NoteRevision", file: "note-revisions", order: ["id"] },
  { ...ofNote, table: "NoteComment", file: "note-comments", order: ["id"], isSoftDeleted: true },
  { ...ofNote, table: "NoteTag", file: "note-tags", order: ["noteId", "tag"] },
  { ...ofNote, table: "NoteMention", file: "note-mentions", order: ["noteId", "memberId"] },
  { ...ofNote, table: "NoteDocument", file: "note-documents", order: ["noteId", "documentId"] },
];
