import * as z from "zod";
import { Actor } from "../../contract/actor.ts";
import { oneOf, namedEnum } from "../../contract/enumeration.ts";
import { exportParts, type ExportPart } from "../../contract/export-parts.ts";
import { sharedEnumerations } from "../../contract/enumerations.ts";
import { reportsEnumerations as e } from "../../contract/reports/enumerations.ts";
import { exportFailureNames } from "../../contract/reports/export-failures.ts";
import { listPageLimit, pageInput, ListSort } from "../../contract/page.ts";
import { ParameterValues } from "../../contract/reports/definition.ts";
import { Id, CalendarDate, Instant } from "../../contract/values/values.ts";

const parts = Object.keys(exportParts) as [ExportPart, ...ExportPart[]];

const { matterStage, matterStatus } = sharedEnumerations;
const tables = z.enum(["csv", "xlsx", "ndjson"]);
const archive = z.literal("zip").default("zip");
/** Absent: true. */
const byteOrderMark = z.boolean().optional();
const changedWithin = { updatedFrom: CalendarDate.optional(), updatedTo: CalendarDate.optional() };

export const exportInputs = {
  report: z.strictObject({
    type: z.literal("report"),
    format: tables,
    byteOrderMark,
    reportId: Id,
    parameters: ParameterValues.default({}),
    organizationIds: z.array(Id).length(1, "must contain your own organization alone").optional(),
  }),
  cases: z.strictObject({
    type: z.literal("cases"),
    format: tables,
    byteOrderMark,
    matterStage: oneOf(matterStage).optional(),
    matterStatus: oneOf(matterStatus).optional(),
    attorneyId: Id.optional(),
    ...changedWithin,
  }),
  clients: z.strictObject({ type: z.literal("clients"), format: tables, byteOrderMark, ...changedWithin }),
  contacts: z.strictObject({ type: z.literal("contacts"), format: tables, byteOrderMark, ...changedWithin }),
  case_file: z.strictObject({
    type: z.literal("case_file"),
    format: archive,
    caseId: Id,
    include: z.array(z.enum(parts)).min(1).max(parts.length).optional(),
    files: z.boolean().default(true),
  }),
  audit_log: z.strictObject({
    type: z.literal("audit_log"),
    format: tables,
    byteOrderMark,
    from: CalendarDate.optional(),
    to: CalendarDate.optional(),
  }),
  trust_ledger: z.strictObject({
    type: z.literal("trust_ledger"),
    format: tables,
    byteOrderMark,
    from: CalendarDate.optional(),
    to: CalendarDate.optional(),
  }),
  full_organization: z.strictObject({
    type: z.literal("full_organization"),
    format: archive,
    include: z.array(z.enum(parts)).min(1).max(parts.length).optional(),
    files: z.boolean().default(false),
  }),
} as const;

export type ExportType = keyof typeof exportInputs;
/** A validated request, including what was omitted. */
export type ExportRequest = { [Type in ExportType]: z.infer<(typeof exportInputs)[Type]> }[ExportType];

/** Two days; the second must not be before the first. */
const spans = [
  ["updatedFrom", "updatedTo"],
  ["from", "to"],
] as const;

/**
 * One flat object, because the fields depend on the type; each field describes its types, and the type's schema
 * validates them.
 */
