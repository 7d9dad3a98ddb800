import * as z from "zod";
import { oneOf } from "../../contract/enumeration.ts";
import { reportsEnumerations as e } from "../../contract/reports/enumerations.ts";
import { listPageLimit, pageInput } from "../../contract/page.ts";
import { Id } from "../../contract/values.ts";
import { reportsEnumerations } from "../../contract/reports/enumerations.ts";
import { defineArea } from "../../rpc/area.ts";
import { operation } from "../../rpc/operation.ts";
import { runReport } from "./run/domain.ts";
import { listReports, readReport } from "./domain.ts";
import { Report, ReportRun, ReportSummary, runInput } from "./schema.ts";
import { reportExamples } from "./examples.ts";
import { reportEvents } from "./events.ts";
import { scheduleEvents } from "./schedules/events.ts";

const reading = { area: "Reports & Exports", idempotency: "none" } as const;

const rollUpRule =
  "A headquarters' key with `reportIncludeChildOrganizations` runs over its own organization and all below that report to it; any other key over its own " +
  "organization. Over others it needs an acting attorney who is an active attorney and holds `reports:headquarters`, `reports:view` or " +
  "`reports:export`, and the permissions of the report's data: else 403, never fewer rows. `organizationIds` narrows: 403 for an organization " +
  "that it may not run over, whether there is one or not; the own one alone needs no attorney. 404 where one of the organizations hides the " +
  "report from keys; 400 where one of them has not the custom fields that it uses, with their names. All this is judged at every page.";

/** The operations as programs and members call them. */
export const reportProcedures = {
  list: operation({
    ...reading,
    method: "GET",
    path: "/reports",
    summary: "List reports",
    description:
      "Reports that keys of the organization see: those that come with Caseport (`isStandard`), its own, and those that a headquarters shares " +
      "with the organizations below. `sort=updated` begins with the standard ones, which have no time.",
    scope: "reports:read",
    tier: "read",
  })
    .input(
      z.strictObject({
        ...pageInput(listPageLimit),
        sort: z.enum(["name", "updated"]).default("name"),
        category: oneOf(e.reportCategory).optional(),
        entity: oneOf(e.reportEntity).optional(),
      }),
    )
    .output(z.object({ reports: z.array(ReportSummary), nextCursor: z.string().nullable() }))
    .query(({ ctx, input }) => listReports(ctx, input)),

  get: operation({
    ...reading,
    method: "GET",
    path: "/reports/{reportId}",
    summary: "Get a report",
    description:
      "What the report shows (`columns`), takes (`parameters`) and needs (`dataPermissions`). The ETag is of its definition: `lastRunAt` and " +
      "`apiVisible` move without a new revision, so the response is never 304.",
    scope: "reports:read",
    tier: "read",
    errors: ["NOT_FOUND"],
    etag: "report.revision",
    movesByItself: true,
  })
    .input(z.strictObject({ reportId: Id }))
    .output(z.object({ report: Report }))
    .query(async ({ ctx, input }) => ({ report: await readReport(ctx, input.reportId) })),

  run: operation({
    ...reading,
    method: "POST",
    path: "/reports/{reportId}/run",
    summary: "Run a report",
    description:
      `The rows of a report as they are now, in pages: a read, which takes no idempotency key. The key needs the scopes of \`dataPermissions\` besides. ${rollUpRule} ` +
      "A run that takes longer than five seconds is refused with 400: narrow its parameters, or make a file of it with POST /exports. At most three " +
      "run at once in an organization, and a bounded number over all; beyond, 429 with Retry-After. Every run is written to the audit trail.",
    scope: "reports:run",
    tier: "sensitive",
    errors: ["NOT_FOUND"],
    queryParameters: ["organizationIds"],
    slow: true,
  })
    .input(z.strictObject({ reportId: Id, ...runInput }))
    .output(ReportRun)
    .query(({ ctx, input: { reportId, ...asked } }) => runReport(ctx, reportId, asked)),
};

export const reports = defineArea(reportProcedures, { examples: reportExamples, events: [reportEvents, scheduleEvents], enumerations: reportsEnumerations });
