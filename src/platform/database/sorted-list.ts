import { sql } from "kysely";
import type { RawBuilder } from "kysely";
import { AppError } from "../../contract/error-codes.ts";
import { foreignCursorMessage } from "../../contract/page.ts";
import { readCursor, writeCursor } from "./list-cursor.ts";
import type { InstallationKeys } from "../crypto/installation-keys.ts";

/**
 * One way to sort a list: by a column that is never null, then by id. An index (organizationId, column, id) carries it; behind a
 * filter, (organizationId, filtered column, column, id).
 */
export interface Sort {
  /** null: by id alone, which is the order of creation. */
  column: string | null;
  /** What the column's value is cast to; row-level security lets only leakproof comparisons reach an index, and these are. */
  type: "text" | "timestamptz" | "date" | "bigint";
  descending: boolean;
}

/** What most lists offer: `newest`, `oldest`, and `updated` for who keeps a copy. */
export const commonSorts = {
  newest: { column: null, type: "text", descending: true },
  oldest: { column: null, type: "text", descending: false },
  updated: { column: "updatedAt", type: "timestamptz", descending: false },
} as const satisfies Record<string, Sort>;

/** What a store needs to read one page of a sorted list. */
export interface SortedPage {
  /** The condition that begins the page, for WHERE. */
  after: RawBuilder<boolean>;
  /** For ORDER BY. */
  order: RawBuilder<unknown>;
  /** One more than is shown: it tells whether there is a next page. */
  limit: number;
  /** Only where the list is sorted by id alone: for a table that narrows it, whose index has the same ids in the same order. */
  byId?: {
    descending: boolean;
    /** {@link SortedPage.after}, of another column that equals the id. PostgreSQL does not infer it, and would read the other index from its beginning. */
    after(id: RawBuilder<unknown>): RawBuilder<boolean>;
  };
  /** Whether it is sorted by a text, such as a name, in which the words of a search may stand. */
  byText?: boolean;
  /** A searched word that few records have: see findRareWord in search-terms.ts. */
  rareWord?: string;
}

export interface SortedList<Name extends string> {
  organizationId: string;
  installationKeys: InstallationKeys;
  /** The list's name: its cursors fit no other list. */
  name: string;
  /** The alias of the sorted table in the store's statement. */
  alias: string;
  sorts: Readonly<Record<Name, Sort>>;
}

interface Place {
  value: string | number | null;
  id: string;
}

/**
 * A page of a sorted list, and where the next begins; null at the list's end. The place is the last row's id and what it was
 * sorted by when it was shown: a row that moves meanwhile takes nothing with it. Sealed, since cursors stand in URLs and the value may be PHI.
 * @param read gives the rows of the page; each has `id` and the sorted column under its name
 * @throws VALIDATION_FAILED for a foreign or edited cursor, or one of another sort
 */
export async function readSortedPage<Name extends string, Row extends { id: string }>(
  list: SortedList<Name>,
  query: { after?: string | undefined; limit: number; sort: Name },
  read: (page: SortedPage) => Promise<Row[]>,
): Promise<{ rows: Row[]; nextCursor: string | null }> {
  const sort = list.sorts[query.sort];
  const place = query.after === undefined ? null : openPlace(list, query.sort, query.after);
  const found = await read({ ...describePage(list.alias, sort, place), limit: query.limit + 1 });
  const rows = found.slice(0, query.limit);
  const last = found.length > query.limit ? rows.at(-1) : undefined;
  return { rows, nextCursor: last === undefined ? null : encryptPlace(list, query.sort, last) };
}

function describePage(alias: string, { column, type, descending }: Sort, place: Place | null): Omit<SortedPage, "limit"> {
  const id = sql.ref(`${alias}.id`);
  const direction = descending ? sql`DESC` : sql`ASC`;
  const comparison = descending ? sql`<` : sql`>`;
  if (column === null) {
    const after = (of: RawBuilder<unknown>) => (place === null ? sql<boolean>`true` : sql<boolean>`${of} ${comparison} ${place.id}`);
    return { after: after(id), order: sql`${id} ${direction}`, byId: { descending, after } };
  }
  const by = sql.ref(`${alias}.${column}`);
  const order = sql`${by} ${direction}, ${id} ${direction}`;
  const byText = type === "text";
  if (place === null) return { after: sql`true`, order, byText };
  return { after: sql`(${by}, ${id}) ${comparison} (${castTo(type, place.value)}, ${place.id})`, order, byText };
}

function castTo(type: Sort["type"], value: Place["value"]): RawBuilder<unknown> {
  switch (type) {
    case "text":
      return sql`${value}::text`;
    case "timestamptz":
      return sql`${value}::timestamptz`;
    case "date":
      return sql`${value}::date`;
    case "bigint":
      return sql`${value}::bigint`;
    default:
      return type satisfies never;
  }
}

function nameOf({ name }: SortedList<string>, sort: string): string {
  return `${name}.${sort}`;
}

function encryptPlace(list: SortedList<string>, sort: string, row: { id: string }): string {
  const { column } = list.sorts[sort] ?? { column: null };
  const name = nameOf(list, sort);
  if (column === null) return writeCursor(list.organizationId, name, row.id);
  const value = (row as Record<string, unknown>)[column];
  const sealed = list.installationKeys.encrypt(`cursor ${list.organizationId} ${name}`, JSON.stringify([value, row.id]));
  return writeCursor(list.organizationId, name, sealed);
}

function openPlace(list: SortedList<string>, sort: string, cursor: string): Place {
  const name = nameOf(list, sort);
  const bytes = readCursor(list.organizationId, name, cursor);
  if (list.sorts[sort]?.column === null) return { value: null, id: bytes.toString("utf8") };
  const text = list.installationKeys.open(`cursor ${list.organizationId} ${name}`, bytes);
  // The check of a cursor is no secret, its seal is.
  if (text === null) throw new AppError("VALIDATION_FAILED", `after: ${foreignCursorMessage}`);
  const [value, id] = JSON.parse(text) as [string | number, string];
  return { value, id };
}
