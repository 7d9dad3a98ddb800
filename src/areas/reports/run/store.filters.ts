import { sql, type RawBuilder } from "kysely";
import type { ReportColumnType, ReportOperator, ReportValue } from "../../../contract/reports/definition.ts";
import type { PlannedFilter } from "../definition/domain.plan.ts";

type Sql = RawBuilder<unknown>;
type Condition = RawBuilder<boolean>;

/** Casts a value to the column's type, because parameters are untyped. Text is compared as text. */
export function castTo(type: ReportColumnType, value: ReportValue | null): Sql {
  switch (type) {
    case "text":
      return sql`${value}::text`;
    case "integer":
    case "money":
      return sql`${value}::bigint`;
    case "number":
      return sql`${value}::numeric`;
    case "boolean":
      return sql`${value}::boolean`;
    case "date":
      return sql`${value}::date`;
    case "instant":
      return sql`${value}::timestamptz`;
    default:
      return type satisfies never;
  }
}

const signs: Partial<Record<ReportOperator, Sql>> = {
  equals: sql`=`,
  greater_than: sql`>`,
  at_least: sql`>=`,
  less_than: sql`<`,
  at_most: sql`<=`,
};

/** The start of a day in the organization's time zone. */
const beginOf = (day: Sql): Sql => sql`((${day})::timestamp AT TIME ZONE o.timezone)`;

/**
 * A day in the organization's time zone, and the same in UTC, at most a day apart, which the planner can estimate.
 * Without it the planner expects any day and scans records instead of an index.
 */
interface Day {
  own: Sql;
  known: Sql;
}

const givenDay = (value: ReportValue | null): Day => ({ own: castTo("date", value), known: castTo("date", value) });
const fromToday = (days: Sql): Day => ({
  own: sql`(o.today + ${days})`,
  known: sql`((now() AT TIME ZONE 'UTC')::date + ${days})`,
});
const nextDay = ({ own, known }: Day): Day => ({ own: sql`(${own} + 1)`, known: sql`(${known} + 1)` });

/** What a column compared with days is: an instant is so by the bounds of the day. */
type DayColumn = "instant" | "day";

const isFrom = (type: DayColumn, column: Sql, { own, known }: Day): Condition =>
  type === "instant"
    ? sql<boolean>`(${column} >= ${beginOf(own)} AND ${column} > ((${known} - 2)::timestamp AT TIME ZONE 'UTC'))`
    : sql<boolean>`${column} >= ${own}`;
const isBefore = (type: DayColumn, column: Sql, { own, known }: Day): Condition =>
  type === "instant"
    ? sql<boolean>`(${column} < ${beginOf(own)} AND ${column} < ((${known} + 2)::timestamp AT TIME ZONE 'UTC'))`
    : sql<boolean>`${column} < ${own}`;

function compareDay(operator: ReportOperator, column: Sql, day: Day): Condition {
  switch (operator) {
    case "greater_than":
      return isFrom("instant", column, nextDay(day));
    case "at_least":
      return isFrom("instant", column, day);
    case "less_than":
      return isBefore("instant", column, day);
    case "at_most":
      return isBefore("instant", column, nextDay(day));
    default:
      return sql<boolean>`(${isFrom("instant", column, day)} AND ${isBefore("instant", column, nextDay(day))})`;
  }
}

/** Conditions that a row without a value fails. */
function compare(filter: PlannedFilter, column: Sql): Condition {
  const { field, operator, value } = filter;
  const sign = signs[operator === "not_equals" ? "equals" : operator] ?? sql`=`;
  const isDay = field.type === "instant" && typeof value === "string" && /^\d{4}-\d{2}-\d{2}$/.test(value);
  if (isDay) return compareDay(operator, column, givenDay(value));
  return sql<boolean>`${column} ${sign} ${castTo(field.type, value)}`;
}

/** Keeps rows for which the condition is false or unknown. */
const fails = (condition: Condition): Condition => sql<boolean>`(${condition}) IS NOT TRUE`;

/** A filter's condition on the expression of its field; `o.today` is the date in the organization's time zone. */
export function conditionOf(filter: PlannedFilter, column: Sql): Condition {
  const { field, operator, value } = filter;
  const type: DayColumn = field.type === "instant" ? "instant" : "day";
  const days = sql`${value}::integer`;
  const today = fromToday(sql`0`);
  switch (operator) {
    case "is_empty":
      return field.type === "text" ? sql<boolean>`coalesce(${column}, '') = ''` : sql<boolean>`(${column}) IS NULL`;
    case "is_not_empty":
      return field.type === "text" ? sql<boolean>`${column} <> ''` : sql<boolean>`(${column}) IS NOT NULL`;
    case "in":
      return sql<boolean>`${column} = ANY (${value}::text[])`;
    case "not_in":
      return fails(sql<boolean>`${column} = ANY (${value}::text[])`);
    case "contains":
      return sql<boolean>`strpos(lower(${column}), lower(${value}::text)) > 0`;
    case "not_equals":
      return fails(compare(filter, column));
    case "in_next_days":
      return sql<boolean>`(${isFrom(type, column, today)} AND ${isBefore(type, column, nextDay(fromToday(days)))})`;
    case "in_last_days":
      return sql<boolean>`(${isFrom(type, column, fromToday(sql`-${days}`))} AND ${isBefore(type, column, nextDay(today))})`;
    case "before_last_days":
      return fails(isFrom(type, column, fromToday(sql`-${days}`)));
    default:
      return compare(filter, column);
  }
}
