import type { ReportDefinition, ReportOperator, ReportValue } from "../../../contract/reports/definition.ts";
import { findField, makeKey, type DefinitionDraft, type FilterDraft, type ParameterDraft, type ReportField, type ValueDraft } from "./draft.ts";
import { firstOperator } from "./labels.ts";

export type ValueKind = "none" | "days" | "list" | "text" | "number" | "money" | "boolean" | "date";

const withoutValue: ReadonlySet<ReportOperator> = new Set(["is_empty", "is_not_empty"]);
const ofDays: ReadonlySet<ReportOperator> = new Set(["in_next_days", "in_last_days", "before_last_days"]);
const ofLists: ReadonlySet<ReportOperator> = new Set(["in", "not_in"]);
const kindsOfType = { text: "text", integer: "number", number: "number", money: "money", boolean: "boolean", date: "date", instant: "date" } as const;

export function kindOfValue(operator: ReportOperator, type: ReportField["type"]): ValueKind {
  if (withoutValue.has(operator)) return "none";
  if (ofDays.has(operator)) return "days";
  return ofLists.has(operator) ? "list" : kindsOfType[type];
}

let made = 0;

/** A React key; never sent. */
function makeId(): string {
  made += 1;
  return `filter-${made}`;
}

export function addFilter(draft: DefinitionDraft, field: ReportField): DefinitionDraft {
  const operator = firstOperator(field.type);
  return { ...draft, filters: [...draft.filters, { id: makeId(), field: field.name, operator, value: emptyValue(operator, field), parameter: null }] };
}

function emptyValue(operator: ReportOperator, field: ReportField | undefined): ValueDraft {
  const kind = kindOfValue(operator, field?.type ?? "text");
  if (kind === "list") return [];
  return kind === "boolean" ? "true" : "";
}

/** Keeps the value if it is valid for the new operator. */
export function changeOperator(draft: DefinitionDraft, index: number, operator: ReportOperator, fields: readonly ReportField[]): DefinitionDraft {
  const filter = draft.filters[index];
  if (filter === undefined) return draft;
  const field = findField(fields, filter.field);
  const [before, after] = [kindOfValue(filter.operator, field?.type ?? "text"), kindOfValue(operator, field?.type ?? "text")];
  const keeps = before === after;
  const changed = changeFilter(draft, index, { operator, ...(!keeps && { value: emptyValue(operator, field) }) });
  if (keeps || filter.parameter === null) return changed;
  // A parameter of another kind is another parameter.
  return setAsked(changed, index, false, fields);
}

/** Another field resets the filter. */
export function changeField(draft: DefinitionDraft, index: number, field: ReportField): DefinitionDraft {
  const operator = firstOperator(field.type);
  return dropUnusedParameters(changeFilter(draft, index, { field: field.name, operator, value: emptyValue(operator, field), parameter: null }));
}

export function changeFilter(draft: DefinitionDraft, index: number, changes: Partial<FilterDraft>): DefinitionDraft {
  return { ...draft, filters: draft.filters.map((filter, place) => (place === index ? { ...filter, ...changes } : filter)) };
}

export function removeFilter(draft: DefinitionDraft, index: number): DefinitionDraft {
  return dropUnusedParameters({ ...draft, filters: draft.filters.filter((_filter, place) => place !== index) });
}

/** Turns the value into a parameter's default, or back. */
export function setAsked(draft: DefinitionDraft, index: number, isAsked: boolean, fields: readonly ReportField[]): DefinitionDraft {
  const filter = draft.filters[index];
  if (filter === undefined) return draft;
  const field = findField(fields, filter.field);
  if (!isAsked) {
    const former = draft.parameters.find(({ key }) => key === filter.parameter);
    const value = former === undefined || kindOf(former.default) !== kindOf(filter.value) ? emptyValue(filter.operator, field) : former.default;
    return dropUnusedParameters(changeFilter(draft, index, { parameter: null, value }));
  }
  const key = makeKey(filter.field, draft.parameters.map((parameter) => parameter.key));
  const asked: ParameterDraft = { key, label: field?.label ?? filter.field, required: false, default: filter.value };
  return changeFilter({ ...draft, parameters: [...draft.parameters, asked] }, index, { parameter: key });
}

const kindOf = (value: ValueDraft) => (Array.isArray(value) ? "list" : "one");

export function changeParameter(draft: DefinitionDraft, key: string, changes: Partial<ParameterDraft>): DefinitionDraft {
  return { ...draft, parameters: draft.parameters.map((parameter) => (parameter.key === key ? { ...parameter, ...changes } : parameter)) };
}

