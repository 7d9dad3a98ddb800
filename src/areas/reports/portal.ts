import * as z from "zod";
import { Id } from "../../contract/values/values.ts";
import { portalOperation } from "../../rpc/operation.ts";
import { copyReport, createReport, removeReport, setApiVisible, updateReport } from "./domain.changes.ts";
import { describeEntities, listOfferedOrganizations } from "./catalog/domain.ts";
import { listNamableMembers } from "./domain.members.ts";
import {
  createSchedule,
  listSchedules,
  pauseSchedule,
  removeSchedule,
  resumeSchedule,
  updateSchedule,
} from "./schedules/domain.ts";
import { reportProcedures } from "./operations.ts";
import { runReport } from "./run/domain.ts";
import { previewReport } from "./run/domain.preview.ts";
import { Report, ReportSchedule, runInput } from "./schema.ts";
import {
  EntityCatalog,
  ListedSchedule,
  NamedMember,
  NewReport,
  NewReportSchedule,
  ReportOrganization,
  ReportApiVisibility,
  ReportAtRevision,
  ReportCopy,
  PreviewedReport,
  ReportPreview,
  ReportScheduleUpdate,
  ReportUpdate,
  OnlyRows,
  RequestedChart,
  RunWithChart,
  ScheduleAtRevision,
} from "./schema.portal.ts";

const nothing = z.strictObject({});
const aboutReport = z.object({ report: Report });
const aboutSchedule = z.object({ schedule: ReportSchedule });

const change = {
  permission: "reports:manage",
  tier: "write",
  errors: ["NOT_FOUND", "STALE_REVISION", "INVALID_STATE_TRANSITION"],
} as const;

const scheduleProcedures = {
  "reports.schedules.list": portalOperation({
    summary: "List the schedules of visible reports by next run",
    permission: "reports:view",
    tier: "read",
  })
    .input(z.strictObject({ reportId: Id.optional() }))
    .output(z.object({ schedules: z.array(ListedSchedule) }))
    .query(async ({ ctx, input }) => ({ schedules: await listSchedules(ctx, input.reportId) })),

  "reports.schedules.create": portalOperation({
    ...change,
    summary: "Schedule a report",
    emits: ["report_schedule.created"],
  })
    .input(NewReportSchedule)
    .output(aboutSchedule)
    .mutation(async ({ ctx, input }) => ({ schedule: await createSchedule(ctx, input) })),

  "reports.schedules.update": portalOperation({
    ...change,
    summary: "Change a schedule",
    emits: ["report_schedule.updated"],
  })
    .input(ReportScheduleUpdate)
    .output(aboutSchedule)
    .mutation(async ({ ctx, input: { scheduleId, expectedRevision, ...changes } }) => ({
      schedule: await updateSchedule(ctx, { scheduleId, expectedRevision }, changes),
    })),

  "reports.schedules.pause": portalOperation({
    ...change,
    summary: "Pause a schedule",
    emits: ["report_schedule.updated"],
  })
    .input(ScheduleAtRevision)
    .output(aboutSchedule)
    .mutation(async ({ ctx, input }) => ({ schedule: await pauseSchedule(ctx, input) })),

  "reports.schedules.resume": portalOperation({
    ...change,
    summary: "Resume a schedule; missed runs are skipped",
    emits: ["report_schedule.updated"],
  })
    .input(ScheduleAtRevision)
    .output(aboutSchedule)
    .mutation(async ({ ctx, input }) => ({ schedule: await resumeSchedule(ctx, input) })),

  "reports.schedules.delete": portalOperation({
    ...change,
    summary: "Remove a schedule",
    emits: ["report_schedule.deleted"],
  })
    .input(ScheduleAtRevision)
    .output(z.object({ scheduleId: z.string() }))
    .mutation(async ({ ctx, input }) => {
      await removeSchedule(ctx, input);
      return { scheduleId: input.scheduleId };
    }),
};

