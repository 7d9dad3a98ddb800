import { CompiledQuery } from "kysely";
import * as z from "zod";
import { JsonText } from "../../contract/values/json-text.ts";
import type { Transaction } from "./database.ts";

/** A record as the JSON text of its declared members, and the members that are needed besides. */
type RecordText<Value> = Partial<Value> & { json: string };

/**
 * A statement of records as the JSON text of their declared members, which PostgreSQL writes: rows need not be read,
 * picked and written again.
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
  const besides = facts.map((name) => `, t."${name}"`).join("");
  return CompiledQuery.raw(
    `SELECT row_to_json(t)::text AS json${besides} FROM (SELECT ${selectMembers(schema)} FROM (${sql}) r OFFSET 0) t`,
    [...parameters],
  );
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
  const members = Object.entries(schema.shape).map(([name, member]) => selectMember(name, member as z.ZodType));
  const selection = members.join(", ");
  selections.set(schema, selection);
  return selection;
}

/** Instants as the API writes them. Dates, amounts and JSON are the same in PostgreSQL's JSON. */
function selectMember(name: string, member: z.ZodType): string {
  const column = `r."${name}"`;
  return isInstant(member)
    ? `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "${name}"`
    : column;
}

function isInstant(schema: z.ZodType): boolean {
  return schema instanceof z.ZodNullable
    ? isInstant(schema.unwrap() as z.ZodType)
    : schema.meta()?.["format"] === "date-time";
}
