import { sql, type Insertable, type RawBuilder } from "kysely";
import { rejectDuplicates } from "../../platform/database/duplicate-entry.ts";
import { hasLiveOwners, type OwnerColumn } from "../../platform/database/lists/hanging-records.ts";
import type { SortedPage } from "../../platform/database/lists/sorted-list.ts";
import { isOneOf } from "../../platform/database/records.ts";
import type { Tables } from "../../platform/database/tables.ts";
import type { Context } from "../context.ts";
import { settleInOrder } from "../settle-in-order.ts";
import { isJsonObject } from "../../contract/values/json-text.ts";

/** Tables whose rows have an ID. */
export type ResourceTable = {
  [Table in keyof Tables]: "organizationId" | "id" extends keyof Tables[Table] ? Table : never;
}[keyof Tables];

/** Columns to write. A column that is undefined keeps its value, or gets its default. */
export type Written<Table extends ResourceTable> = {
  [Column in Exclude<keyof Insertable<Tables[Table]>, "organizationId">]?:
    | Insertable<Tables[Table]>[Column]
    | undefined;
};

/** A row, with its revision under one of these names. */
export interface RevisedRow {
  id: string;
  revision?: number;
  version?: number;
}

/** What the statements need to know of a resource. */
export interface ResourceStatements<Table extends ResourceTable, Shape extends RevisedRow> {
  table: Table;
  /**
   * The whole rows, with the columns of other tables that the record shows: `SELECT t.*, … FROM ${from} t LEFT JOIN …`.
   * The alias is always `t`. By default the columns of the table. The joins must neither add nor remove rows.
   *
   * @param from one row, or one page: the joins run for those rows only
   */
  select?: (organizationId: string, from: RawBuilder<unknown>) => RawBuilder<Shape>;
  /** Of a table without `deletedAt`: its records end in a status, and are never deleted. */
  isPermanent?: true;
  /** Columns that refer to records with which it is gone (0151). */
  liveOwners?: readonly OwnerColumn[];
  /** The messages for unique indexes, by the index's name: `name: used by another tag`. */
  unique?: Readonly<Record<string, string>>;
  /** The column of the revision; `revision` by default. */
  revision?: "revision" | "version";
  /**
   * The lock of a row that is about to be updated; FOR NO KEY UPDATE by default. One that is deleted is locked FOR
   * UPDATE.
   */
  rowLock?: RowLock;
}

/** FOR UPDATE also conflicts with rows that refer to it: a foreign key locks what it refers to FOR KEY SHARE. */
export type RowLock = "FOR NO KEY UPDATE" | "FOR UPDATE";

/** The given columns; objects, which are values of JSON columns, as text. An array is an array of PostgreSQL. */
function listColumns(values: object): [string, unknown][] {
  return Object.entries(values).flatMap(([column, value]: [string, unknown]): [string, unknown][] => {
    if (value === undefined) return [];
    const isJson = isJsonObject(value);
    return [[column, isJson ? JSON.stringify(value) : value]];
  });
}

function composeConditions(
  organizationId: string,
  { isPermanent, liveOwners = [] }: Pick<ResourceStatements<ResourceTable, RevisedRow>, "isPermanent" | "liveOwners">,
  where: object,
): RawBuilder<unknown> {
  const conditions = [
    sql`t."organizationId" = ${organizationId}${isPermanent === true ? sql`` : sql` AND t."deletedAt" IS NULL`}`,
    ...Object.entries(where).flatMap(([column, value]: [string, unknown]) =>
      value === undefined ? [] : [sql`${sql.ref(`t.${column}`)} = ${value}`],
    ),
    ...(liveOwners.length === 0 ? [] : [hasLiveOwners(organizationId, "t", liveOwners)]),
  ];
  return sql.join(conditions, sql` AND `);
}

function selectFrom<Table extends ResourceTable, Shape extends RevisedRow>(
  { select }: ResourceStatements<Table, Shape>,
  organizationId: string,
  from: RawBuilder<unknown>,
): RawBuilder<Shape> {
  return select === undefined ? sql<Shape>`SELECT t.* FROM ${from} t` : select(organizationId, from);
}

/**
 * The live row with these values of its columns, without a lock.
 *
 * @param where by column; undefined is no condition
 */
export async function findRow<Table extends ResourceTable, Shape extends RevisedRow>(
  context: Context,
  resource: ResourceStatements<Table, Shape>,
  where: object,
): Promise<Shape | undefined> {
  const { organizationId, transaction } = context;
  const conditions = composeConditions(organizationId, resource, where);
  const from = sql`(SELECT t.* FROM ${sql.table(resource.table)} t WHERE ${conditions})`;
  const { rows } = await selectFrom(resource, organizationId, from).execute(transaction);
  return rows[0];
}

/** Those of these rows that are live, by ID: one statement, without a lock. */
export async function listRowsById<Table extends ResourceTable, Shape extends RevisedRow>(
  context: Context,
  resource: ResourceStatements<Table, Shape>,
  ids: readonly string[],
): Promise<Shape[]> {
  const { organizationId, transaction } = context;
  const conditions = composeConditions(organizationId, resource, {});
  const from = sql`(SELECT t.* FROM ${sql.table(resource.table)} t WHERE ${conditions} AND ${isOneOf("t.id", ids)})`;
  const { rows } = await sql<Shape>`${selectFrom(resource, organizationId, from)} ORDER BY t.id`.execute(transaction);
  return rows;
}

