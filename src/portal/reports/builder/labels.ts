import type { ReportAggregate, ReportBucket, ReportColumnType, ReportEntity, ReportOperator } from "../../../contract/reports/definition.ts";

export const entityHints: Readonly<Record<ReportEntity, string>> = {
  cases: "One row per case.",
  case_stages: "One row per case stage.",
  leads: "One row per lead.",
  clients: "One row per client.",
  documents: "One row per document, without content.",
  invoices: "One row per invoice.",
  payments: "One row per payment, including failed and voided payments.",
  medical_facilities: "One row per medical facility of a case.",
  medical_bills: "One row per bill.",
  retrieval_requests: "One row per request for medical records or bills.",
};

export const entities = Object.keys(entityHints) as ReportEntity[];

export const aggregateLabels: Readonly<Record<ReportAggregate, string>> = {
  count: "Count",
  count_distinct: "Distinct values",
  sum: "Sum",
  average: "Average",
  minimum: "Minimum",
  maximum: "Maximum",
};

export const bucketLabels: Readonly<Record<ReportBucket, string>> = { day: "By day", week: "By week", month: "By month", quarter: "By quarter", year: "By year" };

export const typeLabels: Readonly<Record<ReportColumnType, string>> = {
  text: "Text",
  integer: "Number",
  number: "Number",
  money: "Money",
  boolean: "Yes or no",
  date: "Date",
  instant: "Date and time",
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

export function isTime(type: ReportColumnType): boolean {
  return type === "date" || type === "instant";
}

export function nameOperator(operator: ReportOperator, type: ReportColumnType): string {
  return (isTime(type) ? timeOperators[operator] : undefined) ?? plainOperators[operator];
}

const comparing = ["equals", "not_equals", "greater_than", "at_least", "less_than", "at_most", "is_empty", "is_not_empty"] as const;
const timely = ["in_next_days", "in_last_days", "before_last_days", "at_least", "at_most", "greater_than", "less_than", "equals", "not_equals", "is_empty", "is_not_empty"] as const;

/** The operators of a type, most common first. */
export const operatorsOfType: Readonly<Record<ReportColumnType, readonly [ReportOperator, ...ReportOperator[]]>> = {
  text: ["equals", "not_equals", "in", "not_in", "contains", "is_empty", "is_not_empty"],
  integer: comparing,
  number: comparing,
  money: comparing,
  boolean: ["equals", "not_equals", "is_empty", "is_not_empty"],
  date: timely,
  instant: timely,
};

export function firstOperator(type: ReportColumnType): ReportOperator {
  return operatorsOfType[type][0];
}
