import { report, reportSummary } from "./example-records.reports.ts";
import { me } from "./example-records.ts";
import { times } from "./example-story.ts";
import type { OperationExamples } from "./operation-examples.ts";

const ofReport = { reportId: report.id };
const { organization } = me;
const organizationId = organization.id;

/** The operations of the area reports in use, by their names in the catalogue. */
export const reportExamples: Readonly<Record<string, OperationExamples>> = {
  "reports.list": { parameters: { category: "pipeline", sort: "name", limit: 50 }, answer: { reports: [reportSummary], nextCursor: null } },
  "reports.get": { parameters: ofReport, answer: { report } },
  "reports.run": {
    parameters: { ...ofReport, organizationIds: organizationId },
    body: { parameters: { status: "open" }, sort: [{ column: "cases", descending: true }], limit: 100 },
    answer: {
      report: { id: report.id, name: report.name },
      columns: report.columns,
      rows: [
        { organizationId, stage: "treatment", attorney: "Daniel Okafor", cases: 31 },
        { organizationId, stage: "records_collection", attorney: "Daniel Okafor", cases: 11 },
      ],
      totals: { cases: 42 },
      organizations: [{ id: organizationId, name: organization.name }],
      organizationIds: [organizationId],
      rowCount: 2,
      generatedAt: times.now,
      nextCursor: null,
    },
  },
};