/** The column's value of a row, deleted or not, without a lock. For what never changes: to what the record belongs. */
export async function findColumn<Table extends ResourceTable>(
  { organizationId, transaction }: Context,
  resource: ResourceStatements<Table, RevisedRow>,
  column: string,
  id: string,
): Promise<string | undefined> {
  const { table } = resource;
  const { rows } = await sql<{ value: string }>`
    SELECT ${sql.ref(column)} AS value FROM ${sql.table(table)} WHERE "organizationId" = ${organizationId} AND id = ${id}`.execute(
    transaction,
  );
  return rows[0]?.value;
}

/** Locks a row until commit, then reads it. */
export async function lockRowForUpdate<Table extends ResourceTable, Shape extends RevisedRow>(
  context: Context,
  resource: ResourceStatements<Table, Shape>,
  where: { id: string },
  lock: RowLock,
): Promise<Shape | undefined> {
  const { organizationId, transaction } = context;
  const mode = lock === "FOR UPDATE" ? sql`FOR UPDATE` : sql`FOR NO KEY UPDATE`;
  const locked = sql`SELECT FROM ${sql.table(resource.table)} WHERE "organizationId" = ${organizationId} AND id = ${where.id} ${mode}`;
  // Two statements in one round trip: one that waited for the lock would show what is joined as it was before.
  const [, row] = await settleInOrder(locked.execute(transaction), findRow(context, resource, where));
  return row;
}

/**
 * A page of live rows that have these values.
 *
 * @param where by column
 * @param updatedSince an instant
 */
export function selectPage<Table extends ResourceTable, Shape extends RevisedRow>(
  { organizationId }: Pick<Context, "organizationId">,
  resource: ResourceStatements<Table, Shape>,
  { updatedSince, ...where }: { updatedSince?: string | undefined; [column: string]: unknown },
  page: SortedPage,
): RawBuilder<Shape> {
  const since = updatedSince === undefined ? sql`` : sql` AND t."updatedAt" >= ${updatedSince}::timestamptz`;
  const conditions = composeConditions(organizationId, resource, where);
  const from = sql`(SELECT t.* FROM ${sql.table(resource.table)} t WHERE ${conditions} AND ${page.after}${since}
    ORDER BY ${page.order} LIMIT ${page.limit}::integer)`;
  return sql<Shape>`${selectFrom(resource, organizationId, from)} ORDER BY ${page.order}`;
}

/**
 * Inserts a row.
 *
 * @returns it
 * @throws DUPLICATE_ENTRY
 */
export function insertRow<Table extends ResourceTable, Shape extends RevisedRow>(
  context: Context,
  resource: ResourceStatements<Table, Shape>,
  values: Written<Table> & { id: string },
): Promise<Shape | undefined> {
  const columns = listColumns({ organizationId: context.organizationId, ...values });
  const names = sql.join(columns.map(([column]) => sql.ref(column)));
  const inserted = sql`INSERT INTO ${sql.table(resource.table)} (${names}) VALUES (${sql.join(columns.map(([, value]) => value))})`;
  return writeRow(context, resource, inserted, values);
}

/**
 * Changes a locked row and raises its revision by one; without values, the revision alone.
 *
 * @returns it afterwards
 * @throws DUPLICATE_ENTRY
 */
export function updateRow<Table extends ResourceTable, Shape extends RevisedRow>(
  context: Context,
  resource: ResourceStatements<Table, Shape>,
  id: string,
  values: Written<Table>,
): Promise<Shape | undefined> {
  const { table, revision = "revision" } = resource;
  const assignments = listColumns(values).map(([column, value]) => sql`, ${sql.ref(column)} = ${value}`);
  const updated = sql`UPDATE ${sql.table(table)} SET ${sql.ref(revision)} = ${sql.ref(revision)} + 1${sql.join(assignments, sql``)}
    WHERE "organizationId" = ${context.organizationId} AND id = ${id}`;
  return writeRow(context, resource, updated, { ...values, id });
}

/** The write returns its own row. What is joined to the row is read by a second statement, in the same round trip. */
async function writeRow<Table extends ResourceTable, Shape extends RevisedRow>(
  context: Context,
  resource: ResourceStatements<Table, Shape>,
  write: RawBuilder<unknown>,
  values: { id: string },
): Promise<Shape | undefined> {
  const { select, unique = {} } = resource;
  const { transaction } = context;
  if (select === undefined) {
    const { rows } = await rejectDuplicates(unique, sql<Shape>`${write} RETURNING *`.execute(transaction), values);
    return rows[0];
  }
  const writing = rejectDuplicates(unique, write.execute(transaction), values);
  const [, row] = await settleInOrder(writing, findRow(context, resource, { id: values.id }));
  return row;
}

/**
 * Marks a locked row as deleted.
 *
 * @returns its columns afterwards
 */
export async function softDeleteRow<Table extends ResourceTable>(
  { organizationId, transaction }: Context,
  resource: ResourceStatements<Table, RevisedRow>,
  id: string,
): Promise<object | undefined> {
  const { table, revision = "revision" } = resource;
  const { rows } = await sql<object>`
    UPDATE ${sql.table(table)} SET "deletedAt" = now(), ${sql.ref(revision)} = ${sql.ref(revision)} + 1
    WHERE "organizationId" = ${organizationId} AND id = ${id}
    RETURNING *`.execute(transaction);
  return rows[0];
}
