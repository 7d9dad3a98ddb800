import * as z from "zod";
import { oneOf } from "../../contract/enumeration.ts";
import { reportsEnumerations as e, reportsEnumerations } from "../../contract/reports/enumerations.ts";
import { listPageLimit, pageInput } from "../../contract/page.ts";
import { Id } from "../../contract/values/values.ts";
import { defineArea } from "../../rpc/area.ts";
import { operation } from "../../rpc/operation.ts";
import { reportArchive } from "./archive.ts";
import { runReport } from "./run/domain.ts";
import { listReports, readReport } from "./domain.ts";
import { standardReports } from "./standard-reports/domain.ts";
import { Report, ReportRun, ReportSummary, runInput } from "./schema.ts";
import { reportExamples } from "./examples.ts";
import { reportEvents } from "./events.ts";
import { scheduleEvents } from "./schedules/events.ts";

const namesOfReports = standardReports.map(({ name }) => name);
const reading = { area: "Reports & Exports", idempotency: "none" } as const;

const rollUpRule =
  "A headquarters' key with `reportIncludeChildOrganizations` runs over its organization and all reporting child organizations; any other key runs over its own " +
  "organization. To include others it requires an acting attorney who is active and has `reports:headquarters`, `reports:view` or " +
  "`reports:export`, and the permissions for the report's data: otherwise the run fails with 403; it never returns partial data. `organizationIds` narrows the run: it fails with 403 for an organization " +
  "that the key cannot run over, whether it exists or not; the key's own organization alone requires no attorney. A run fails with 404 if one of the organizations hides the " +
  "report from keys, and with 400 if one of them lacks custom fields that the report uses. All of this is checked at every page.";

export const reportProcedures = {
  "reports.list": operation({
    ...reading,
    route: "GET /reports",
    summary: "List reports",
    searchWords: namesOfReports,
    description:
      "Returns the reports with API access: Caseport's standard reports (`isStandard`), the organization's own, and those that a headquarters shares " +
      "with child organizations. `sort=updated` starts with the standard reports, which have no time.",
    scope: "reports:read",
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

  "reports.get": operation({
    ...reading,
    route: "GET /reports/{reportId}",
    summary: "Get a report",
    description:
      "Returns the report's `columns`, `parameters` and required `dataPermissions`. The ETag is that of its definition: `lastRunAt` and " +
      "`apiVisible` can change without a new revision, so the response is never 304.",
    scope: "reports:read",
    etag: "report.revision",
    isVolatile: true,
    sharesTransaction: true,
  })
    .input(z.strictObject({ reportId: Id }))
    .output(z.object({ report: Report }))
    .query(async ({ ctx, input }) => ({ report: await readReport(ctx, input.reportId) })),

  "reports.run": operation({
    ...reading,
    route: "POST /reports/{reportId}/run",
    summary: "Run a report",
    searchWords: namesOfReports,
    description:
      `Runs the report on current data and returns its rows in pages; takes no idempotency key. The key also requires the scopes in \`dataPermissions\`. ${rollUpRule} ` +
      "A run that takes longer than five seconds fails with 400: narrow its parameters, or create a file with POST /exports. At most three " +
      "runs are concurrent in an organization, and the server limits all of them; others fail with 429 and Retry-After. Every run is recorded in the audit log.",
    scope: "reports:run",
    tier: "sensitive",
    queryParameters: ["organizationIds"],
    slow: true,
    sharesTransaction: true,
  })
    .input(z.strictObject({ reportId: Id, ...runInput }))
    .output(ReportRun)
    .query(({ ctx, input: { reportId, ...request } }) => runReport(ctx, reportId, request)),
};

export const reports = defineArea(reportProcedures, {
  examples: reportExamples,
  events: [reportEvents, scheduleEvents],
  enumerations: reportsEnumerations,
  archive: reportArchive,
});
