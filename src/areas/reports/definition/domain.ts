import type { Fault } from "../../../contract/errors/error-codes.ts";
import type {
  ReportBucket,
  ReportAggregate,
  ReportColumnDefinition,
  ReportColumnType,
  ReportDefinition,
  ReportEntity,
  ReportFilterDefinition,
  ReportOperator,
  ReportParameterDefinition,
  ReportValue,
} from "../../../contract/reports/definition.ts";
import { findField, typeOfAggregate, type CustomField, type ReportField } from "../catalog/domain.fields.ts";
import { isSameKind, validateValue, kindOf, operatorsByType, type ValueKind } from "./domain.filters.ts";

export interface ResolvedColumn {
  key: string;
  label: string;
  field: ReportField;
  aggregate: ReportAggregate | null;
  bucket: ReportBucket | null;
  type: ReportColumnType;
}

export interface ResolvedFilter {
  field: ReportField;
  operator: ReportOperator;
  /** null for an operator that takes none, or if a parameter provides it. */
  value: ReportValue | null;
  parameter: string | null;
}

export interface ResolvedParameter {
  given: ReportParameterDefinition;
  kind: ValueKind;
  /** The filters that use it; at least one. */
  filters: ResolvedFilter[];
}

/** A definition whose names all exist in the catalog; `faults` lists those that do not. */
export interface ResolvedDefinition {
  columns: ResolvedColumn[];
  filters: ResolvedFilter[];
  parameters: ResolvedParameter[];
  faults: Fault[];
}

const unknownField = "no such field";

const reservedKey = "organizationId";

/** Resolves every name of a definition and validates it. Paths begin with `definition`. */
export function resolveDefinition(
  entity: ReportEntity,
  definition: ReportDefinition,
  customFields: readonly CustomField[],
): ResolvedDefinition {
  const find = (name: string) => findField(entity, name, customFields);
  const faults: Fault[] = [];
  const report = (path: string, message: string | null) =>
    void (message !== null && faults.push({ path: `definition.${path}`, message }));
  const columns = definition.columns.flatMap((given, at) => {
    const field = find(given.field);
    if (field === undefined) report(`columns.${at}.field`, unknownField);
    else for (const [path, message] of validateColumn(field, given)) report(`columns.${at}.${path}`, message);
    return field === undefined ? [] : [resolveColumn(field, given)];
  });
  const filters = definition.filters.flatMap((given, at) => {
    const field = find(given.field);
    if (field === undefined) report(`filters.${at}.field`, unknownField);
    else for (const [path, message] of validateFilter(field, given)) report(`filters.${at}.${path}`, message);
    return field === undefined
      ? []
      : [{ field, operator: given.operator, value: given.value ?? null, parameter: given.parameter ?? null }];
  });
  const parameters = resolveParameters(definition, filters, faults.length === 0, report);
  validateKeys(definition, report);
  validateChart(definition, columns, report);
  return { columns, filters, parameters, faults };
}

type Report = (path: string, message: string | null) => void;

function validateColumn(
  { type, aggregates }: ReportField,
  { key, aggregate, bucket }: ReportColumnDefinition,
): [string, string][] {
  const faults: [string, string][] = [];
  if (key === reservedKey) faults.push(["key", "every row already has a value with this name"]);
  if (aggregate !== undefined && !aggregates.includes(aggregate))
    faults.push(["aggregate", `must be one of ${aggregates.join(", ")} for this field`]);
  if (bucket !== undefined && type !== "date" && type !== "instant")
    faults.push(["bucket", "only a date or an instant can have a bucket"]);
  if (bucket !== undefined && aggregate !== undefined) faults.push(["bucket", "send aggregate or bucket, not both"]);
  return faults;
}

function resolveColumn(field: ReportField, given: ReportColumnDefinition): ResolvedColumn {
  const { key, label } = given;
  const aggregate = given.aggregate ?? null;
  const bucket = given.bucket ?? null;
  const ownType = bucket === null ? field.type : "date";
  const type = aggregate === null ? ownType : typeOfAggregate(field.type, aggregate);
  const ownLabel = aggregate === null ? field.label : `${field.label} (${aggregate.replaceAll("_", " ")})`;
  return { key, label: label ?? ownLabel, field, aggregate, bucket, type };
}

