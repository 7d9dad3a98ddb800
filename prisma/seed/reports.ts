import type { GivenReportDefinition } from "../../src/contract/reports/definition.ts";
import { buildReport, buildSchedule } from "./builders/reports.ts";
import type { Given } from "./builders/records.ts";
import type { Firm } from "./firm.ts";
import { dayMilliseconds, hourMilliseconds, toInstant } from "./random.ts";

/** How long ago the reports were saved: longer than events are kept. */
const savedDaysAgo = 96;

const openByOffice: GivenReportDefinition = {
  columns: [
    { key: "type", field: "caseType", label: "Type" },
    { key: "exposure", field: "custom.exposure", label: "Exposure" },
    { key: "cases", field: "id", label: "Cases", aggregate: "count" },
    { key: "feesCents", field: "projectedFeeAmountCents", label: "Projected fees", aggregate: "sum" },
  ],
  filters: [{ field: "matterStatus", operator: "in", parameter: "statuses" }],
  parameters: [{ key: "statuses", label: "Statuses", required: true, default: ["pending", "open", "on_hold"] }],
  sort: [{ column: "cases", descending: true }],
  totals: true,
  chart: { type: "bar", category: "type", value: "cases", series: "exposure" },
};

const highExposure: GivenReportDefinition = {
  columns: [
    { key: "case", field: "sequenceId", label: "Case" },
    { key: "client", field: "clientName", label: "Client" },
    { key: "attorney", field: "attorneyName", label: "Attorney" },
    { key: "stage", field: "matterStage", label: "Stage" },
    { key: "consulted", field: "custom.firstConsultationOn", label: "First consultation" },
    { key: "highestCents", field: "estimatedSettlementMaxCents", label: "At most" },
  ],
  filters: [
    { field: "custom.exposure", operator: "equals", value: "high" },
    { field: "matterStatus", operator: "in", value: ["open", "on_hold"] },
  ],
  sort: [{ column: "highestCents", descending: true }],
  totals: true,
};

/**
 * What the headquarters' people have saved: a report that its offices share, one of the acting attorney's own, and what
 * comes every Monday.
 */
export function buildReports(firm: Firm): void {
  const { organizationId, now, add, actingAttorney } = firm;
  const createdAt = toInstant(now - savedDaysAgo * dayMilliseconds);
  const saved = { organizationId, ownerMemberId: actingAttorney.id, createdAt };
  const save = (report: Given<"Report", "definition">): void => {
    add({ Report: buildReport({ ...saved, apiVisible: report.visibility === "shared_children", ...report }) });
  };
  save({
    name: "Open cases by type and exposure",
    description: "For the partners' meeting: what the offices work on.",
    category: "pipeline",
    visibility: "shared_children",
    definition: openByOffice,
  });
  save({
    name: "High exposure, to be reviewed",
    category: "deadlines",
    visibility: "private",
    definition: highExposure,
  });
  add({
    ReportSchedule: buildSchedule({
      ...saved,
      reportId: "std_statutes_ahead",
      name: "Statutes on Monday",
      format: "xlsx",
      parameters: { days: 90 },
      frequency: "weekly",
      weekday: 1,
      nextRunAt: toInstant(nextMonday(now)),
    }),
  });
}

/**
 * A Monday ahead at seven in the headquarters' office, New York, in winter: an hour more or less is put right by the
 * first run. The demo begins up to a day after its own present, and nothing of it runs at once.
 */
function nextMonday(now: number): number {
  const midnight = now - (now % dayMilliseconds);
  const daysAhead = ((8 - new Date(now).getUTCDay()) % 7) + 7;
  return midnight + daysAhead * dayMilliseconds + 12 * hourMilliseconds;
}