export const NewExport = z
  .strictObject({
    type: oneOf(e.exportType),
    format: oneOf(e.exportFormat)
      .optional()
      .meta({
        description:
          "`csv`, `xlsx` or `ndjson` for `report`, `cases`, `clients`, `contacts`, `audit_log` and `trust_ledger`, which require it; " +
          "`zip` for `case_file` and `full_organization`, the default there.",
      }),
    byteOrderMark: z
      .boolean()
      .optional()
      .meta({
        description:
          "For `csv`: whether the file begins with a UTF-8 byte order mark, by default true. " +
          "Excel needs it to read accents; set false for a program that does not skip it.",
      }),
    reportId: Id.optional().meta({ description: "Required for `report`: the report to export." }),
    parameters: ParameterValues.optional().meta({ description: "For `report`: values of its parameters, by key." }),
    organizationIds: z
      .array(Id)
      .max(100)
      .optional()
      .meta({
        description:
          "For `report`: your own organization's ID. Required if a run of the report would also cover child organizations, " +
          "whose rows an export never contains.",
      }),
    matterStage: oneOf(matterStage).optional().meta({ description: "For `cases`: cases in this stage." }),
    matterStatus: oneOf(matterStatus).optional().meta({ description: "For `cases`: cases with this status." }),
    attorneyId: Id.optional().meta({ description: "For `cases`: cases to which this attorney is assigned." }),
    updatedFrom: CalendarDate.optional().meta({
      description:
        "For `cases`, `clients` and `contacts`: records changed on or after this day, in the organization's time zone.",
    }),
    updatedTo: CalendarDate.optional().meta({
      description: "For `cases`, `clients` and `contacts`: records last changed on or before this day.",
    }),
    caseId: Id.optional().meta({ description: "Required for `case_file`." }),
    include: z.array(z.enum(parts)).min(1).max(parts.length).optional().meta({
      description:
        "For `case_file` and `full_organization`: the parts to include, by default all. Fails with 403 if the key lacks the scope of a part; parts are never omitted silently.",
    }),
    files: z.boolean().optional().meta({
      description: "For `case_file` (default true) and `full_organization`: whether to include the documents' files.",
    }),
    from: CalendarDate.optional().meta({
      description:
        "For `audit_log`: entries on or after this day, in the organization's time zone. For `trust_ledger`: entries dated on or after it.",
    }),
    to: CalendarDate.optional().meta({
      description: "For `audit_log` and `trust_ledger`: entries on or before this day.",
    }),
  })
  .superRefine((given, context) => {
    for (const issue of exportInputs[given.type].safeParse(given).error?.issues ?? []) {
      if (issue.code !== "unrecognized_keys")
        context.addIssue({ code: "custom", path: issue.path, message: issue.message });
      else
        for (const name of issue.keys)
          context.addIssue({ code: "custom", path: [name], message: "is not allowed for this type" });
    }
    if (given.byteOrderMark !== undefined && given.format !== "csv") {
      context.addIssue({ code: "custom", path: ["byteOrderMark"], message: "is allowed for csv alone" });
    }
    for (const [first, last] of spans) {
      const [begin = "", end = "9999"] = [given[first], given[last]];
      if (begin > end) context.addIssue({ code: "custom", path: [last], message: `must not be before ${first}` });
    }
  });

/** @param given fits {@link NewExport} */
export function completeRequest(given: { type: ExportType }): ExportRequest {
  return exportInputs[given.type].parse(given);
}

export const ExportListQuery = z.strictObject({
  ...pageInput(listPageLimit),
  sort: ListSort.default("newest"),
  status: oneOf(e.exportStatus).optional(),
  type: oneOf(e.exportType).optional(),
});
export type ExportListQuery = z.infer<typeof ExportListQuery>;

/** Retention of files in days, and lifetime of signed URLs in minutes. */
export const keptDays = 7;
export const downloadMinutes = 5;
/** Maximum queued or running exports of an organization. */
export const maxOpenExports = 10;

export const Export = z.object({
  id: z.string(),
  type: oneOf(e.exportType),
  format: oneOf(e.exportFormat),
  status: oneOf(e.exportStatus),
  progress: z.int().meta({ description: "Per cent." }),
  rowCount: z.int().nullable().meta({
    description: "The number of rows in the file, so far while it is created; for an archive the sum of its tables.",
  }),
  sizeBytes: z.int().nullable(),
  sha256: z.string().nullable(),
  fileName: z.string(),
  filters: z.record(z.string(), z.unknown()).meta({ description: "The request, without type and format." }),
  dataPermissions: z.array(z.string()).meta({ description: "The scopes required to download the file." }),
  failure: namedEnum("ExportFailure", exportFailureNames).nullable().meta({
    description:
      "Why it failed: the file would exceed its format's size; the requester lost permission to see the data; the exported record no longer exists; or an internal error occurred.",
  }),
  requestedBy: Actor,
  scheduleId: z.string().nullable(),
  downloadUrl: z.string().nullable().meta({
    description: "Where to download the file without a key; only in the response of GET /exports/{exportId}/download.",
  }),
  downloadUrlExpiresAt: Instant.nullable(),
  createdAt: Instant,
  startedAt: Instant.nullable(),
  finishedAt: Instant.nullable(),
  expiresAt: Instant.nullable().meta({ description: "When the file is deleted." }),
  updatedAt: Instant,
  revision: z.int(),
});
export type Export = z.infer<typeof Export>;

/**
 * Events exclude the request (it may contain a client's name) and the file name (it may be that of a private report):
 * readers of events need not be allowed to see the export.
 */
export const ExportInEvent = Export.omit({
  filters: true,
  fileName: true,
  downloadUrl: true,
  downloadUrlExpiresAt: true,
});
export type ExportInEvent = z.infer<typeof ExportInEvent>;
