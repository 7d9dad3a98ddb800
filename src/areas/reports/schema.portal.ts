import * as z from "zod";
import { oneOf } from "../../contract/enumeration.ts";
import { reportsEnumerations as e } from "../../contract/reports/enumerations.ts";
import { permissions, type Permission } from "../../contract/permissions.ts";
import { ParameterValues, ReportKey } from "../../contract/reports/definition.ts";
import { Id, Name, Revision, text } from "../../contract/values/values.ts";
import { ReportRun, ReportSchedule, ReportValue, ScheduleTiming, reportValues, scheduleFormats } from "./schema.ts";

const Needed = z.enum(permissions as [Permission, ...Permission[]]);

export const EntityField = z.object({
  name: z.string(),
  label: z.string(),
  group: z.string().meta({ description: "The heading in the field list." }),
  type: oneOf(e.reportColumnType),
  options: z.array(z.object({ value: z.string(), label: z.string() })).nullable(),
  aggregates: z.array(oneOf(e.reportAggregate)),
  permission: Needed.nullable().meta({
    description:
      "The scope that it requires in addition to its entity's; null for none, and if no permission includes it.",
  }),
  isAllowed: z.boolean().meta({ description: "Whether the caller can see the field." }),
});
export type EntityField = z.infer<typeof EntityField>;

export const EntityCatalog = z.object({
  entity: oneOf(e.reportEntity),
  permissions: z.array(Needed).meta({ description: "The scopes that every report about it requires." }),
  isAllowed: z.boolean(),
  fields: z.array(EntityField),
});
export type EntityCatalog = z.infer<typeof EntityCatalog>;

export const ReportOrganization = z.object({
  id: z.string(),
  name: z.string(),
  isOwn: z.boolean(),
});
export type ReportOrganization = z.infer<typeof ReportOrganization>;

/** Keys of the columns of a chart. */
export const RequestedChart = z.strictObject({ category: ReportKey, value: ReportKey, series: ReportKey.optional() });
export type RequestedChart = z.infer<typeof RequestedChart>;

/** A column and its value, as a run shows it: rows that a bar of a chart stands for. */
export const OnlyRows = z.strictObject({
  column: ReportKey,
  value: z
    .union([text(0, 2_001), z.number().min(-Number.MAX_SAFE_INTEGER).max(Number.MAX_SAFE_INTEGER), z.boolean()])
    .nullable(),
});

/** A chart's values over all rows of a run, in the order of their categories. */
export const ReportChart = z.object({
  seriesBy: z
    .enum(["column", "organization", "none"])
    .meta({ description: "What `series` of a point is: a value, an organization's ID, or null." }),
  isAdditive: z.boolean().meta({
    description: "Whether values can be added; then those beyond the bounds are one more category or series.",
  }),
  isTime: z.boolean().meta({ description: "Whether categories are times. Then the latest are kept, latest first." }),
  valueType: oneOf(e.reportColumnType),
  categories: z.int().meta({ description: "The number of categories of all rows." }),
  series: z.int().meta({ description: "The number of series of all rows." }),
  points: z.array(
    z.object({
      category: ReportValue,
      series: ReportValue,
      isOtherCategory: z.boolean(),
      isOtherSeries: z.boolean(),
      value: z.number(),
    }),
  ),
});
export type ReportChart = z.infer<typeof ReportChart>;

export const RunWithChart = ReportRun.extend({
  chart: ReportChart.nullable().meta({ description: "Of the first page, if the request names a chart." }),
});
export type RunWithChart = z.infer<typeof RunWithChart>;

/** Members are listed for sharing by name only. */
export const NamedMember = z.object({ id: z.string(), name: z.string() });
export type NamedMember = z.infer<typeof NamedMember>;

export const NewReport = z.strictObject(reportValues);
export type NewReport = z.infer<typeof NewReport>;

export const PreviewedReport = z.strictObject({ entity: reportValues.entity, definition: reportValues.definition });
export const ReportPreview = z.object({ columns: ReportRun.shape.columns, rows: ReportRun.shape.rows });
export type ReportPreview = z.infer<typeof ReportPreview>;

// No defaults: omitted fields stay unchanged. A report keeps its entity.
const { name, category, definition } = reportValues;
export const ReportChanges = z.strictObject({
  name: name.optional(),
  description: reportValues.description.unwrap().optional(),
  category: category.optional(),
  visibility: reportValues.visibility.unwrap().optional(),
  sharedWith: reportValues.sharedWith.unwrap().optional(),
  sharedWithTeamIds: reportValues.sharedWithTeamIds.unwrap().optional(),
  apiVisible: reportValues.apiVisible.unwrap().optional(),
  definition: definition.optional(),
});
export type ReportChanges = z.infer<typeof ReportChanges>;

const somethingGiven = (members: readonly string[]) => (given: object) =>
  Object.keys(given).some((member) => !members.includes(member));

export const ReportAtRevision = z.strictObject({ reportId: Id, expectedRevision: Revision });
export const ReportUpdate = ReportChanges.extend(ReportAtRevision.shape).refine(
  somethingGiven(["reportId", "expectedRevision"]),
  "must change at least one field",
);

export const ReportCopy = z.strictObject({
  reportId: Id,
  name: Name.optional().meta({ description: "Default: `Copy of` and the report's name, shortened if necessary." }),
});
export const ReportApiVisibility = z.strictObject({ reportId: Id, apiVisible: z.boolean() });

const recipientIds = z
  .array(Id)
  .min(1)
  .max(50)
  .refine((ids) => new Set(ids).size === ids.length, "must not contain a member twice")
  .meta({ description: "Members who are notified when the file is ready." });

export const NewReportSchedule = z.strictObject({
  reportId: Id,
  name: Name,
  format: z.enum(scheduleFormats),
  parameters: ParameterValues.default({}),
  timing: ScheduleTiming,
  recipientIds,
});
export type NewReportSchedule = z.infer<typeof NewReportSchedule>;

export const ReportScheduleChanges = z.strictObject({
  name: NewReportSchedule.shape.name.optional(),
  format: NewReportSchedule.shape.format.optional(),
  parameters: ParameterValues.optional(),
  timing: ScheduleTiming.optional(),
  recipientIds: recipientIds.optional(),
});
export type ReportScheduleChanges = z.infer<typeof ReportScheduleChanges>;

export const ScheduleAtRevision = z.strictObject({ scheduleId: Id, expectedRevision: Revision });
export const ReportScheduleUpdate = ReportScheduleChanges.extend(ScheduleAtRevision.shape).refine(
  somethingGiven(["scheduleId", "expectedRevision"]),
  "must change at least one field",
);

export const ListedSchedule = ReportSchedule.extend({
  reportName: z
    .string()
    .nullable()
    .meta({ description: "null if the report was deleted or the caller can no longer see it." }),
  ownerName: z.string().meta({ description: "The member in whose name it runs." }),
});
export type ListedSchedule = z.infer<typeof ListedSchedule>;
