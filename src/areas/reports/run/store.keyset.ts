import { sql } from "kysely";
import type { RawBuilder } from "kysely";
import type { ReportColumnType } from "../../../contract/reports/definition.ts";
import { castTo } from "./store.filters.ts";

type Sql = RawBuilder<unknown>;

/** Where a row stands: the values that it is sorted by, as the database writes them. */
export type KeysetValues = (string | null)[];

/** One of the values that rows are sorted by; what is empty comes last, whichever the direction. */
export interface SortKey {
  value: Sql;
  type: ReportColumnType;
  descending: boolean;
  isNeverNull: boolean;
}

/** By how many of its characters a text is sorted, and by how many digits behind the point a number: a cursor holds as much. */
const sortedCharacters = 100;
const sortedDigits = 6;

/** What a value is sorted by: no longer than a cursor can hold of it. What is alike so far is told apart by the id, or by {@link digestOf}. */
export function sortable(value: Sql, type: ReportColumnType): Sql {
  if (type === "text") return sql`left(${value}, ${sortedCharacters}::integer)`;
  return type === "number" ? sql`round(${value}, ${sortedDigits}::integer)` : value;
}

/** What tells groups apart whose values begin alike: one value for all of theirs that {@link sortable} may shorten; null where it shortens none. */
export function digestOf(parts: readonly { value: Sql; type: ReportColumnType }[]): SortKey | null {
  const whole = parts.flatMap(({ value, type }) => (type === "text" ? [value] : type === "number" ? [sql`trim_scale(${value})`] : []));
  if (whole.length === 0) return null;
  return { value: sql`encode(sha256(convert_to(jsonb_build_array(${sql.join(whole)})::text, 'UTF8')), 'hex')`, type: "text", descending: false, isNeverNull: true };
}

/** A keyset's value as its key's type. Sums may be larger than a column's numbers. */
function cast({ type }: SortKey, written: string): Sql {
  return type === "integer" || type === "money" ? sql`${written}::numeric` : castTo(type, written);
}

/** For ORDER BY. Of a column that is never null nothing is said of nulls: an index is read backwards then. */
export function orderBy(keys: readonly SortKey[]): Sql {
  const written = keys.map(({ value, descending, isNeverNull }) => {
    if (!descending) return sql`${value}`;
    return isNeverNull ? sql`${value} DESC` : sql`${value} DESC NULLS LAST`;
  });
  return sql.join(written);
}

/** For SELECT: the keyset of a row, as k0, k1 … */
export function selectKeyset(keys: readonly SortKey[]): Sql[] {
  return keys.map(({ value }, at) => sql`(${value})::text AS ${sql.ref(`k${at}`)}`);
}

/** Whether a row comes after a keyset. The first key bounds besides what an index must read. */
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

/** {@link isAfterKeyset} of rows that are sorted by organization and id alone, in which an index by both begins at the keyset. */
export function isAfterIdKeyset(organization: Sql, id: Sql, [from = null, last = null]: KeysetValues): RawBuilder<boolean> {
  return sql<boolean>`(${organization} >= ${from}::text AND ${id} > CASE WHEN ${organization} = ${from}::text THEN ${last}::text ELSE '' END)`;
}