export const reportsPortal = {
  ...reportProcedures,

  "reports.run": portalOperation({
    summary: "Run a report, with a chart over all its rows",
    permission: "reports:view",
    tier: "sensitive",
    slow: true,
    sharesTransaction: true,
    errors: ["FORBIDDEN", "NOT_FOUND"],
  })
    .input(z.strictObject({ reportId: Id, ...runInput, chart: RequestedChart.optional(), only: OnlyRows.optional() }))
    .output(RunWithChart)
    .query(({ ctx, input: { reportId, ...request } }) => runReport(ctx, reportId, request)),

  "reports.preview": portalOperation({
    summary: "Get the first rows of a report that is not saved",
    permission: "reports:view",
    tier: "sensitive",
    slow: true,
    sharesTransaction: true,
    errors: ["FORBIDDEN"],
  })
    .input(PreviewedReport)
    .output(ReportPreview)
    .query(({ ctx, input }) => previewReport(ctx, input)),

  "reports.entities": portalOperation({
    summary: "List report entities and their fields",
    permission: "reports:view",
    tier: "read",
    sharesTransaction: true,
  })
    .input(nothing)
    .output(z.object({ entities: z.array(EntityCatalog) }))
    .query(async ({ ctx }) => ({ entities: await describeEntities(ctx) })),

  "reports.organizations": portalOperation({
    summary: "List the organizations that reports can include",
    permission: "reports:view",
    tier: "read",
  })
    .input(nothing)
    .output(z.object({ organizations: z.array(ReportOrganization) }))
    .query(async ({ ctx }) => ({ organizations: await listOfferedOrganizations(ctx) })),

  "reports.members": portalOperation({
    summary: "List members for sharing, by name",
    permission: "reports:view",
    tier: "read",
  })
    .input(nothing)
    .output(z.object({ members: z.array(NamedMember) }))
    .query(async ({ ctx }) => ({ members: await listNamableMembers(ctx) })),

  "reports.create": portalOperation({
    summary: "Save a report",
    permission: "reports:view",
    tier: "write",
    emits: ["report.created"],
    errors: ["FORBIDDEN", "INVALID_STATE_TRANSITION"],
  })
    .input(NewReport)
    .output(aboutReport)
    .mutation(async ({ ctx, input }) => ({ report: await createReport(ctx, input) })),

  "reports.update": portalOperation({
    summary: "Change a report",
    permission: "reports:view",
    tier: "write",
    emits: ["report.updated"],
    errors: ["FORBIDDEN", "NOT_FOUND", "STALE_REVISION"],
  })
    .input(ReportUpdate)
    .output(aboutReport)
    .mutation(async ({ ctx, input: { reportId, expectedRevision, ...changes } }) => ({
      report: await updateReport(ctx, { reportId, expectedRevision }, changes),
    })),

  "reports.delete": portalOperation({
    summary: "Delete a report, and pause its schedules",
    permission: "reports:view",
    tier: "write",
    emits: ["report.deleted"],
    mayEmit: ["report_schedule.updated"],
    errors: ["FORBIDDEN", "NOT_FOUND", "STALE_REVISION"],
  })
    .input(ReportAtRevision)
    .output(z.object({ reportId: z.string(), pausedSchedules: z.int() }))
    .mutation(({ ctx, input }) => removeReport(ctx, input)),

  "reports.copy": portalOperation({
    summary: "Copy a report to a private one",
    permission: "reports:view",
    tier: "write",
    emits: ["report.created"],
    errors: ["FORBIDDEN", "NOT_FOUND", "INVALID_STATE_TRANSITION"],
  })
    .input(ReportCopy)
    .output(aboutReport)
    .mutation(async ({ ctx, input }) => ({ report: await copyReport(ctx, input.reportId, input.name) })),

  "reports.setApiVisible": portalOperation({
    summary: "Set a report's API access",
    permission: "reports:manage",
    tier: "write",
    mayEmit: ["report.updated"],
    errors: ["NOT_FOUND"],
  })
    .input(ReportApiVisibility)
    .output(aboutReport)
    .mutation(async ({ ctx, input }) => ({ report: await setApiVisible(ctx, input.reportId, input.apiVisible) })),

  ...scheduleProcedures,
};
