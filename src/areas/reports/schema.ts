import * as z from "zod";
import { oneOf, namedEnum } from "../../contract/enumeration.ts";
import { reportsEnumerations as e } from "../../contract/reports/enumerations.ts";
import { cursorInput } from "../../contract/page.ts";
import {
  NewReportDefinition,
  ParameterValues,
  ReportDefinition,
  ReportKey,
  reportBounds,
} from "../../contract/reports/definition.ts";
import { scopeCatalog } from "../../contract/scopes.ts";
import { Id, Instant, Name, text } from "../../contract/values/values.ts";

const DataPermission = namedEnum("ScopeName", [...scopeCatalog.keys()]);

export const ReportColumn = z.object({
  key: z.string(),
  label: z.string(),
  type: oneOf(e.reportColumnType),
  bucket: oneOf(e.reportBucket).nullable().meta({ description: "For a date that is the first day of a period." }),
});
export type ReportColumn = z.infer<typeof ReportColumn>;

export const ReportParameter = z.object({
  key: z.string(),
  label: z.string(),
  type: oneOf(e.reportColumnType),
  list: z.boolean().meta({ description: "Whether it accepts several values, as an array." }),
  required: z.boolean(),
  default: z.unknown().meta({ description: "The default value; null for none." }),
  options: z
    .array(z.object({ value: z.string(), label: z.string() }))
    .nullable()
    .meta({ description: "The allowed values; null for any." }),
});
export type ReportParameter = z.infer<typeof ReportParameter>;

export const ReportSummary = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string().nullable(),
  category: oneOf(e.reportCategory),
  entity: oneOf(e.reportEntity),
  visibility: oneOf(e.reportVisibility),
  apiVisible: z.boolean().meta({ description: "Whether keys can see and run it." }),
  isStandard: z.boolean().meta({
    description: "Whether it is one of Caseport's standard reports. These cannot be changed; copy them instead.",
  }),
  organization: z.object({ id: z.string(), name: z.string() }).nullable().meta({
    description: "The headquarters that shares it; null for the organization's own reports and standard reports.",
  }),
  dataPermissions: z
    .array(DataPermission)
    .meta({ description: "The scopes that a key requires to run it, in addition to `reports:run`." }),
  ownerMemberId: z.string().nullable(),
  lastRunAt: Instant.nullable(),
  createdAt: Instant.nullable().meta({ description: "null for a standard report." }),
  updatedAt: Instant.nullable(),
  revision: z.int(),
});
export type ReportSummary = z.infer<typeof ReportSummary>;

export const Report = ReportSummary.extend({
  columns: z.array(ReportColumn),
  parameters: z.array(ReportParameter),
  sharedWith: z
    .array(z.string())
    .meta({ description: "For visibility `team`: the members who can see it in addition to its owner." }),
  sharedWithTeamIds: z.array(z.string()).meta({
    description: "For visibility `team`: the teams whose members can see it. Membership is checked at each request.",
  }),
  definition: ReportDefinition,
});
export type Report = z.infer<typeof Report>;

/**
 * Longer than other cursors: it contains the row's keyset of at most 35 values (sort, groups, organization, digest),
 * each 100 characters (run/store.keyset.ts) of up to six bytes in JSON: about 21,000 bytes, 28,000 characters once
 * encrypted.
 */
const maxCursorLength = 32_000;

export const rowLimit = { maximum: 1_000, default: 100 } as const;

export const runInput = {
  organizationIds: text(1, 4_000).optional().meta({
    description:
      "Organization IDs separated by commas: narrows the run to these. By default a headquarters' key runs over all organizations that it is authorized to see.",
    minLength: 1,
    maxLength: 4_000,
  }),
  parameters: ParameterValues.default({}),
  columns: z.array(ReportKey).min(1).max(reportBounds.columns).optional().meta({
    description: "Keys of the columns to return, in this order; a report with groups keeps its group columns.",
  }),
  sort: z
    .array(z.strictObject({ column: ReportKey, descending: z.boolean().default(false) }))
    .max(reportBounds.sort)
    .optional(),
  after: cursorInput(
    maxCursorLength,
    "The `nextCursor` of the previous page. Valid only for the same organization, report, parameters, columns, sort and included organizations.",
  ),
  limit: z
    .int()
    .min(1)
    .max(rowLimit.maximum)
    .default(rowLimit.default)
    .meta({ description: "The maximum number of rows per page." }),
  format: z.enum(["json"]).default("json"),
};

