import { sql, type RawBuilder } from "kysely";
import type { DeletedRecord } from "../../../contract/deleted-records.ts";
import type { Tables } from "../tables.ts";
import type { Page } from "./cursor.ts";
import {
  readSortedPage,
  type ListContext,
  type SelectPage,
  type SortedList,
  type SortedPage,
  type SortedQuery,
} from "./sorted-list.ts";

/**
 * Where a list's deleted records are. Requires an index (organizationId, the case, updatedAt, id) WHERE "deletedAt" IS
 * NOT NULL.
 */
export interface DeletedRows {
  table: "Case" | "Lead" | "Client" | "Contact" | "Document" | "Folder" | "Invoice" | "Note" | "Task" | "CalendarEvent";
  /** Of one case alone. */
  caseId?: string | undefined;
  /** The column that says into which record it was merged. */
  mergedInto?: "mergedIntoClientId" | "mergedIntoContactId";
}

const withoutExternalId: ReadonlySet<keyof Tables> = new Set(["Folder"]);

/** A query of `acceptDeleted`. */
export type DeletedQuery<Name extends string> = SortedQuery<Name> & {
  includeDeleted?: boolean | undefined;
  updatedSince?: string | undefined;
};

/**
 * As `listRecords`, with the deleted records among the others if the query includes them. The live ones are read first:
 * what is deleted in between is returned twice, never not at all.
 *
 * @param ways `select` composes a page of live rows; `show` describes one
 */
export async function listWithDeleted<Name extends string, Row extends { id: string }, Shown>(
  { organizationId, installationKeys, transaction }: ListContext,
  { deleted, ...list }: Omit<SortedList<Name>, "organizationId" | "installationKeys"> & { deleted: DeletedRows },
  query: DeletedQuery<Name>,
  { select, show }: { select: SelectPage<Row>; show: (row: Row) => Shown },
): Promise<Page<Shown | DeletedRecord>> {
  const { rows, nextCursor } = await readSortedPage(
    { ...list, organizationId, installationKeys },
    query,
    async (page): Promise<(Row | DeletedRecord)[]> => {
      const selected = select(page);
      const live = "execute" in selected ? (await selected.execute(transaction)).rows : await selected;
      if (query.includeDeleted !== true) return live;
      const gone = await selectDeleted(
        { ...deleted, organizationId, alias: list.alias, updatedSince: query.updatedSince },
        page,
      ).execute(transaction);
      return mergeByChange(
        live,
        gone.rows.map((row) => describeDeleted(row, deleted.mergedInto)),
      ).slice(0, page.limit);
    },
  );
  return { rows: rows.map((row) => (isDeleted(row) ? row : show(row))), nextCursor };
}

interface DeletedRow extends Omit<DeletedRecord, "isDeleted"> {
  mergedInto: string | null;
}

interface DeletedSearch extends DeletedRows {
  organizationId: string;
  alias: string;
  updatedSince: string | undefined;
}

function selectDeleted(
  { organizationId, alias, table, caseId, mergedInto, updatedSince }: DeletedSearch,
  page: SortedPage,
): RawBuilder<DeletedRow> {
  const column = (name: string) => sql.ref(`${alias}.${name}`);
  const conditions = [
    sql`${column("organizationId")} = ${organizationId}`,
    sql`${column("deletedAt")} IS NOT NULL`,
    page.after,
  ];
  if (caseId !== undefined) conditions.push(sql`${column("caseId")} = ${caseId}`);
  if (updatedSince !== undefined) conditions.push(sql`${column("updatedAt")} >= ${updatedSince}::timestamptz`);
  return sql`SELECT ${column("id")}, ${column("deletedAt")}, ${column("updatedAt")},
      ${withoutExternalId.has(table) ? sql`NULL::text` : column("externalId")} AS "externalId",
      ${mergedInto === undefined ? sql`NULL::text` : column(mergedInto)} AS "mergedInto"
    FROM ${sql.table(table)} ${sql.ref(alias)} WHERE ${sql.join(conditions, sql` AND `)} ORDER BY ${page.order} LIMIT ${page.limit}`;
}

function describeDeleted({ mergedInto, ...row }: DeletedRow, column: DeletedRows["mergedInto"]): DeletedRecord {
  return { ...row, isDeleted: true, ...(mergedInto !== null && column !== undefined && { [column]: mergedInto }) };
}

const isDeleted = (row: object): row is DeletedRecord => "isDeleted" in row;

/** Instants have the same length, so their texts compare as they do. */
function mergeByChange<Row extends { id: string }>(
  live: readonly Row[],
  deleted: readonly DeletedRecord[],
): (Row | DeletedRecord)[] {
  const positionOf = (row: Row | DeletedRecord) => `${String((row as { updatedAt?: unknown }).updatedAt)} ${row.id}`;
  return [...live, ...deleted].toSorted((one, other) => (positionOf(one) < positionOf(other) ? -1 : 1));
}
