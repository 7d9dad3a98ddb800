import fc from "fast-check";
import {
  ReportDefinition,
  type GivenReportDefinition,
  type ReportEntity,
} from "../../../contract/reports/definition.ts";
import { reportsEnumerations as e } from "../../../contract/reports/enumerations.ts";
import { valuesOf } from "../../../contract/enumeration.ts";
import { describeCustomField, listFields, type CustomField, type ReportField } from "../catalog/domain.fields.ts";

export const reportEntities = valuesOf(e.reportEntity);
const buckets = valuesOf(e.reportBucket);

type GivenColumn = GivenReportDefinition["columns"][number];

export function allFields(entity: ReportEntity, customFields: readonly CustomField[]): ReportField[] {
  const ofEntity = entity === "cases" || entity === "leads" ? customFields.map(describeCustomField) : [];
  return [...listFields(entity), ...ofEntity];
}

function arbitraryColumn(
  fields: readonly ReportField[],
  isAggregated: boolean,
): fc.Arbitrary<Omit<GivenColumn, "key">> {
  return fc.constantFrom(...fields).chain(({ name: field, type, aggregates }) => {
    if (isAggregated) return fc.constantFrom(...aggregates).map((aggregate) => ({ field, aggregate }));
    if (type !== "date" && type !== "instant") return fc.constant({ field });
    return fc
      .option(fc.constantFrom(...buckets), { nil: undefined })
      .map((bucket) => (bucket === undefined ? { field } : { field, bucket }));
  });
}

/** A random valid definition without filters: up to six columns, some with groups, any sort. */
export function arbitraryDefinition(
  entity: ReportEntity,
  customFields: readonly CustomField[],
): fc.Arbitrary<ReportDefinition> {
  const fields = allFields(entity, customFields);
  const plain = fc.array(arbitraryColumn(fields, false), { minLength: 1, maxLength: 4 });
  const counted = fc.array(arbitraryColumn(fields, true), { maxLength: 2 });
  return fc.tuple(plain, counted).chain(([groups, aggregates]) => {
    const columns = [...groups, ...aggregates].map((column, at) => ({ ...column, key: `column${at}` }));
    const by = fc.uniqueArray(fc.constantFrom(...columns.map(({ key }) => key)), { maxLength: 3 });
    return fc.tuple(by, fc.array(fc.boolean(), { minLength: 3, maxLength: 3 })).map(([sorted, directions]) =>
      ReportDefinition.parse({
        columns,
        sort: sorted.map((column, at) => ({ column, descending: directions[at] ?? false })),
      }),
    );
  });
}
