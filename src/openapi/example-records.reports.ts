import type { Export } from "../areas/exports/schema.ts";
import type { AnnouncedSchedule, Report, ReportSummary } from "../areas/reports/schema.ts";
import { ids, times } from "./example-story.ts";

/** What the firm asks every Monday: which cases wait for records. */
export const reportSummary = {
  id: "rpt_01kf3mp0q2s4v6x8z1b3d5f7h9",
  name: "Open cases by attorney",
  description: "How many cases are open, by stage and lead attorney.",
  category: "pipeline",
  entity: "cases",
  visibility: "organization",
  apiVisible: true,
  isStandard: false,
  organization: null,
  dataPermissions: ["cases:read"],
  ownerMemberId: ids.managerId,
  lastRunAt: times.now,
  createdAt: times.stage,
  updatedAt: times.stage,
  revision: 1,
} satisfies ReportSummary;

export const report = {
  ...reportSummary,
  columns: [
    { key: "stage", label: "Stage", type: "text", bucket: null },
    { key: "attorney", label: "Attorney", type: "text", bucket: null },
    { key: "cases", label: "Cases", type: "integer", bucket: null },
  ],
  parameters: [{ key: "status", label: "Status", type: "text", list: false, required: false, default: "open", options: [{ value: "open", label: "open" }, { value: "closed", label: "closed" }] }],
  sharedWith: [],
  definition: {
    columns: [{ key: "stage", field: "matterStage" }, { key: "attorney", field: "attorneyName" }, { key: "cases", field: "id", aggregate: "count" }],
    filters: [{ field: "matterStatus", operator: "equals", parameter: "status" }],
    parameters: [{ key: "status", label: "Status", required: false, default: "open" }],
    sort: [{ column: "cases", descending: true }],
    totals: true,
    chart: { type: "bar", category: "attorney", value: "cases", series: "stage" },
  },
} satisfies Report;

export const scheduleInEvent = {
  id: "rsc_01kf3mp4v6x8z1b3d5f7h9k1n3",
  reportId: report.id,
  name: "Monday's pipeline",
  format: "xlsx",
  frequency: "weekly",
  weekday: 1,
  dayOfMonth: null,
  hour: 7,
  recipientIds: [ids.managerId],
  nextRunAt: "2026-03-16T11:00:00.000Z",
  lastRunAt: null,
  lastExportId: null,
  pausedAt: null,
  pauseReason: null,
  ownerMemberId: ids.managerId,
  createdAt: times.stage,
  updatedAt: times.stage,
  revision: 1,
} satisfies AnnouncedSchedule;

export const queuedExport = {
  id: "exp_01kf3mp8z1b3d5f7h9k1n3q5s7",
  type: "report",
  format: "csv",
  status: "queued",
  progress: 0,
  rowCount: null,
  sizeBytes: null,
  sha256: null,
  fileName: "open-cases-by-attorney-2026-03-14.csv",
  filters: { reportId: report.id, parameters: { status: "open" } },
  dataPermissions: ["cases:read"],
  failure: null,
  requestedBy: { type: "integration_key", id: ids.keyId, name: "Records vendor sync" },
  scheduleId: null,
  downloadUrl: null,
  downloadUrlExpiresAt: null,
  createdAt: times.now,
  startedAt: null,
  finishedAt: null,
  expiresAt: null,
  updatedAt: times.now,
  revision: 1,
} satisfies Export;

export const completedExport = {
  ...queuedExport,
  status: "completed",
  progress: 100,
  rowCount: 42,
  sizeBytes: 1_874,
  sha256: "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
  startedAt: times.now,
  finishedAt: times.now,
  expiresAt: "2026-03-21T15:09:26.535Z",
  revision: 3,
} satisfies Export;