function validateFilter(
  field: ReportField,
  { operator, value, parameter }: ReportFilterDefinition,
): [string, string][] {
  const operators = operatorsByType[field.type];
  if (!operators.includes(operator)) return [["operator", `must be one of ${operators.join(", ")} for this field`]];
  if (kindOf(field.type, operator) === null) {
    if (parameter !== undefined) return [["parameter", "this operator requires no value"]];
    return value === undefined ? [] : [["value", "this operator requires no value"]];
  }
  if (parameter !== undefined) return [];
  if (value === undefined) return [["value", "required, or a parameter"]];
  const fault = validateValue(field, operator, value);
  return fault === null ? [] : [["value", fault]];
}

/** @param isSound whether the filters are valid; otherwise unused parameters are not reported */
function resolveParameters(
  { parameters }: ReportDefinition,
  filters: readonly ResolvedFilter[],
  isSound: boolean,
  report: Report,
): ResolvedParameter[] {
  const known = new Set(parameters.map(({ key }) => key));
  if (filters.some(({ parameter }) => parameter !== null && !known.has(parameter))) {
    for (const [at, { parameter }] of filters.entries())
      if (parameter !== null && !known.has(parameter)) report(`filters.${at}.parameter`, "no such parameter");
  }
  return parameters.flatMap((given, at) => {
    const fed = filters.filter(({ parameter }) => parameter === given.key);
    const [kind, ...others] = fed.flatMap(({ field, operator }) => kindOf(field.type, operator) ?? []);
    if (kind === undefined) {
      if (isSound) report(`parameters.${at}.key`, "is not used by a filter");
      return [];
    }
    if (!others.every((other) => isSameKind(kind, other))) {
      report(`parameters.${at}.key`, "is used by filters of different types");
      return [];
    }
    if (given.default !== undefined) report(`parameters.${at}.default`, validateGiven(fed, given.default));
    return [{ given, kind, filters: fed }];
  });
}

/** The error of a parameter's value for any of its filters; null if it fits all. */
export function validateGiven(filters: readonly ResolvedFilter[], value: ReportValue): string | null {
  for (const { field, operator } of filters) {
    const fault = validateValue(field, operator, value);
    if (fault !== null) return fault;
  }
  return null;
}

function validateKeys({ columns, parameters, sort }: ReportDefinition, report: Report): void {
  const validate = (list: string, member: string, keys: readonly string[]) => {
    for (const [at, key] of keys.entries())
      if (keys.indexOf(key) !== at) report(`${list}.${at}.${member}`, "another one has this key");
  };
  validate(
    "columns",
    "key",
    columns.map(({ key }) => key),
  );
  validate(
    "parameters",
    "key",
    parameters.map(({ key }) => key),
  );
  for (const [at, message] of validateSort(sort, columns)) report(`sort.${at}.column`, message);
}

export function validateSort(
  sort: readonly { column: string }[],
  columns: readonly { key: string }[],
): [number, string][] {
  return sort.flatMap(({ column }, at): [number, string][] => {
    if (!columns.some(({ key }) => key === column)) return [[at, "no such column"]];
    return sort.findIndex((other) => other.column === column) === at ? [] : [[at, "already sorted by this column"]];
  });
}

export const numeric: ReadonlySet<ReportColumnType> = new Set<ReportColumnType>(["integer", "number", "money"]);

function validateChart({ chart }: ReportDefinition, columns: readonly ResolvedColumn[], report: Report): void {
  if (chart === null) return;
  const find = (key: string) => columns.find((column) => column.key === key);
  const { category, value, series } = chart;
  const named = Object.entries({ category, value, ...(series !== undefined && { series }) });
  for (const [name, key] of named) if (find(key) === undefined) report(`chart.${name}`, "no such column");
  const drawn = find(value);
  if (drawn !== undefined && !numeric.has(drawn.type)) report("chart.value", "must be a numeric column");
  if (new Set(named.map(([, key]) => key)).size < named.length) report("chart", "must use a different column for each");
}
