import { invalidInput, notFound } from "../../contract/errors/error-codes.ts";
import { rejectDuplicates } from "../../platform/database/duplicate-entry.ts";
import { commonSorts, listRecords, type SelectPage } from "../../platform/database/lists/sorted-list.ts";
import { recordAuditEntry, type Context, type RecordReference } from "../../rpc/context.ts";
import { lockDocumentForShare } from "../documents/domain.ts";
import type { WrittenTable } from "./store.rows.ts";

/**
 * @param written the values
 * @param also messages for further unique indexes
 * @throws DUPLICATE_ENTRY when another record of the table has the same externalId
 */
export function keepUnique<Result>(
  table: WrittenTable,
  write: Promise<Result>,
  written: object,
  also: Readonly<Record<string, string>> = {},
): Promise<Result> {
  return rejectDuplicates(
    { [`${table}_organizationId_externalId_key`]: "externalId: used by another record", ...also },
    write,
    written,
  );
}

/**
 * Locks a document of the case FOR SHARE until commit: something is about to refer to it.
 *
 * @throws NOT_FOUND
 */
export async function lockCaseDocumentForShare(
  context: Context,
  caseId: string,
  documentId: string | null | undefined,
): Promise<void> {
  if (documentId === null || documentId === undefined) return;
  if ((await lockDocumentForShare(context, documentId)).caseId !== caseId) throw notFound("Document");
}

/** @throws VALIDATION_FAILED when the span ends before it begins */
export function validateSpan(path: string, from: string | null | undefined, to: string | null | undefined): void {
  if (typeof from === "string" && typeof to === "string" && to < from)
    throw invalidInput({ path, message: "must not be before the first day" });
}

/** Merges changes into a row; undefined members are ignored. */
export function overlay<Row extends object>(row: Row, changes: object): Row {
  return { ...row, ...Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined)) };
}

/**
 * A page of a list, with an audit entry for each record on it, or one for an empty page.
 *
 * @param list its name, table alias, record kind and parent
 */
export async function readAuditedPage<Row extends { id: string }>(
  context: Context,
  list: {
    name: string;
    alias: string;
    entity: string;
    within?: RecordReference;
    relate: (row: Row) => readonly RecordReference[];
  },
  query: { after?: string | undefined; limit: number; sort: keyof typeof commonSorts },
  select: SelectPage<Row>,
): Promise<{ rows: Row[]; nextCursor: string | null }> {
  const page = await listRecords(context, { name: list.name, alias: list.alias, sorts: commonSorts }, query, select);
  for (const row of page.rows) recordAuditEntry(context, { entity: list.entity, id: row.id }, list.relate(row));
  if (page.rows.length === 0)
    recordAuditEntry(context, list.within ?? { entity: "organization", id: context.organizationId }, []);
  return page;
}
