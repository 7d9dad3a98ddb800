import * as z from "zod";
import { Actor } from "../../contract/actor.ts";
import { oneOf } from "../../contract/enumeration.ts";
import { sharedEnumerations } from "../../contract/enumerations.ts";
import { reportsEnumerations as e } from "../../contract/reports/enumerations.ts";
import { exportFailureNames } from "../../contract/reports/export-failures.ts";
import { listPageLimit, pageInput } from "../../contract/page.ts";
import { ParameterValues } from "../../contract/reports/definition.ts";
import { Id, CalendarDate, Instant } from "../../contract/values.ts";

/** What of a case, or of the whole organization, goes into the archive. Each part takes its scope. */
export const exportParts = {
  records: "cases:read",
  clients: "clients:read",
  contacts: "contacts:read",
  leads: "leads:read",
  documents: "documents:read",
  ledger: "billing:read",
  intake: "intake:read",
  medical: "medical:read",
  activity: "cases:read",
} as const;

export type ExportPart = keyof typeof exportParts;
const parts = Object.keys(exportParts) as [ExportPart, ...ExportPart[]];

const { matterStage, matterStatus } = sharedEnumerations;
const tables = z.enum(["csv", "xlsx", "ndjson"]);
const archive = z.literal("zip").default("zip");

/** What may be asked for, by `type`. */
export const exportInputs = {
  report: z.strictObject({ type: z.literal("report"), format: tables, reportId: Id, parameters: ParameterValues.default({}) }),
  cases: z.strictObject({
    type: z.literal("cases"),
    format: tables,
    matterStage: oneOf(matterStage).optional(),
    matterStatus: oneOf(matterStatus).optional(),
    attorneyId: Id.optional(),
    updatedFrom: CalendarDate.optional(),
    updatedTo: CalendarDate.optional(),
  }),
  case_file: z.strictObject({
    type: z.literal("case_file"),
    format: archive,
    caseId: Id,
    include: z.array(z.enum(parts)).min(1).max(parts.length).optional(),
    files: z.boolean().default(true),
  }),
  audit_log: z.strictObject({ type: z.literal("audit_log"), format: tables, from: CalendarDate.optional(), to: CalendarDate.optional() }),
  full_organization: z.strictObject({ type: z.literal("full_organization"), format: archive, files: z.boolean().default(false) }),
} as const;

export type ExportType = keyof typeof exportInputs;
/** What is asked for, judged and with what was left out. */
export type ExportRequest = { [Type in ExportType]: z.infer<(typeof exportInputs)[Type]> }[ExportType];

/** Two days of which the second must not come before the first. */
const spans = [["updatedFrom", "updatedTo"], ["from", "to"]] as const;

/** One flat object, since what a type takes differs: which members go with which type, each says, and the form of the type judges. */
export const NewExport = z
  .strictObject({
    type: oneOf(e.exportType),
    format: oneOf(e.exportFormat).optional().meta({
      description: "`csv`, `xlsx` or `ndjson` for `report`, `cases` and `audit_log`, which need it; `zip` for `case_file` and `full_organization`, also when it is left out.",
    }),
    reportId: Id.optional().meta({ description: "Of `report`, required: the report whose rows are wanted." }),
    parameters: ParameterValues.optional().meta({ description: "Of `report`: values of its parameters, by key." }),
    matterStage: oneOf(matterStage).optional().meta({ description: "Of `cases`: those in this stage." }),
    matterStatus: oneOf(matterStatus).optional().meta({ description: "Of `cases`: those of this status." }),
    attorneyId: Id.optional().meta({ description: "Of `cases`: those to which this attorney is assigned." }),
    updatedFrom: CalendarDate.optional().meta({ description: "Of `cases`: those changed on this day or later, by the firm's calendar." }),
    updatedTo: CalendarDate.optional().meta({ description: "Of `cases`: those last changed on this day or before." }),
    caseId: Id.optional().meta({ description: "Of `case_file`, required." }),
    include: z.array(z.enum(parts)).min(1).max(parts.length).optional().meta({
      description: "Of `case_file`: which parts; all unless given. A part whose scope is missing is refused, never left out.",
    }),
    files: z.boolean().optional().meta({ description: "Of `case_file` (there true unless given) and `full_organization`: whether the documents' files come along." }),
    from: CalendarDate.optional().meta({ description: "Of `audit_log`: what happened on this day or later, by the firm's calendar." }),
    to: CalendarDate.optional().meta({ description: "Of `audit_log`: what happened on this day or before." }),
  })
  .superRefine((given, context) => {
    for (const issue of exportInputs[given.type].safeParse(given).error?.issues ?? []) {
      if (issue.code !== "unrecognized_keys") context.addIssue({ code: "custom", path: issue.path, message: issue.message });
      else for (const name of issue.keys) context.addIssue({ code: "custom", path: [name], message: "does not go with this type" });
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

const sorts = ["newest", "oldest", "updated"] as const;
export const ExportListQuery = z.strictObject({
  ...pageInput(listPageLimit),
  sort: z.enum(sorts).default("newest"),
  status: oneOf(e.exportStatus).optional(),
  type: oneOf(e.exportType).optional(),
});
export type ExportListQuery = z.infer<typeof ExportListQuery>;

/** For how many days a file is kept, and for how many minutes an address of it holds. */
export const keptDays = 7;
export const downloadMinutes = 5;
/** How many may be queued or running in an organization. */
export const openAtMost = 10;

/** An export, and how far it is. */
export const Export = z.object({
  id: z.string(),
  type: oneOf(e.exportType),
  format: oneOf(e.exportFormat),
  status: oneOf(e.exportStatus),
  progress: z.int().meta({ description: "Per cent." }),
  rowCount: z.int().nullable().meta({ description: "How many rows the file holds, or has by now; of an archive all of its tables together." }),
  sizeBytes: z.int().nullable(),
  sha256: z.string().nullable(),
  fileName: z.string(),
  filters: z.record(z.string(), z.unknown()).meta({ description: "What was asked for, without type and format." }),
  dataPermissions: z.array(z.string()).meta({ description: "The scopes without which its file may not be fetched." }),
  failure: z.enum(exportFailureNames).nullable().meta({
    description: "Why it failed: it would be larger than a file of its format may be; whoever asked may not see the data any more; what it is about is gone; a fault on our side.",
  }),
  requestedBy: Actor,
  scheduleId: z.string().nullable(),
  downloadUrl: z.string().nullable().meta({ description: "Where its file is fetched, without a key; only in the answer to GET /exports/{exportId}/download." }),
  downloadUrlExpiresAt: Instant.nullable(),
  createdAt: Instant,
  startedAt: Instant.nullable(),
  finishedAt: Instant.nullable(),
  expiresAt: Instant.nullable().meta({ description: "Until when the file is kept." }),
  updatedAt: Instant,
  revision: z.int(),
});
export type Export = z.infer<typeof Export>;

/**
 * What events say of an export: not what was asked for (it may hold a client's name), nor what its file is called (it may be called after
 * a private report). Those who read events need not be those who see the export.
 */
export const ExportInEvent = Export.omit({ filters: true, fileName: true, downloadUrl: true, downloadUrlExpiresAt: true });
export type ExportInEvent = z.infer<typeof ExportInEvent>;
