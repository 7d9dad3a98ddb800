import { CompiledQuery } from "kysely";
import type * as z from "zod";
import { JsonText } from "../../contract/values/json-text.ts";
import type { Transaction } from "./database.ts";
import { markAsJson } from "./statements/json-rows.ts";

/** A record as the JSON text of its declared members, and the members that are needed besides. */
type RecordText<Value> = Partial<Value> & { json: string };

/**
 * A statement of records as the JSON text of their declared members, which is written from PostgreSQL's text of each
 * value: rows need not be read, picked and written again.
 *
 * @param schema of a record; its members have the names of the statement's columns
 * @param facts members that are needed besides, such as those of the ETag or of a cursor
 * @returns of the same rows in the same order
 */
export function selectAsText<Schema extends z.ZodObject, Fact extends keyof z.infer<Schema> & string>(
  schema: Schema,
  facts: readonly Fact[],
  { sql, parameters }: CompiledQuery,
): CompiledQuery<RecordText<z.infer<Schema>> & Pick<z.infer<Schema>, Fact>> {
  return CompiledQuery.raw(`${markAsJson(facts)} SELECT ${selectMembers(schema)} FROM (${sql}) r`, [...parameters]);
}

/**
 * @param statement of {@link selectAsText}, of at most one row
 * @returns undefined without a row
 */
export async function findRecordText<Value>(
  transaction: Transaction,
  statement: CompiledQuery<RecordText<Value>>,
): Promise<JsonText<Value> | undefined> {
  const { rows } = await transaction.executeQuery(statement);
  const [row] = rows;
  return row === undefined ? undefined : new JsonText<Value>(row.json, row);
}

const selections = new WeakMap<z.ZodObject, string>();

function selectMembers(schema: z.ZodObject): string {
  const known = selections.get(schema);
  if (known !== undefined) return known;
  const selection = Object.keys(schema.shape)
    .map((name) => `r."${name}"`)
    .join(", ");
  selections.set(schema, selection);
  return selection;
}
