import {
  sql,
  type CompiledQuery,
  type Insertable,
  type RawBuilder,
  type SelectQueryBuilder,
  type UpdateObject,
  type UpdateQueryBuilder,
  type UpdateResult,
} from "kysely";
import type { ExpectedRevisions } from "../../contract/revision.ts";
import type { Transaction } from "./database.ts";
import { isExpected } from "./expected-revision.ts";
import { unpreparedMark } from "./statements/prepared-statements.ts";
import type { Tables } from "./tables.ts";

/** Tables of an organization's rows that have these columns. */
export type TableWith<Columns extends string> = {
  [Table in keyof Tables]: "organizationId" | Columns extends keyof Tables[Table] ? Table : never;
}[keyof Tables];

interface Tenant {
  organizationId: string;
  transaction: Transaction;
}

type Select<Table extends keyof Tables> = SelectQueryBuilder<Tables, Table, object>;

/** Begins a statement that reads, or locks, the organization's rows of a table. */
export function selectRows<Table extends TableWith<never>>(
  { organizationId, transaction }: Tenant,
  table: Table,
): Select<Table> {
  // Kysely cannot resolve the columns of a table that is a parameter: every such table has the column.
  return transaction
    .selectFrom(table as "Contact")
    .where("organizationId", "=", organizationId) as unknown as Select<Table>;
}

/** The same for the row with this ID. */
export function selectRecord<Table extends TableWith<"id">>(context: Tenant, table: Table, id: string): Select<Table> {
  return selectRows(context, table as "Contact").where("id", "=", id) as unknown as Select<Table>;
}

/**
 * The condition that a column is one of these IDs. One alone is compared with `=`: of an array PostgreSQL expects ten
 * rows, so it kept no plan and planned each call anew, 0.4 ms for a statement of 0.12.
 */
export function isOneOf(column: string, ids: readonly string[]): RawBuilder<boolean> {
  return ids.length === 1
    ? sql<boolean>`${sql.ref(column)} = ${ids[0]}`
    : sql<boolean>`${sql.ref(column)} = ANY(${[...ids]}::text[])`;
}

/**
 * Of a statement with VALUES each number of rows is a text of its own, of which only that of one row is worth
 * preparing.
 */
export const prepareForOne = <Result>(
  rows: readonly unknown[],
  statement: CompiledQuery<Result>,
): CompiledQuery<Result> =>
  rows.length === 1 ? statement : { ...statement, sql: `${unpreparedMark} ${statement.sql}` };

/**
 * Composes the statement that inserts rows.
 *
 * @param existing what becomes of rows that exist; an error if it is not given
 */
export function composeInsert<Table extends keyof Tables>(
  transaction: Transaction,
  table: Table,
  rows: readonly Insertable<Tables[Table]>[],
  existing?: "skip",
): CompiledQuery {
  const insert = transaction.insertInto(table).values(rows);
  return prepareForOne(
    rows,
    (existing === "skip" ? insert.onConflict((conflict) => conflict.doNothing()) : insert).compile(),
  );
}

/** A row to insert, whose values may be expressions. */
export type NewRow<Table extends keyof Tables> = {
  [Column in keyof Omit<Insertable<Tables[Table]>, "organizationId">]:
    | Insertable<Tables[Table]>[Column]
    | RawBuilder<Insertable<Tables[Table]>[Column]>;
};

/** Inserts any number of rows of the organization, also none. */
export async function insertRows<Table extends TableWith<never>>(
  { organizationId, transaction }: Tenant,
  table: Table,
  rows: readonly NewRow<Table>[],
  existing?: "skip",
): Promise<void> {
  if (rows.length === 0) return;
  const owned = rows.map((row) => ({ organizationId, ...row }));
  await transaction.executeQuery(
    composeInsert(transaction, table, owned as unknown as Insertable<Tables[Table]>[], existing),
  );
}

/**
 * A time column's next value: now, or a millisecond after the last, so that each change is later than the one before.
 * Immutable, as Citus wants it.
 */
export const later = (column: string): RawBuilder<string> =>
  sql<string>`greatest(date_trunc('milliseconds', now()), (${sql.ref(column)} AT TIME ZONE 'UTC' + interval '1 millisecond') AT TIME ZONE 'UTC')`;

type Update<Table extends keyof Tables> = UpdateQueryBuilder<Tables, Table, Table, UpdateResult>;

/**
 * Begins a statement that changes the organization's row with this ID and raises its revision.
 *
 * @param context its `expectedRevisions` are the revisions that the row may have; null for any
 */
export function updateRecord<Table extends TableWith<"id" | "revision">>(
  context: Tenant & { expectedRevisions: ExpectedRevisions },
  table: Table,
  id: string,
  columns: UpdateObject<Tables, Table>,
): Update<Table> {
  const rows = context.transaction
    .updateTable(table as "Contact")
    .set({ ...(columns as object), revision: sql<number>`revision + 1` });
  return rows
    .where("organizationId", "=", context.organizationId)
    .where("id", "=", id)
    .where(isExpected("revision", context.expectedRevisions)) as unknown as Update<Table>;
}

type ColumnOf<Table extends keyof Tables> = Extract<keyof Tables[Table], string>;

interface WrittenColumns<Table extends keyof Tables> {
  /** By these each row is found. */
  by: readonly ColumnOf<Table>[];
  columns: readonly ColumnOf<Table>[];
  /** What is the same for all: `revision = revision + 1`. */
  also?: RawBuilder<unknown> | undefined;
}

/** Writes columns of the organization's rows; neither revision nor `updatedAt`, unless a trigger does. */
export async function writeEach<Table extends TableWith<never>>(
  { organizationId, transaction }: Tenant,
  table: Table,
  rows: readonly object[],
  { by, columns, also }: WrittenColumns<Table>,
): Promise<void> {
  if (rows.length === 0) return;
  const set = [
    ...columns.map((column) => sql`${sql.ref(column)} = g.${sql.ref(column)}`),
    ...(also === undefined ? [] : [also]),
  ];
  const found = by.map((column) => sql`t.${sql.ref(column)} = g.${sql.ref(column)}`);
  await sql`UPDATE ${sql.table(table)} t SET ${sql.join(set)} FROM jsonb_populate_recordset(NULL::${sql.table(table)}, ${JSON.stringify(rows)}::jsonb) g
    WHERE t."organizationId" = ${organizationId} AND ${sql.join(found, sql` AND `)}`.execute(transaction);
}
