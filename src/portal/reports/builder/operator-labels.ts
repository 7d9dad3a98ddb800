import type { ReportAggregate, ReportColumnType, ReportOperator } from "../../../contract/reports/definition.ts";
import { isTime } from "./filters.ts";

export const aggregateLabels: Readonly<Record<ReportAggregate, string>> = {
  count: "Count",
  count_distinct: "Distinct values",
  sum: "Sum",
  average: "Average",
  minimum: "Minimum",
  maximum: "Maximum",
};

const plainOperators: Readonly<Record<ReportOperator, string>> = {
  equals: "is",
  not_equals: "is not",
  in: "is one of",
  not_in: "is none of",
  contains: "contains",
  greater_than: "is more than",
  at_least: "is at least",
  less_than: "is less than",
  at_most: "is at most",
  is_empty: "is empty",
  is_not_empty: "is not empty",
  in_next_days: "is in the next … days",
  in_last_days: "is in the last … days",
  before_last_days: "is older than … days, or empty",
};

const timeOperators: Partial<Record<ReportOperator, string>> = {
  equals: "is on",
  not_equals: "is not on",
  greater_than: "is after",
  at_least: "is on or after",
  less_than: "is before",
  at_most: "is on or before",
};

export function nameOperator(operator: ReportOperator, type: ReportColumnType): string {
  return (isTime(type) ? timeOperators[operator] : undefined) ?? plainOperators[operator];
}
