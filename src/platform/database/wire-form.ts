import { sql, type RawBuilder } from "kysely";

/**
 * An instant inside jsonb in the format of the API; jsonb would use PostgreSQL's. Columns need none of this: see
 * `columnParsers`.
 *
 * @param column with its alias: `a.assignedAt`
 */
export function wireInstant(column: string): RawBuilder<string> {
  return sql<string>`to_char(${sql.ref(column)} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}

/** A value for a nullable JSON column: SQL NULL rather than a JSON null. */
export function asJson(value: object | null): string | null {
  return value === null ? null : JSON.stringify(value);
}
