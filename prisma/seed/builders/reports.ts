import { newId, type Given, type Values } from "./records.ts";

/** A report of cases that the organization sees, and its API keys. */
export const buildReport = (
  values: Given<"Report", "organizationId" | "definition" | "ownerMemberId">,
): Values<"Report"> => ({
  id: newId("report", values.createdAt),
  name: "Cases by stage",
  category: "pipeline",
  entity: "cases",
  visibility: "organization",
  apiVisible: true,
  ...values,
});

/** A report every morning at seven, as CSV, to the member who owns the schedule. */
export const buildSchedule = (
  values: Given<"ReportSchedule", "organizationId" | "reportId" | "nextRunAt"> & { ownerMemberId: string },
): Values<"ReportSchedule"> => ({
  id: newId("reportSchedule", values.createdAt),
  name: "Every morning",
  format: "csv",
  frequency: "daily",
  hour: 7,
  recipientIds: [values.ownerMemberId],
  ...values,
});
