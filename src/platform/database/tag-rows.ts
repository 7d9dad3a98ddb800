import { sql } from "kysely";
import type { Transaction } from "./database.ts";
import { insertRows, type NewRow } from "./records.ts";

/** Tables of a record's tags, or of other values that it has once each: the columns of the record and of the value. */
const columns = {
  CaseTag: ["caseId", "tagId"],
  ClientTag: ["clientId", "tag"],
  DocumentTag: ["documentId", "tag"],
  NoteTag: ["noteId", "tag"],
  NoteMention: ["noteId", "memberId"],
  NoteDocument: ["noteId", "documentId"],
  TaskTag: ["taskId", "tag"],
  TaskAssignee: ["taskId", "memberId"],
  TaskDependency: ["taskId", "predecessorId"],
  TaskDocument: ["taskId", "documentId"],
  DeadlineAssignee: ["deadlineId", "memberId"],
  CalendarTag: ["eventId", "tag"],
  CalendarDocument: ["eventId", "documentId"],
} as const;

/** Replaces a record's tags; writes only differences. */
export async function replaceTagRows(
  { transaction, organizationId }: { transaction: Transaction; organizationId: string },
  table: keyof typeof columns,
  recordId: string,
  tags: readonly string[],
): Promise<void> {
  const [rows, [owner, tag]] = [sql.table(table), columns[table].map((column) => sql.ref(column))];
  await sql`DELETE FROM ${rows} WHERE "organizationId" = ${organizationId} AND ${owner} = ${recordId}
    AND ${tag} <> ALL (${[...tags]}::text[])`.execute(transaction);
  await insertTagRows({ organizationId, transaction }, table, recordId, tags);
}

/** Inserts tags of a record, or none; skips those that it has. */
export async function insertTagRows(
  tenant: { transaction: Transaction; organizationId: string },
  table: keyof typeof columns,
  recordId: string,
  tags: readonly string[],
): Promise<void> {
  const rows = tags.map((value) => ({ [columns[table][0]]: recordId, [columns[table][1]]: value }));
  await insertRows(tenant, table as "ClientTag", rows as unknown as NewRow<"ClientTag">[], "skip");
}
