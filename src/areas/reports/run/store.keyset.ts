import { sql, type RawBuilder } from "kysely";
import type { ReportColumnType } from "../../../contract/reports/definition.ts";
import { castTo } from "./store.filters.ts";

type Sql = RawBuilder<unknown>;

/** The values of a row's sort keys as PostgreSQL text. */
export type KeysetValues = (string | null)[];

/** A sort key. NULLs sort last in both directions. */
export interface SortKey {
  value: Sql;
  type: ReportColumnType;
  descending: boolean;
  isNeverNull: boolean;
}

/** Sort keys are truncated to this precision, because a cursor has a maximum length. */
const sortedCharacters = 100;
const sortedDigits = 6;

/** The truncated sort value. Rows with equal truncated values are ordered by id, or by {@link digestOf}. */
export function sortable(value: Sql, type: ReportColumnType): Sql {
  if (type === "text") return sql`left(${value}, ${sortedCharacters}::integer)`;
  return type === "number" ? sql`round(${value}, ${sortedDigits}::integer)` : value;
}

/** A digest that orders groups whose truncated values are equal; null if no value is truncated. */
export function digestOf(parts: readonly { value: Sql; type: ReportColumnType }[]): SortKey | null {
  const whole = parts.flatMap(({ value, type }) => {
    if (type === "text") return [value];
    return type === "number" ? [sql`trim_scale(${value})`] : [];
  });
  if (whole.length === 0) return null;
  return {
    value: sql`encode(sha256(convert_to(jsonb_build_array(${sql.join(whole)})::text, 'UTF8')), 'hex')`,
    type: "text",
    descending: false,
    isNeverNull: true,
  };
}

/** Sums may exceed a column's own type. */
function cast({ type }: SortKey, written: string): Sql {
  return type === "integer" || type === "money" ? sql`${written}::numeric` : castTo(type, written);
}

/** For a column that is never null, NULLS LAST is omitted so that an index can be read backwards. */
export function orderBy(keys: readonly SortKey[]): Sql {
  const written = keys.map(({ value, descending, isNeverNull }) => {
    if (!descending) return sql`${value}`;
    return isNeverNull ? sql`${value} DESC` : sql`${value} DESC NULLS LAST`;
  });
  return sql.join(written);
}

/** Selects a row's keyset as k0, k1 … */
export function selectKeyset(keys: readonly SortKey[]): Sql[] {
  return keys.map(({ value }, at) => sql`(${value})::text AS ${sql.ref(`k${at}`)}`);
}

/** Whether a row comes after the keyset. The first key is repeated as a bound, so that an index scan can start there. */
export function isAfterKeyset(keys: readonly SortKey[], keyset: KeysetValues): RawBuilder<boolean> {
  const [first] = keys;
  const [from = null] = keyset;
  const after = afterFrom(keys, keyset, 0);
  if (first === undefined || !first.isNeverNull || from === null) return after;
  return sql<boolean>`(${first.value} ${first.descending ? sql`<=` : sql`>=`} ${cast(first, from)} AND ${after})`;
}

function afterFrom(keys: readonly SortKey[], keyset: KeysetValues, at: number): RawBuilder<boolean> {
  const key = keys[at];
  if (key === undefined) return sql<boolean>`false`;
  const written = keyset[at] ?? null;
  const rest = afterFrom(keys, keyset, at + 1);
  if (written === null) return sql<boolean>`((${key.value}) IS NULL AND ${rest})`;
  const given = cast(key, written);
  const empty = key.isNeverNull ? sql`` : sql` OR (${key.value}) IS NULL`;
  return sql<boolean>`(${key.value} ${key.descending ? sql`<` : sql`>`} ${given}${empty} OR (${key.value} = ${given} AND ${rest}))`;
}

/**
 * {@link isAfterKeyset} for rows sorted only by organization and id, written so that an index on both starts at the
 * keyset.
 */
export function isAfterIdKeyset(
  organization: Sql,
  id: Sql,
  [from = null, last = null]: KeysetValues,
): RawBuilder<boolean> {
  return sql<boolean>`(${organization} >= ${from}::text AND ${id} > CASE WHEN ${organization} = ${from}::text THEN ${last}::text ELSE '' END)`;
}
