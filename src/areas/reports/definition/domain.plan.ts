import { invalidInput, type Fault } from "../../../contract/errors/error-codes.ts";
import type {
  ParameterValues,
  ReportDefinition,
  ReportEntity,
  ReportOperator,
  ReportValue,
} from "../../../contract/reports/definition.ts";
import type { Scope } from "../../../contract/scopes.ts";
import {
  validateGiven,
  validateSort,
  numeric,
  resolveDefinition,
  type ResolvedColumn,
  type ResolvedDefinition,
  type ResolvedParameter,
} from "./domain.ts";
import { listFields, type CustomField, type FieldOption, type ReportField } from "../catalog/domain.fields.ts";
import type { ReportColumn, ReportParameter } from "../schema.ts";
import { reportSources } from "../catalog/store.sources.ts";

export interface RunRequest {
  parameters: ParameterValues;
  columns?: readonly string[] | undefined;
  sort?: readonly { column: string; descending: boolean }[] | undefined;
  /** Narrows the run to the records with a value in a column: those behind a bar of its chart. */
  only?: { column: string; value: string | number | boolean | null } | undefined;
}

/** A filter with its value; null for an operator that takes none. */
export interface PlannedFilter {
  field: ReportField;
  operator: ReportOperator;
  value: ReportValue | null;
}

/** A report ready to run: every name is from the catalog, every value fits its field. */
export interface ReportPlan {
  entity: ReportEntity;
  columns: ReportColumn[];
  dataPermissions: Scope[];
  isGrouped: boolean;
  hasTotals: boolean;
  /** The shown columns in their order, followed by those that are only sorted by. */
  parts: ResolvedColumn[];
  order: { part: number; descending: boolean }[];
  filters: PlannedFilter[];
  /** The value that a column must have, as a run shows it; null for any. */
  only: { part: ResolvedColumn; value: string | number | boolean | null } | null;
}

/** The catalog's fields of an entity, and the scopes its rows require. */
export function describeEntity(entity: ReportEntity): { fields: ReportField[]; scopes: Scope[] } {
  return { fields: listFields(entity), scopes: [reportSources[entity].scope] };
}

/**
 * Validates a report to be saved.
 *
 * @throws VALIDATION_FAILED with every fault, at paths such as `definition.columns.0.field`
 */
export function validateDefinition(
  entity: ReportEntity,
  definition: ReportDefinition,
  customFields: readonly CustomField[],
): void {
  const { columns } = resolveSound(entity, definition, customFields);
  // The keys are the names of the values in a run's rows.
  const unnamed = columns.flatMap(({ key, type }, at) =>
    type === "money" && !key.endsWith("Cents")
      ? [{ path: `definition.columns.${at}.key`, message: "must end in Cents, because its values are cents" }]
      : [],
  );
  if (unnamed.length > 0) throw invalidInput(...unnamed);
}

function resolveSound(
  entity: ReportEntity,
  definition: ReportDefinition,
  customFields: readonly CustomField[],
): ResolvedDefinition {
  const resolved = resolveDefinition(entity, definition, customFields);
  if (resolved.faults.length > 0) throw invalidInput(...resolved.faults);
  return resolved;
}

/**
 * Describes a report's columns, parameters and required scopes. Fields that no longer exist, such as an archived custom
 * field, are omitted; a run rejects them by name.
 */
export function describeReport(
  definition: ReportDefinition,
  entity: ReportEntity,
  customFields: readonly CustomField[],
): { columns: ReportColumn[]; parameters: ReportParameter[]; dataPermissions: Scope[] } {
  const resolved = resolveDefinition(entity, definition, customFields);
  return {
    columns: resolved.columns.map(showColumn),
    parameters: resolved.parameters.map(showParameter),
    dataPermissions: listScopes(entity, resolved),
  };
}

const showColumn = ({ key, label, type, bucket }: ResolvedColumn): ReportColumn => ({ key, label, type, bucket });

function showParameter({
  given: { key, label, required, default: preset },
  kind,
  filters,
}: ResolvedParameter): ReportParameter {
  return {
    key,
    label,
    type: kind.type,
    list: kind.list,
    required,
    default: preset ?? null,
    options: findOptions(filters.map(({ field }) => field.options)),
  };
}

/** The values that a parameter accepts, if all of its filters' fields have the same. */
function findOptions([first, ...others]: readonly (readonly FieldOption[] | null)[]): FieldOption[] | null {
  const isShared = others.every((other) => JSON.stringify(other) === JSON.stringify(first));
  return first === undefined || first === null || !isShared ? null : [...first];
}

function listUsedFields({ columns, filters }: ResolvedDefinition): ReportField[] {
  return [...columns, ...filters].map(({ field }) => field);
}

function listScopes(entity: ReportEntity, resolved: ResolvedDefinition): Scope[] {
  return [...new Set([reportSources[entity].scope, ...listUsedFields(resolved).flatMap(({ scope }) => scope ?? [])])];
}

