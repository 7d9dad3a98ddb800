import { CompiledQuery, type RawBuilder } from "kysely";
import * as z from "zod";
import { JsonText } from "../../contract/values/json-text.ts";
import type { Transaction } from "./database.ts";

/** By the schema of a record and its statement. Stores have few statements each. */
const wrapped = new WeakMap<z.ZodObject, Map<string, string>>();

/**
 * Reads a record as the JSON text of its declared members, which PostgreSQL writes: rows need not be read, picked and
 * written again.
 *
 * @param schema of the record; its members have the names of the statement's columns
 * @param facts members that the response needs besides, such as the one of the ETag
 * @param statement of at most one row
 * @returns undefined without a row
 */
export async function findRecordText<Schema extends z.ZodObject>(
  transaction: Transaction,
  schema: Schema,
  facts: readonly (keyof z.infer<Schema> & string)[],
  statement: RawBuilder<unknown>,
): Promise<JsonText<z.infer<Schema>> | undefined> {
  const { sql, parameters } = statement.compile(transaction);
  const texts = wrapped.get(schema) ?? new Map<string, string>();
  wrapped.set(schema, texts);
  const text = texts.get(sql) ?? wrap(schema, facts, sql);
  texts.set(sql, text);
  const { rows } = await transaction.executeQuery<{ json: string }>(CompiledQuery.raw(text, [...parameters]));
  const [row] = rows;
  return row === undefined ? undefined : new JsonText(row.json, row as unknown as Partial<z.infer<Schema>>);
}

function wrap(schema: z.ZodObject, facts: readonly string[], statement: string): string {
  const members = Object.entries(schema.shape).map(([name, member]) => selectMember(name, member as z.ZodType));
  const besides = facts.map((name) => `, t."${name}"`).join("");
  return `SELECT row_to_json(t)::text AS json${besides} FROM (SELECT ${members.join(", ")} FROM (${statement}) r OFFSET 0) t`;
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
