import { tenant, ids, times } from "../../contract/examples/example-story.ts";
import type { OperationExample } from "../../contract/examples/operation-example.ts";
import type { Report, ReportSummary } from "./schema.ts";

const { organizationId } = ids;

/** The cases that wait for records. */
export const reportSummary = {
  id: ids.reportId,
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
  // A parameter has the members type and default: validators of OpenAPI documents take it for a schema, and the example for invalid.
  parameters: [],
  sharedWith: [],
  sharedWithTeamIds: [],
  definition: {
    columns: [
      { key: "stage", field: "matterStage" },
      { key: "attorney", field: "attorneyName" },
      { key: "cases", field: "id", aggregate: "count" },
    ],
    filters: [{ field: "matterStatus", operator: "equals", value: "open" }],
    parameters: [],
    sort: [{ column: "cases", descending: true }],
    totals: true,
    chart: { type: "bar", category: "attorney", value: "cases", series: "stage" },
  },
} satisfies Report;

const ofReport = { reportId: report.id };

export const reportExamples = {
  "reports.list": {
    parameters: { category: "pipeline", sort: "name", limit: 50 },
    response: { reports: [reportSummary], nextCursor: null },
  },
  "reports.get": { parameters: ofReport, response: { report } },
  "reports.run": {
    parameters: { ...ofReport, organizationIds: organizationId },
    body: { sort: [{ column: "cases", descending: true }], limit: 100 },
    response: {
      report: { id: report.id, name: report.name },
      columns: report.columns,
      rows: [
        { organizationId, stage: "treatment", attorney: "Daniel Okafor", cases: 31 },
        { organizationId, stage: "records_collection", attorney: "Daniel Okafor", cases: 11 },
      ],
      totals: { cases: 42 },
      organizations: [{ id: organizationId, name: tenant.name }],
      organizationIds: [organizationId],
      rowCount: 2,
      generatedAt: times.now,
      nextCursor: null,
    },
  },
} satisfies Record<string, OperationExample>;
