import * as z from "zod";
import { oneOf } from "../enumeration.ts";
import { reportsEnumerations as e } from "./enumerations.ts";
import { text, visibleName } from "../values/values.ts";

/** Bounds of a definition: readable for people, and quick to plan for PostgreSQL. */
export const reportBounds = { columns: 30, filters: 20, parameters: 20, sort: 3, values: 100 } as const;

export const ReportKey = z
  .string()
  .regex(
    /^[a-z][A-Za-z0-9]{0,39}$/,
    "must start with a lower-case letter and contain only letters and digits, at most 40",
  )
  .meta({ maxLength: 40 });

/** A field of the entity, such as `matterStage`; a custom field is `custom.<key>`. See the entity's catalog. */
export const ReportFieldName = z
  .string()
  .regex(/^(custom\.)?[A-Za-z][A-Za-z0-9_-]{0,79}$/, "must be the name of a field")
  .meta({ maxLength: 87 });

/** A stored definition: those from before the rule of `visibleName` stay readable. */
const Label = text(1, 80).meta({ minLength: 1, maxLength: 80 });
const NewLabel = visibleName(80);

/** The value of a filter or a parameter; the field determines its type. */
export const ReportValue = z.union([
  text(0, 200),
  z.number().min(-Number.MAX_SAFE_INTEGER).max(Number.MAX_SAFE_INTEGER),
  z.boolean(),
  z.array(text(1, 200)).max(reportBounds.values),
]);
export type ReportValue = z.infer<typeof ReportValue>;

export const ParameterValues = z
  .record(ReportKey, ReportValue.nullable())
  .refine(
    (values) => Object.keys(values).length <= reportBounds.parameters,
    `must have at most ${reportBounds.parameters} members`,
  )
  .meta({ description: "Values of the report's parameters, by key.", maxProperties: reportBounds.parameters });
export type ParameterValues = z.infer<typeof ParameterValues>;

const describeHeading = <Heading extends z.ZodType>(label: Heading) =>
  label.optional().meta({ description: "The heading; by default the field's." });

export const ReportColumnDefinition = z.strictObject({
  key: ReportKey.meta({ description: "The name of the value in each row." }),
  field: ReportFieldName,
  label: describeHeading(Label),
  aggregate: oneOf(e.reportAggregate)
    .optional()
    .meta({ description: "If any column has one, the other columns form the groups." }),
  bucket: oneOf(e.reportBucket).optional().meta({ description: "Groups a date or an instant by period." }),
});

export const ReportFilterDefinition = z
  .strictObject({
    field: ReportFieldName,
    operator: oneOf(e.reportOperator),
    value: ReportValue.optional(),
    parameter: ReportKey.optional().meta({
      description: "The parameter that supplies the value when the report runs.",
    }),
  })
  .refine(
    ({ value, parameter }) => value === undefined || parameter === undefined,
    "send value or parameter, not both",
  );

export const ReportParameterDefinition = z.strictObject({
  key: ReportKey,
  label: Label,
  required: z
    .boolean()
    .default(false)
    .meta({ description: "If there is no default and a run does not send the parameter, its filters are skipped." }),
  default: ReportValue.optional(),
});

export const ReportDefinition = z.strictObject({
  columns: z.array(ReportColumnDefinition).min(1).max(reportBounds.columns),
  filters: z.array(ReportFilterDefinition).max(reportBounds.filters).default([]),
  parameters: z.array(ReportParameterDefinition).max(reportBounds.parameters).default([]),
  sort: z
    .array(z.strictObject({ column: ReportKey, descending: z.boolean().default(false) }))
    .max(reportBounds.sort)
    .default([]),
  totals: z.boolean().default(false).meta({ description: "Whether money, counts and sums are totaled over all rows." }),
  chart: z
    .strictObject({
      type: oneOf(e.reportChartType),
      category: ReportKey,
      value: ReportKey,
      series: ReportKey.optional(),
    })
    .nullable()
    .default(null)
    .meta({
      description:
        "How the report is charted: one column is the axis, another the height; each value of `series` has its own color.",
    }),
});

/** As a request sends it: its labels are visible names. */
export const NewReportDefinition = ReportDefinition.extend({
  columns: z
    .array(ReportColumnDefinition.extend({ label: describeHeading(NewLabel) }))
    .min(1)
    .max(reportBounds.columns),
  parameters: z
    .array(ReportParameterDefinition.extend({ label: NewLabel }))
    .max(reportBounds.parameters)
    .default([]),
});

export type ReportDefinition = z.infer<typeof ReportDefinition>;
export type GivenReportDefinition = z.input<typeof ReportDefinition>;
export type ReportColumnDefinition = z.infer<typeof ReportColumnDefinition>;
export type ReportFilterDefinition = z.infer<typeof ReportFilterDefinition>;
export type ReportParameterDefinition = z.infer<typeof ReportParameterDefinition>;

export type ReportEntity = keyof typeof e.reportEntity.values;
export type ReportColumnType = keyof typeof e.reportColumnType.values;
export type ReportOperator = keyof typeof e.reportOperator.values;
export type ReportAggregate = keyof typeof e.reportAggregate.values;
export type ReportBucket = keyof typeof e.reportBucket.values;
export type ReportVisibility = keyof typeof e.reportVisibility.values;

const customTypes: Readonly<Record<string, ReportColumnType>> = {
  number: "number",
  percent: "number",
  currency: "money",
  date: "date",
  datetime: "instant",
  boolean: "boolean",
};

/**
 * What the values of a custom field are in a report and in a file.
 *
 * @param definedAs the type of its definition
 */
export function columnTypeOf(definedAs: string): ReportColumnType {
  return customTypes[definedAs] ?? "text";
}
