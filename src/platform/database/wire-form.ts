import { sql } from "kysely";
import type { RawBuilder } from "kysely";

/**
 * An instant inside jsonb as the wire has it: jsonb would keep PostgreSQL's own form. A record that is a row of its own needs
 * none of this: rows arrive in the form of the wire.
 * @param column with its alias: `a.assignedAt`
 */
export function wireInstant(column: string): RawBuilder<string> {
  return sql<string>`to_char(${sql.ref(column)} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}

/** A value for a column of JSON that may be empty: SQL NULL for null, since a JSON null would be a third way of saying "none". */
export function asJson(value: object | null): string | null {
  return value === null ? null : JSON.stringify(value);
}
