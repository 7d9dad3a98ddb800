import type { ReportDefinition, ReportOperator, ReportValue } from "../../../contract/reports/definition.ts";
import { findField, type DefinitionDraft, type ReportField, type ValueDraft } from "./draft.ts";

export type ValueKind = "none" | "days" | "list" | "text" | "number" | "money" | "boolean" | "date";

const withoutValue: ReadonlySet<ReportOperator> = new Set(["is_empty", "is_not_empty"]);
const ofDays: ReadonlySet<ReportOperator> = new Set(["in_next_days", "in_last_days", "before_last_days"]);
const ofLists: ReadonlySet<ReportOperator> = new Set(["in", "not_in"]);
const kindsOfType = {
  text: "text",
  integer: "number",
  number: "number",
  money: "money",
  boolean: "boolean",
  date: "date",
  instant: "date",
} as const;

export function kindOfValue(operator: ReportOperator, type: ReportField["type"]): ValueKind {
  if (withoutValue.has(operator)) return "none";
  if (ofDays.has(operator)) return "days";
  return ofLists.has(operator) ? "list" : kindsOfType[type];
}

export function isTime(type: ReportField["type"]): boolean {
  return type === "date" || type === "instant";
}

const comparing = [
  "equals",
  "not_equals",
  "greater_than",
  "at_least",
  "less_than",
  "at_most",
  "is_empty",
  "is_not_empty",
] as const;
const timely = [
  "in_next_days",
  "in_last_days",
  "before_last_days",
  "at_least",
  "at_most",
  "greater_than",
  "less_than",
  "equals",
  "not_equals",
  "is_empty",
  "is_not_empty",
] as const;

/** The operators of a type, most common first. */
export const operatorsOfType: Readonly<Record<ReportField["type"], readonly [ReportOperator, ...ReportOperator[]]>> = {
  text: ["equals", "not_equals", "in", "not_in", "contains", "is_empty", "is_not_empty"],
  integer: comparing,
  number: comparing,
  money: comparing,
  boolean: ["equals", "not_equals", "is_empty", "is_not_empty"],
  date: timely,
  instant: timely,
};

export function firstOperator(type: ReportField["type"]): ReportOperator {
  return operatorsOfType[type][0];
}

let made = 0;

/** A React key; never sent. */
function makeId(): string {
  made += 1;
  return `filter-${made}`;
}

export function addFilter(draft: DefinitionDraft, field: ReportField): DefinitionDraft {
  const operator = firstOperator(field.type);
  return {
    ...draft,
    filters: [
      ...draft.filters,
      { id: makeId(), field: field.name, operator, value: emptyValue(operator, field), parameter: null },
    ],
  };
}

export function emptyValue(operator: ReportOperator, field: ReportField | undefined): ValueDraft {
  const kind = kindOfValue(operator, field?.type ?? "text");
  if (kind === "list") return [];
  return kind === "boolean" ? "true" : "";
}

export function removeFilter(draft: DefinitionDraft, index: number): DefinitionDraft {
  return dropUnusedParameters({ ...draft, filters: draft.filters.filter((_filter, place) => place !== index) });
}

export function dropUnusedParameters(draft: DefinitionDraft): DefinitionDraft {
  const used = new Set(draft.filters.map(({ parameter }) => parameter));
  return { ...draft, parameters: draft.parameters.filter(({ key }) => used.has(key)) };
}

export function showValue(value: ReportValue | undefined, kind: ValueKind): ValueDraft {
  if (kind === "list" && Array.isArray(value)) return value;
  if (kind === "list") return value === undefined ? [] : [String(value)];
  if (value === undefined || Array.isArray(value)) return "";
  if (kind === "money" && typeof value === "number") return (value / 100).toFixed(2);
  return String(value);
}

export function readDefinition(
  { columns, filters, parameters, sort, totals, chart }: ReportDefinition,
  fields: readonly ReportField[],
): DefinitionDraft {
  const kindOfFilter = ({ field, operator }: { field: string; operator: ReportOperator }) =>
    kindOfValue(operator, findField(fields, field)?.type ?? "text");
  return {
    columns: columns.map(({ key, field, label, aggregate, bucket }) => ({
      key,
      field,
      label: label ?? "",
      aggregate: aggregate ?? null,
      bucket: bucket ?? null,
    })),
    filters: filters.map((filter) => ({
      id: makeId(),
      field: filter.field,
      operator: filter.operator,
      value: showValue(filter.value, kindOfFilter(filter)),
      parameter: filter.parameter ?? null,
    })),
    parameters: parameters.map((parameter) => {
      const prompting = filters.find((filter) => filter.parameter === parameter.key);
      return {
        key: parameter.key,
        label: parameter.label,
        required: parameter.required,
        default: showValue(parameter.default, prompting === undefined ? "text" : kindOfFilter(prompting)),
      };
    }),
    sort: sort.map(({ column, descending }) => ({ column, descending })),
    totals,
    chart,
  };
}
