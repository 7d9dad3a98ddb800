import { sql, type RawBuilder } from "kysely";
import * as z from "zod";
import { idPosition, readPageBy, type CursorList, type Page, type PageQuery } from "./cursor.ts";
import type { Transaction } from "../database.ts";
import type { InstallationKeys } from "../../crypto/installation-keys.ts";
import type { SearchWord } from "../../names/record-words.ts";

/**
 * Sorts a list by a column that is never null, then by ID. Requires an index (organizationId, column, id); with a
 * filter, (organizationId, filtered column, column, id).
 */
export interface Sort {
  /** Null sorts by ID only, in the order of creation. */
  column: string | null;
  /** The type of the cast. These comparisons are leakproof; under row-level security only those use an index. */
  type: "text" | "timestamptz" | "date" | "bigint" | "boolean";
  descending: boolean;
}

/** The sorts of most lists: `newest`, `oldest`, and `updated` for synchronization. */
export const commonSorts = {
  newest: { column: null, type: "text", descending: true },
  oldest: { column: null, type: "text", descending: false },
  updated: { column: "updatedAt", type: "timestamptz", descending: false },
} as const satisfies Record<string, Sort>;

/** The sorts of records that people look for by name; `nameKey` is the name as `foldName` makes it. */
export const nameSorts = {
  ...commonSorts,
  name: { column: "nameKey", type: "text", descending: false },
} as const satisfies Record<string, Sort>;

export interface SortedPage {
  /** The keyset condition, for WHERE. */
  after: RawBuilder<boolean>;
  order: RawBuilder<unknown>;
  /** One more than the page has, to know whether it is the last. */
  limit: number;
  /** Only for sorts by ID: the condition for a joined table whose index has the same IDs in the same order. */
  byId?: {
    descending: boolean;
    /**
     * {@link SortedPage.after} of another column that equals the ID. Without it PostgreSQL reads the other index from
     * its start.
     */
    after(id: RawBuilder<unknown>): RawBuilder<boolean>;
  };
  /**
   * Only for sorts by a column: its name, and {@link SortedPage.after} and {@link SortedPage.order} of another table's
   * columns that equal it and the ID.
   */
  byColumn?: {
    name: string;
    after(by: RawBuilder<unknown>, id: RawBuilder<unknown>): RawBuilder<boolean>;
    order(by: RawBuilder<unknown>, id: RawBuilder<unknown>): RawBuilder<unknown>;
  };
  /** Whether it is sorted by a text, such as a name. */
  byText?: boolean;
  /** A searched word that few records have: see findRareWord. */
  rareWord?: SearchWord;
}

/** A page's statement, or its rows. */
export type SelectPage<Row> = (page: SortedPage) => RawBuilder<Row> | Promise<Row[]>;

export interface SortedList<Name extends string> {
  organizationId: string;
  installationKeys: InstallationKeys;
  /** Part of the cursors, which are invalid in every other list. */
  name: string;
  /** The alias of the sorted table in the store's statement. */
  alias: string;
  sorts: Readonly<Record<Name, Sort>>;
}

export interface SortedQuery<Name extends string = keyof typeof commonSorts> extends PageQuery {
  sort: Name;
}

/** The last row's sort value (null for sorts by ID) and ID. */
const SortPosition = z.tuple([z.union([z.string(), z.number(), z.boolean()]).nullable(), idPosition]);
type SortPosition = z.infer<typeof SortPosition>;

/**
 * A page of a sorted list. The position has the sort value as the page showed it: a row that moves in the meantime
 * hides no other. It is encrypted, because the value may be PHI.
 *
 * @param read returns the rows of the page, each with `id` and the sorted column under its name
 * @throws VALIDATION_FAILED for a foreign or edited cursor, or one of another sort
 */
export async function readSortedPage<Name extends string, Row extends { id: string }>(
  list: SortedList<Name>,
  query: SortedQuery<Name>,
  read: (page: SortedPage) => Promise<Row[]>,
): Promise<Page<Row>> {
  const sort = list.sorts[query.sort];
  const { organizationId, installationKeys } = list;
  const cursors: CursorList<SortPosition> = {
    organizationId,
    name: `${list.name}.${query.sort}`,
    position: SortPosition,
    ...(sort.column !== null && { installationKeys }),
  };
  const positionOf = (row: Row): SortPosition => [
    sort.column === null ? null : ((row as Record<string, unknown>)[sort.column] as string | number | boolean),
    row.id,
  ];
  return readPageBy(
    cursors,
    query,
    ({ after, limit }) => read({ ...describePage(list.alias, sort, after), limit }),
    positionOf,
  );
}

export interface ListContext {
  organizationId: string;
  installationKeys: InstallationKeys;
  transaction: Transaction;
}

/**
 * {@link readSortedPage} of the context's organization.
 *
 * @param select the page's statement, or its rows where it takes more than one statement
 */
export function listRecords<Name extends string, Row extends { id: string }>(
  { organizationId, installationKeys, transaction }: ListContext,
  list: Omit<SortedList<Name>, "organizationId" | "installationKeys">,
  query: SortedQuery<Name>,
  select: SelectPage<Row>,
): Promise<Page<Row>> {
  return readSortedPage({ ...list, organizationId, installationKeys }, query, async (page) => {
    const selected = select(page);
    return "execute" in selected ? (await selected.execute(transaction)).rows : selected;
  });
}

function describePage(
  alias: string,
  { column, type, descending }: Sort,
  position: SortPosition | null,
): Omit<SortedPage, "limit"> {
  const id = sql.ref(`${alias}.id`);
  const direction = descending ? sql`DESC` : sql`ASC`;
  const comparison = descending ? sql`<` : sql`>`;
  if (column === null) {
    const after = (of: RawBuilder<unknown>) =>
      position === null ? sql<boolean>`true` : sql<boolean>`${of} ${comparison} ${position[1]}`;
    return { after: after(id), order: sql`${id} ${direction}`, byId: { descending, after } };
  }
  const by = sql.ref(`${alias}.${column}`);
  const order = (ofColumn: RawBuilder<unknown>, ofId: RawBuilder<unknown>) =>
    sql`${ofColumn} ${direction}, ${ofId} ${direction}`;
  const byText = type === "text";
  const after = (ofColumn: RawBuilder<unknown>, ofId: RawBuilder<unknown>) =>
    position === null
      ? sql<boolean>`true`
      : sql<boolean>`(${ofColumn}, ${ofId}) ${comparison} (${castTo(type, position[0])}, ${position[1]})`;
  return { after: after(by, id), order: order(by, id), byText, byColumn: { name: column, after, order } };
}

function castTo(type: Sort["type"], value: SortPosition[0]): RawBuilder<unknown> {
  switch (type) {
    case "text":
      return sql`${value}::text`;
    case "timestamptz":
      return sql`${value}::timestamptz`;
    case "date":
      return sql`${value}::date`;
    case "bigint":
      return sql`${value}::bigint`;
    case "boolean":
      return sql`${value}::boolean`;
    default:
      return type satisfies never;
  }
}
