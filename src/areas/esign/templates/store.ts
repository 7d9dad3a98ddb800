import { sql, type RawBuilder } from "kysely";
import type { SortedPage } from "../../../platform/database/lists/sorted-list.ts";
import { rejectDuplicates } from "../../../platform/database/duplicate-entry.ts";
import { insertRows, selectRecord, updateRecord, type NewRow } from "../../../platform/database/records.ts";
import type { Row } from "../../../platform/database/tables.ts";
import type { Context } from "../../../rpc/context.ts";

export type TemplateRow = Row<"EsignTemplate">;

/** A template, also an archived one, without a lock. */
export function findTemplate(context: Context, id: string): Promise<TemplateRow | undefined> {
  return selectRecord(context, "EsignTemplate", id).selectAll().executeTakeFirst();
}

export function lockTemplateForUpdate(context: Context, id: string): Promise<TemplateRow | undefined> {
  return selectRecord(context, "EsignTemplate", id).selectAll().forNoKeyUpdate().executeTakeFirst();
}

/** The file of a template in the storage. */
export function findTemplateFile(
  context: Pick<Context, "organizationId" | "transaction">,
  id: string,
): Promise<Pick<TemplateRow, "objectId" | "fileName" | "sizeBytes" | "sha256"> | undefined> {
  return selectRecord(context, "EsignTemplate", id)
    .select(["objectId", "fileName", "sizeBytes", "sha256"])
    .executeTakeFirst();
}

const unique = {
  EsignTemplate_name: "name: used by another signature template",
  EsignTemplate_organizationId_externalId_key: "externalId: used by another signature template",
};

/** @throws DUPLICATE_ENTRY */
export async function insertTemplate(context: Context, row: NewRow<"EsignTemplate">): Promise<void> {
  await rejectDuplicates(unique, insertRows(context, "EsignTemplate", [row]), row);
}

/** A column that is undefined keeps its value. */
export type TemplateColumns = {
  [
    Column in
      | "name"
      | "description"
      | "purpose"
      | "archived"
      | "externalId"
      | "objectId"
      | "fileName"
      | "sizeBytes"
      | "sha256"
      | "pageCount"
      | "isReady"
  ]?: TemplateRow[Column] | undefined;
} & { recipients?: string; fields?: string; pages?: string; acroFields?: string; problems?: string };

/**
 * Writes columns of a locked template, whose revision the caller has compared.
 *
 * @throws DUPLICATE_ENTRY
 */
export async function changeTemplate(context: Context, id: string, columns: TemplateColumns): Promise<void> {
  await rejectDuplicates(unique, updateRecord(context, "EsignTemplate", id, columns).execute(), columns);
}

export interface TemplateFilters {
  purpose?: string | undefined;
  archived?: boolean | undefined;
  updatedSince?: string | undefined;
}

export function selectTemplatePage(
  { organizationId }: Pick<Context, "organizationId">,
  { purpose, archived, updatedSince }: TemplateFilters,
  page: SortedPage,
): RawBuilder<TemplateRow> {
  const conditions = [
    sql`t."organizationId" = ${organizationId}`,
    ...(purpose === undefined ? [] : [sql`t.purpose = ${purpose}`]),
    ...(archived === undefined ? [] : [sql`t.archived = ${archived}`]),
    ...(updatedSince === undefined ? [] : [sql`t."updatedAt" >= ${updatedSince}::timestamptz`]),
  ];
  return sql<TemplateRow>`SELECT t.* FROM "EsignTemplate" t WHERE ${sql.join(conditions, sql` AND `)} AND ${page.after}
    ORDER BY ${page.order} LIMIT ${page.limit}::integer`;
}