/**
 * Prepares a report for running.
 *
 * @param customFields the organization's, or those of all organizations of the run
 * @throws VALIDATION_FAILED with every fault, at paths such as `parameters.days`, `columns.0` and `sort.0.column`
 */
export function planReport(
  { entity, definition }: { entity: ReportEntity; definition: ReportDefinition },
  customFields: readonly CustomField[],
  request: RunRequest,
): ReportPlan {
  const resolved = resolveSound(entity, definition, customFields);
  const sort = request.sort ?? definition.sort;
  const { values, faults } = readParameters(resolved.parameters, request.parameters);
  faults.push(...validateColumns(request.columns ?? [], resolved.columns));
  if (request.sort !== undefined)
    faults.push(
      ...validateSort(sort, resolved.columns).map(([at, message]) => ({ path: `sort.${at}.column`, message })),
    );
  const { only, faults: misfits } = readOnly(request.only, resolved.columns);
  faults.push(...misfits);
  if (faults.length > 0) throw invalidInput(...faults);
  const isGrouped = resolved.columns.some(({ aggregate }) => aggregate !== null);
  const shown = chooseColumns(resolved.columns, request.columns, isGrouped);
  const parts = [
    ...shown,
    ...resolved.columns.filter(
      (column) => !shown.includes(column) && sort.some(({ column: key }) => key === column.key),
    ),
  ];
  return {
    entity,
    columns: shown.map(showColumn),
    dataPermissions: listScopes(entity, resolved),
    isGrouped,
    hasTotals: definition.totals && shown.some((column) => isAddedUp(column, isGrouped)),
    parts,
    order: sort.map(({ column, descending }) => ({ part: parts.findIndex(({ key }) => key === column), descending })),
    filters: resolved.filters.flatMap(({ field, operator, value, parameter }) => {
      if (parameter === null) return [{ field, operator, value }];
      const given = values.get(parameter);
      return given === undefined ? [] : [{ field, operator, value: given }];
    }),
    only,
  };
}

/** The column and value to which a run is narrowed, if they fit. */
function readOnly(
  given: RunRequest["only"],
  columns: readonly ResolvedColumn[],
): { only: ReportPlan["only"]; faults: Fault[] } {
  if (given === undefined) return { only: null, faults: [] };
  const { column, value } = given;
  const part = columns.find(({ key, aggregate }) => key === column && aggregate === null);
  if (part === undefined) return { only: null, faults: [{ path: "only.column", message: "no such column" }] };
  const kind = kindOf(part.type);
  if (value === null || typeof value === kind) return { only: { part, value }, faults: [] };
  return { only: null, faults: [{ path: "only.value", message: `must be a ${kind}` }] };
}

/** How a run shows a value of a type. */
function kindOf(type: ResolvedColumn["type"]): "boolean" | "number" | "string" {
  if (type === "boolean") return "boolean";
  return numeric.has(type) ? "number" : "string";
}

/** Whether the column has a total over all rows: money, and counts and sums of groups. */
export function isAddedUp({ aggregate, type }: ResolvedColumn, isGrouped: boolean): boolean {
  return isGrouped ? aggregate === "count" || aggregate === "sum" : type === "money";
}

/** The selected columns in their order; columns that define groups stay, in front. */
function chooseColumns(
  columns: readonly ResolvedColumn[],
  wanted: readonly string[] | undefined,
  isGrouped: boolean,
): ResolvedColumn[] {
  if (wanted === undefined) return [...columns];
  const kept = isGrouped ? columns.filter(({ key, aggregate }) => aggregate === null && !wanted.includes(key)) : [];
  return [...kept, ...wanted.flatMap((key) => columns.find((column) => column.key === key) ?? [])];
}

function validateColumns(wanted: readonly string[], columns: readonly ResolvedColumn[]): Fault[] {
  return wanted.flatMap((key, at) => {
    const path = `columns.${at}`;
    if (!columns.some((column) => column.key === key)) return [{ path, message: "no such column" }];
    return wanted.indexOf(key) === at ? [] : [{ path, message: "is already listed" }];
  });
}

/** Parameter values with defaults; null counts as not given. */
function readParameters(
  parameters: readonly ResolvedParameter[],
  given: ParameterValues,
): { values: Map<string, ReportValue>; faults: Fault[] } {
  const values = new Map<string, ReportValue>();
  const known = new Set(parameters.map((parameter) => parameter.given.key));
  const faults = Object.keys(given).flatMap((key) =>
    known.has(key) ? [] : [{ path: `parameters.${key}`, message: "no such parameter" }],
  );
  for (const {
    given: { key, required, default: preset },
    filters,
  } of parameters) {
    const value = (Object.hasOwn(given, key) ? given[key] : null) ?? preset;
    const absent = required ? "required" : null;
    const message = value === undefined ? absent : validateGiven(filters, value);
    if (message !== null) faults.push({ path: `parameters.${key}`, message });
    if (value !== undefined) values.set(key, value);
  }
  return { values, faults };
}
