import { sql, type RawBuilder } from "kysely";
import type { ReportColumnType } from "../../../contract/reports/definition.ts";
import { numeric, type ResolvedColumn } from "../definition/domain.ts";
import { customKeyOf, type ReportField } from "../catalog/domain.fields.ts";
import type { ReportPlan } from "../definition/domain.plan.ts";
import type { ReportSource } from "../catalog/store.fields.ts";
import { reportSources } from "../catalog/store.sources.ts";

type Sql = RawBuilder<unknown>;

/** A custom field's value as its column type; null if the record holds another type. */
function readCustom(values: Sql, key: string, type: ReportColumnType): Sql {
  const value = sql`${values} -> ${key}::text`;
  const written = sql`(${values} ->> ${key}::text)`;
  switch (type) {
    case "integer":
    case "number":
    case "money":
      return sql`CASE WHEN jsonb_typeof(${value}) = 'number' THEN ${written}::numeric END`;
    case "boolean":
      return sql`CASE WHEN jsonb_typeof(${value}) = 'boolean' THEN ${written}::boolean END`;
    case "date":
      return sql`CASE WHEN ${written} ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$' AND pg_input_is_valid(${written}, 'date') THEN ${written}::date END`;
    case "instant":
      return sql`CASE WHEN ${written} ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}T' AND pg_input_is_valid(${written}, 'timestamptz') THEN ${written}::timestamptz END`;
    case "text":
      return sql`CASE WHEN jsonb_typeof(${value}) = 'array' THEN (SELECT string_agg(e, ', ') FROM jsonb_array_elements_text(${value}) e) ELSE ${written} END`;
    default:
      return type satisfies never;
  }
}

function fieldOf(source: ReportSource, name: string): ReportSource["fields"][string] {
  const field = Object.hasOwn(source.fields, name) ? source.fields[name] : undefined;
  if (field === undefined) throw new Error("A plan names a field that its entity does not have.");
  return field;
}

export function expressionOf(source: ReportSource, { name, type }: ReportField): Sql {
  const key = customKeyOf(name);
  if (key === null) return fieldOf(source, name).sql;
  if (source.custom === null) throw new Error("A plan names a custom field of an entity that has none.");
  return readCustom(source.custom, key, type);
}

export function valueOf(source: ReportSource, { field, bucket }: ResolvedColumn): Sql {
  const value = expressionOf(source, field);
  if (bucket !== null) {
    const moment = field.type === "instant" ? sql`${value} AT TIME ZONE o.timezone` : sql`(${value})::timestamp`;
    return sql`date_trunc(${bucket}::text, ${moment})::date`;
  }
  return value;
}

/** Whether a column is sorted by an index, without an expression. */
export function isSortedByIndex(source: ReportSource, { field, aggregate, bucket }: ResolvedColumn): boolean {
  return (
    aggregate === null && bucket === null && customKeyOf(field.name) === null && fieldOf(source, field.name).isNeverNull
  );
}

/** The values by whose order a column is sorted; null for the order of its type. */
export function ranksOf(source: ReportSource, { field, aggregate }: ResolvedColumn): readonly string[] | null {
  if (aggregate !== null || customKeyOf(field.name) !== null) return null;
  const { isRanked, values } = fieldOf(source, field.name);
  return isRanked ? values : null;
}

/**
 * The aggregate of a column.
 *
 * @param value the column of the rows
 */
export function aggregateOf({ aggregate, type }: ResolvedColumn, value: Sql): Sql {
  switch (aggregate) {
    case "count":
      return sql`count(*)`;
    case "count_distinct":
      return sql`count(DISTINCT ${value})`;
    case "sum":
      return sql`coalesce(sum(${value}), 0)`;
    case "average":
      return sql`round(avg(${value}), ${type === "money" ? 0 : 2}::integer)`;
    case "minimum":
      return sql`min(${value})`;
    case "maximum":
      return sql`max(${value})`;
    case null:
      return value;
    default:
      return aggregate satisfies never;
  }
}

export function joinsOf({
  entity,
  parts,
  filters,
  only,
}: Pick<ReportPlan, "entity" | "parts" | "filters" | "only">): Sql {
  const source = reportSources[entity];
  const wanted = new Set<string>();
  const want = (name: string) => {
    for (const needed of source.joins[name]?.needs ?? []) want(needed);
    wanted.add(name);
  };
  for (const { field } of [...parts, ...filters, ...(only === null ? [] : [only.part])])
    if (customKeyOf(field.name) === null) fieldOf(source, field.name).joins.forEach(want);
  return sql.join(
    [...wanted].map((name) => source.joins[name]?.sql ?? sql``),
    sql` `,
  );
}

const maxShown = 2_000;

/** A truncated text: 30 columns of a thousand rows must fit into memory many times. */
export const cutText = (value: Sql): Sql =>
  sql`CASE WHEN length(${value}) > ${maxShown}::integer THEN left(${value}, ${maxShown}::integer) || '…' ELSE ${value} END`;

export const wireText = (type: ReportColumnType, value: Sql): Sql =>
  type === "instant"
    ? sql`to_char(${value} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
    : sql`(${value})::text`;

/** Whether a record has a value in a column, compared as a run shows it: what a chart names is found again. */
export function isShownAs(
  source: ReportSource,
  part: ResolvedColumn,
  value: string | number | boolean | null,
): RawBuilder<boolean> {
  const own = valueOf(source, part);
  if (value === null) return sql<boolean>`(${own}) IS NULL`;
  if (numeric.has(part.type)) return sql<boolean>`(${own})::numeric = ${value}::numeric`;
  const shown = part.type === "text" ? cutText(own) : wireText(part.type, own);
  return sql<boolean>`${shown} = ${String(value)}::text`;
}
