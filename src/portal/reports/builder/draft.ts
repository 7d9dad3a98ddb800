import type {
  ReportAggregate,
  ReportBucket,
  ReportColumnType,
  ReportDefinition,
  ReportOperator,
} from "../../../contract/reports/definition.ts";
import type { PortalOutputs } from "../../client/trpc.ts";
import { columns as t } from "./strings.ts";

export type ReportField = EntityFields["fields"][number];
export type EntityFields = PortalOutputs["reports"]["entities"]["entities"][number];

export interface ColumnDraft {
  key: string;
  field: string;
  /** Empty for the field's own label. */
  label: string;
  aggregate: ReportAggregate | null;
  bucket: ReportBucket | null;
}

/** Numbers and money as text, "true" and "false", several values as a list. */
export type ValueDraft = string | string[];

export interface FilterDraft {
  /** A stable React key. */
  id: string;
  field: string;
  operator: ReportOperator;
  value: ValueDraft;
  /** The parameter that replaces the value. */
  parameter: string | null;
}

export interface ParameterDraft {
  key: string;
  label: string;
  required: boolean;
  default: ValueDraft;
}

/** A definition while it is edited. Lists keep the API's order, so that the server's fault paths match. */
export interface DefinitionDraft {
  columns: ColumnDraft[];
  filters: FilterDraft[];
  parameters: ParameterDraft[];
  sort: { column: string; descending: boolean }[];
  totals: boolean;
  chart: ReportDefinition["chart"];
}

export const emptyDraft: DefinitionDraft = {
  columns: [],
  filters: [],
  parameters: [],
  sort: [],
  totals: false,
  chart: null,
};

/**
 * A column key from a field name: `custom.court-room` becomes `courtRoom`; duplicates get a number, amounts before
 * their `Cents`.
 */
export function makeKey(field: string, taken: readonly string[]): string {
  const words = field
    .replace(/^custom\./, "")
    .split(/[^A-Za-z0-9]+/)
    .filter((word) => word !== "");
  const joined = words
    .map((word, index) => (index === 0 ? word.charAt(0).toLowerCase() : word.charAt(0).toUpperCase()) + word.slice(1))
    .join("");
  const name = (/^[a-z]/.test(joined) ? joined : `f${joined}`).slice(0, 36);
  if (!taken.includes(name)) return name;
  const [, stem = "", ending = ""] = /^(.*?)(Cents)?$/.exec(name) ?? [];
  let number = 2;
  while (taken.includes(`${stem}${number}${ending}`)) number += 1;
  return `${stem}${number}${ending}`;
}

export function findField(fields: readonly ReportField[], name: string): ReportField | undefined {
  return fields.find((field) => field.name === name);
}

export function addColumn(
  draft: DefinitionDraft,
  field: ReportField,
  aggregate: ReportAggregate | null = null,
): DefinitionDraft {
  const key = makeKey(
    aggregate === "count" ? "count" : field.name,
    draft.columns.map((column) => column.key),
  );
  return {
    ...draft,
    columns: [
      ...draft.columns,
      { key, field: field.name, label: aggregate === "count" ? t.count : "", aggregate, bucket: null },
    ],
  };
}

/** Removes a column, and the sort keys and chart that use it. */
export function removeColumn(draft: DefinitionDraft, key: string): DefinitionDraft {
  return {
    ...draft,
    columns: draft.columns.filter((column) => column.key !== key),
    sort: draft.sort.filter(({ column }) => column !== key),
    chart: withoutColumn(draft.chart, key),
  };
}

function withoutColumn(chart: DefinitionDraft["chart"], key: string): DefinitionDraft["chart"] {
  if (chart === null || chart.category === key || chart.value === key) return null;
  return chart.series === key ? withoutSeries(chart) : chart;
}

function withoutSeries({ type, category, value }: NonNullable<DefinitionDraft["chart"]>): DefinitionDraft["chart"] {
  return { type, category, value };
}

/** Moves a column by one: -1 left, 1 right. */
export function moveColumn(draft: DefinitionDraft, index: number, by: -1 | 1): DefinitionDraft {
  const columns = [...draft.columns];
  const [moved, other] = [columns[index], columns[index + by]];
  if (moved === undefined || other === undefined) return draft;
  columns[index] = other;
  columns[index + by] = moved;
  return { ...draft, columns };
}

export function changeColumn(draft: DefinitionDraft, index: number, changes: Partial<ColumnDraft>): DefinitionDraft {
  return {
    ...draft,
    columns: draft.columns.map((column, place) => (place === index ? { ...column, ...changes } : column)),
  };
}

/** Whether the rows are groups, which the columns without an aggregate define. */
export function isGrouped({ columns }: DefinitionDraft): boolean {
  return columns.some(({ aggregate }) => aggregate !== null);
}

/** Text for a field that no longer exists. */
export function typeOfColumn(
  { field, aggregate, bucket }: ColumnDraft,
  fields: readonly ReportField[],
): ReportColumnType {
  const type = findField(fields, field)?.type ?? "text";
  if (aggregate === "count" || aggregate === "count_distinct") return "integer";
  if (aggregate === "average") return type === "money" ? "money" : "number";
  return bucket === null ? type : "date";
}

export function headingOf(column: ColumnDraft, fields: readonly ReportField[]): string {
  return column.label.trim() === "" ? (findField(fields, column.field)?.label ?? column.field) : column.label;
}

/** Whether changing the entity would discard nothing. */
export function isEmptyDraft({ columns, filters }: DefinitionDraft): boolean {
  return columns.length === 0 && filters.length === 0;
}