function dropUnusedParameters(draft: DefinitionDraft): DefinitionDraft {
  const used = new Set(draft.filters.map(({ parameter }) => parameter));
  return { ...draft, parameters: draft.parameters.filter(({ key }) => used.has(key)) };
}

export function showValue(value: ReportValue | undefined, kind: ValueKind): ValueDraft {
  if (kind === "list") return Array.isArray(value) ? value : value === undefined ? [] : [String(value)];
  if (value === undefined || Array.isArray(value)) return "";
  if (kind === "money" && typeof value === "number") return (value / 100).toFixed(2);
  return String(value);
}

/**
 * Converts input to the API's form: money in cents, days and numbers as numbers.
 * @returns undefined for empty input; invalid numbers stay text, which validation rejects
 */
export function readValue(value: ValueDraft, kind: ValueKind): ReportValue | undefined {
  if (kind === "none") return undefined;
  if (Array.isArray(value)) return value.length === 0 ? undefined : value;
  const typed = value.trim();
  if (typed === "") return undefined;
  if (kind === "boolean") return typed === "true";
  if (kind === "money") return /^-?\d+(\.\d{1,2})?$/.test(typed.replaceAll(",", "")) ? Math.round(Number(typed.replaceAll(",", "")) * 100) : typed;
  if (kind === "days" || kind === "number") return /^-?\d+(\.\d+)?$/.test(typed) ? Number(typed) : typed;
  return typed;
}

/** @param isNeeded whether a value is required */
export function validateValue(value: ValueDraft, kind: ValueKind, isNeeded: boolean): string | null {
  const read = readValue(value, kind);
  if (kind === "none") return null;
  if (read === undefined) return isNeeded ? "Enter a value" : null;
  if ((kind === "money" || kind === "number") && typeof read !== "number") return kind === "money" ? "Enter an amount in dollars, such as 1250.00" : "Enter a number";
  if (kind === "days" && !(typeof read === "number" && Number.isInteger(read) && read >= 0)) return "Enter a whole number of days";
  return null;
}

export function readDefinition({ columns, filters, parameters, sort, totals, chart }: ReportDefinition, fields: readonly ReportField[]): DefinitionDraft {
  const kindOfFilter = ({ field, operator }: { field: string; operator: ReportOperator }) => kindOfValue(operator, findField(fields, field)?.type ?? "text");
  return {
    columns: columns.map(({ key, field, label, aggregate, bucket }) => ({ key, field, label: label ?? "", aggregate: aggregate ?? null, bucket: bucket ?? null })),
    filters: filters.map((filter) => ({
      id: makeId(),
      field: filter.field,
      operator: filter.operator,
      value: showValue(filter.value, kindOfFilter(filter)),
      parameter: filter.parameter ?? null,
    })),
    parameters: parameters.map((parameter) => {
      const asking = filters.find((filter) => filter.parameter === parameter.key);
      return { key: parameter.key, label: parameter.label, required: parameter.required, default: showValue(parameter.default, asking === undefined ? "text" : kindOfFilter(asking)) };
    }),
    sort: sort.map(({ column, descending }) => ({ column, descending })),
    totals,
    chart,
  };
}

export function writeDefinition(draft: DefinitionDraft, fields: readonly ReportField[]) {
  const kindOfFilter = ({ field, operator }: FilterDraft) => kindOfValue(operator, findField(fields, field)?.type ?? "text");
  return {
    columns: draft.columns.map(({ key, field, label, aggregate, bucket }) => ({
      key,
      field,
      ...(label.trim() !== "" && { label: label.trim() }),
      ...(aggregate !== null && { aggregate }),
      ...(bucket !== null && { bucket }),
    })),
    filters: draft.filters.map((filter) => {
      const value = readValue(filter.value, kindOfFilter(filter));
      const { field, operator, parameter } = filter;
      return { field, operator, ...(parameter !== null ? { parameter } : value !== undefined && { value }) };
    }),
    parameters: draft.parameters.map(({ key, label, required, default: usual }) => {
      const asking = draft.filters.find(({ parameter }) => parameter === key);
      const value = asking === undefined ? undefined : readValue(usual, kindOfFilter(asking));
      return { key, label: label.trim(), required, ...(value !== undefined && { default: value }) };
    }),
    sort: draft.sort,
    totals: draft.totals,
    chart: draft.chart,
  };
}
