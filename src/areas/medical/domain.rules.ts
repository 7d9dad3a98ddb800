import { AppError, invalidInput, notFound } from "../../contract/error-codes.ts";
import { isUniqueViolation } from "../../platform/database-errors.ts";
import { commonSorts, readSortedPage } from "../../platform/sorted-list.ts";
import type { SortedPage } from "../../platform/sorted-list.ts";
import { noteAccess } from "../../rpc/context.ts";
import type { Context, RecordReference } from "../../rpc/context.ts";
import { requireDocument } from "../documents/domain.ts";
import type { WrittenTable } from "./store.rows.ts";

/** Runs what writes a row. @throws DUPLICATE_ENTRY when another record of its kind has the same externalId */
export async function keepUnique<Result>(table: WrittenTable, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (isUniqueViolation(error, `${table}_organizationId_externalId_key`)) throw new AppError("DUPLICATE_ENTRY", "externalId: another record has this value");
    throw error;
  }
}

/** A document of the case that something is about to refer to. @throws NOT_FOUND */
export async function requireCaseDocument(context: Context, caseId: string, documentId: string | null | undefined): Promise<void> {
  if (documentId === null || documentId === undefined) return;
  if ((await requireDocument(context, documentId)).caseId !== caseId) throw notFound("Document");
}

/** @throws VALIDATION_FAILED when the span ends before it begins */
export function judgeSpan(path: string, from: string | null | undefined, to: string | null | undefined): void {
  if (typeof from === "string" && typeof to === "string" && to < from) throw invalidInput({ path, message: "must not be before the span's first day" });
}

/** A row as it will be with these changes. What a change does not name stays. */
export function overlay<Row extends object>(row: Row, changes: object): Row {
  return { ...row, ...Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined)) };
}

const dayMilliseconds = 86_400_000;

/** The calendar day so many days later. */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * dayMilliseconds).toISOString().slice(0, 10);
}

/**
 * A page of a list of the area. What it shows is noted for the audit trail, record by record; where it shows nothing, that somebody looked.
 * @param list its name, the alias of its table, the kind of its records, and in what they were looked for
 */
export async function readAuditedPage<Row extends { id: string }>(
  context: Context,
  list: { name: string; alias: string; entity: string; within?: RecordReference; relate: (row: Row) => readonly RecordReference[] },
  query: { after?: string | undefined; limit: number; sort: keyof typeof commonSorts },
  read: (page: SortedPage) => Promise<Row[]>,
): Promise<{ rows: Row[]; nextCursor: string | null }> {
  const { organizationId, vault } = context;
  const page = await readSortedPage({ organizationId, vault, name: list.name, alias: list.alias, sorts: commonSorts }, query, read);
  for (const row of page.rows) noteAccess(context, { entity: list.entity, id: row.id }, list.relate(row));
  if (page.rows.length === 0) noteAccess(context, list.within ?? { entity: "organization", id: organizationId }, []);
  return page;
}
