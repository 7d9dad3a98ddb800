import { nameRole } from "../ui/role-name.ts";
import type { ListedExport } from "./export-labels.ts";

export const partLabels = {
  records: "The case’s records",
  clients: "Clients",
  contacts: "Contacts",
  leads: "Leads",
  documents: "Documents",
  ledger: "Ledger: invoices and payments",
  intake: "Intake answers",
  medical: "Treatment, medical bills and records requests",
  activity: "Activity",
} as const;

export type Part = keyof typeof partLabels;

/** "Matter stage" and "Demand sent" for wire names. */
export const nameValue = nameRole;

const isText = (value: unknown): value is string => typeof value === "string" && value !== "";

function formatSpan(from: unknown, to: unknown): string[] {
  if (isText(from) && isText(to)) return [`${from} to ${to}`];
  if (isText(from)) return [`from ${from}`];
  return isText(to) ? [`until ${to}`] : [];
}

export function describeRequest({ type, filters }: Pick<ListedExport, "type" | "filters">): string {
  const { matterStage, matterStatus, attorneyId, updatedFrom, updatedTo, from, to, include, files, parameters } = filters;
  const parts = [
    ...(isText(matterStage) ? [`stage ${nameValue(matterStage).toLowerCase()}`] : []),
    ...(isText(matterStatus) ? [`status ${nameValue(matterStatus).toLowerCase()}`] : []),
    ...(isText(attorneyId) ? ["of one attorney"] : []),
    ...formatSpan(updatedFrom, updatedTo).map((span) => `changed ${span}`),
    ...formatSpan(from, to),
    ...(Array.isArray(include) ? [`${include.length} of ${Object.keys(partLabels).length} parts`] : []),
    ...(files === true ? ["with document files"] : files === false ? ["without document files"] : []),
    ...(typeof parameters === "object" && parameters !== null && Object.keys(parameters).length > 0 ? ["with parameters"] : []),
  ];
  if (parts.length > 0) return parts.join(", ");
  return type === "cases" ? "all not deleted" : type === "audit_log" ? "everything" : "";
}
