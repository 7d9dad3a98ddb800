import { sql, type Insertable } from "kysely";
import type { IdKind } from "../../../src/contract/ids.ts";
import type { Transaction } from "../../../src/platform/database/database.ts";
import { createId, createIdsOfThePast } from "../../../src/platform/database/ids.ts";
import type { Tables } from "../../../src/platform/database/tables.ts";

/** The columns of a new row. A column that is absent gets its default in the database. */
export type Values<Table extends keyof Tables> = Insertable<Tables[Table]>;

/** What a builder takes: columns of the row, among them those that it requires. */
export type Given<Table extends keyof Tables, Required extends keyof Values<Table> = never> = Partial<Values<Table>> &
  Pick<Values<Table>, Required>;

/** Rows by table. A table comes after those that its foreign keys refer to. */
export type Records = { readonly [Table in keyof Tables]?: Values<Table> | readonly Values<Table>[] };

const createIdOfThePast = createIdsOfThePast();

/** An ID that sorts by the time of its record, and within it, or without one, by the order of creation. */
export const newId = (kind: IdKind, createdAt?: string): string =>
  createdAt === undefined ? createId(kind) : createIdOfThePast(kind, new Date(createdAt));

/** Buffers as PostgreSQL reads bytea. JSON.stringify calls Buffer.toJSON before the replacer. */
function replaceBuffers(this: unknown, key: string, value: unknown): unknown {
  const original: unknown = typeof this === "object" && this !== null ? Reflect.get(this, key) : value;
  return Buffer.isBuffer(original) ? `\\x${original.toString("hex")}` : value;
}

/** A statement must end within the statement timeout of a request's connection, on a busy machine, too. */
const rowsPerStatement = 50;

const namesOf = (row: object) => Object.keys(row).filter((name) => Reflect.get(row, name) !== undefined);

/**
 * Inserts rows of one table, which all have the same columns. They are one JSON parameter: a VALUES list of many rows
 * exceeds PostgreSQL's limit of 65,535 parameters. JSON columns take their value, never its text.
 */
export async function insertRows(transaction: Transaction, name: keyof Tables, rows: readonly object[]): Promise<void> {
  const [first] = rows;
  if (first === undefined) return;
  const names = namesOf(first);
  // In another row an absent column would become null instead of its default.
  if (rows.some((row) => namesOf(row).length !== names.length)) throw new Error(`rows of ${name} differ in columns`);
  const table = sql.table(name);
  const columns = sql.join(names.map((column) => sql.ref(column)));
  for (let start = 0; start < rows.length; start += rowsPerStatement) {
    const part = JSON.stringify(rows.slice(start, start + rowsPerStatement), replaceBuffers);
    await sql`INSERT INTO ${table} (${columns}) SELECT ${columns} FROM json_populate_recordset(NULL::${table}, ${part}::json)`.execute(
      transaction,
    );
  }
}

/** The entries of records, each with its rows as a list. */
export const listTables = (records: Records) =>
  Object.entries(records).map(([name, rows]) => [name as keyof Tables, Array.isArray(rows) ? rows : [rows]] as const);

/** Inserts records in the order of their tables. The transaction must be in their organization. */
export async function insertRecords(transaction: Transaction, records: Records): Promise<void> {
  for (const [name, rows] of listTables(records)) await insertRows(transaction, name, rows);
}