export const ReportValue = z.union([z.string(), z.number(), z.boolean()]).nullable();

export const ReportRun = z.object({
  report: z.object({ id: z.string(), name: z.string() }),
  columns: z.array(ReportColumn),
  rows: z.array(z.record(z.string(), ReportValue)).meta({
    description:
      "Each row has `organizationId` and a value per column under the column's key. Texts longer than 2,000 characters are truncated with an ellipsis; a file from POST /exports has the full text.",
  }),
  totals: z
    .record(z.string(), z.number())
    .nullable()
    .meta({ description: "Totals over all rows, not only this page; null if the report has no totals." }),
  organizations: z.array(z.object({ id: z.string(), name: z.string() })).meta({
    description:
      "The organizations that the run included. Each one’s rows are as of one instant; on a database of several nodes the instants of two organizations may differ.",
  }),
  organizationIds: z.array(z.string()),
  rowCount: z.int().meta({ description: "The number of rows on this page." }),
  generatedAt: Instant,
  nextCursor: z.string().nullable(),
});
export type ReportRun = z.infer<typeof ReportRun>;

const hour = z.int().min(0).max(23).meta({ description: "In the organization's time zone." });

export const ScheduleTiming = z
  .strictObject({
    frequency: oneOf(e.reportScheduleFrequency),
    weekday: z.int().min(1).max(7).nullable().default(null).meta({ description: "For weekly schedules; 1 is Monday." }),
    dayOfMonth: z.int().min(1).max(28).nullable().default(null).meta({ description: "For monthly schedules." }),
    hour,
  })
  .refine(({ frequency, weekday }) => (frequency === "weekly") === (weekday !== null), {
    message: "required for a weekly schedule, otherwise not allowed",
    path: ["weekday"],
  })
  .refine(({ frequency, dayOfMonth }) => (frequency === "monthly") === (dayOfMonth !== null), {
    message: "required for a monthly schedule, otherwise not allowed",
    path: ["dayOfMonth"],
  });

export const scheduleFormats = ["csv", "xlsx", "ndjson"] as const;

export const ReportSchedule = z.object({
  id: z.string(),
  reportId: z.string(),
  name: z.string(),
  format: z.enum(scheduleFormats),
  parameters: z
    .record(z.string(), z.unknown())
    .nullable()
    .meta({ description: "null if the caller cannot see the report or its data." }),
  frequency: oneOf(e.reportScheduleFrequency),
  weekday: z.int().nullable(),
  dayOfMonth: z.int().nullable(),
  hour: z.int(),
  recipientIds: z.array(z.string()),
  nextRunAt: Instant,
  lastRunAt: Instant.nullable(),
  lastExportId: z.string().nullable(),
  pausedAt: Instant.nullable(),
  pauseReason: z.enum(["by_hand", "not_allowed", "report_gone", "report_changed"]).nullable().meta({
    description:
      "Why it is paused: by a member; because its owner lost the permission; because its report was deleted or its owner can no longer see it; or because its parameters are no longer valid.",
  }),
  ownerMemberId: z.string(),
  createdAt: Instant,
  updatedAt: Instant,
  revision: z.int(),
});
export type ReportSchedule = z.infer<typeof ReportSchedule>;

/**
 * Events exclude parameter values (they may contain a client's name): readers of events need not be allowed to see the
 * data.
 */
export const ScheduleInEvent = ReportSchedule.omit({ parameters: true });
export type ScheduleInEvent = z.infer<typeof ScheduleInEvent>;

export const reportValues = {
  name: Name,
  description: text(0, 1_000).nullable().default(null),
  category: oneOf(e.reportCategory),
  entity: oneOf(e.reportEntity),
  visibility: oneOf(e.reportVisibility).default("private"),
  sharedWith: z.array(Id).max(50).default([]),
  sharedWithTeamIds: z.array(Id).max(50).default([]),
  apiVisible: z.boolean().default(false),
  definition: NewReportDefinition,
};
