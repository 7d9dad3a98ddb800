import type { ReportAggregate, ReportColumnType, ReportEntity } from "../../../contract/reports/definition.ts";
import type { Scope } from "../../../contract/scopes.ts";
import type { SourceField } from "./store.fields.ts";
import { reportSources } from "./store.sources.ts";

export interface FieldOption {
  value: string;
  label: string;
}

/** A custom field of cases or leads; `custom.<key>` in a definition. */
export interface CustomField {
  key: string;
  label: string;
  type: ReportColumnType;
  /** The type of its definition, such as `select`; fields of several organizations are compared by it. */
  definedAs: string;
  options: readonly FieldOption[] | null;
}

/** A field of an entity, as the builder and `GET /reports/{id}` show it. */
export interface ReportField {
  name: string;
  label: string;
  type: ReportColumnType;
  /** A scope required in addition to the entity's; null for none. */
  scope: Scope | null;
  /** null for any value. */
  options: readonly FieldOption[] | null;
  aggregates: readonly ReportAggregate[];
  group: string;
}

const counts = ["count", "count_distinct"] as const;
const extremes = [...counts, "minimum", "maximum"] as const;
const sums = [...extremes, "sum", "average"] as const;

const aggregatesByType: Readonly<Record<ReportColumnType, readonly ReportAggregate[]>> = {
  text: counts,
  boolean: counts,
  date: extremes,
  instant: extremes,
  integer: sums,
  number: sums,
  money: sums,
};

export function typeOfAggregate(type: ReportColumnType, aggregate: ReportAggregate): ReportColumnType {
  if (aggregate === "count" || aggregate === "count_distinct") return "integer";
  return aggregate === "average" && type === "integer" ? "number" : type;
}

function describeField(name: string, { label, type, scope, values, group }: SourceField): ReportField {
  const options = values?.map((value) => ({ value, label: value.replaceAll("_", " ") })) ?? null;
  return { name, label, type, scope, options, aggregates: aggregatesByType[type], group };
}

const customPrefix = "custom.";

/** The key of a custom field's name; null for a field of the catalog. */
export function customKeyOf(name: string): string | null {
  return name.startsWith(customPrefix) ? name.slice(customPrefix.length) : null;
}

export function listFields(entity: ReportEntity): ReportField[] {
  return Object.entries(reportSources[entity].fields).map(([name, field]) => describeField(name, field));
}

export function describeCustomField({ key, label, type, options }: CustomField): ReportField {
  return {
    name: `${customPrefix}${key}`,
    label,
    type,
    scope: null,
    options,
    aggregates: aggregatesByType[type],
    group: "Custom fields",
  };
}

/** @param customFields the organization's, or those of all organizations of the run; the first of a key counts */
export function findField(
  entity: ReportEntity,
  name: string,
  customFields: readonly CustomField[],
): ReportField | undefined {
  const key = customKeyOf(name);
  const { fields, custom } = reportSources[entity];
  if (key === null) {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    return field === undefined ? undefined : describeField(name, field);
  }
  const found = custom === null ? undefined : customFields.find((field) => field.key === key);
  return found === undefined ? undefined : describeCustomField(found);
}
