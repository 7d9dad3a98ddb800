import { nameRole } from "../../contract/role-name.ts";
import type { ListedExport } from "./export-labels.ts";
import { exportRequest as t } from "./strings.ts";

export const partLabels = t.partLabels;

export type Part = keyof typeof partLabels;

/** "Matter stage", "HIPAA authorization" and "Pre-suit" for wire names. */
export const nameValue = (value: string): string =>
  nameRole(value)
    .replaceAll(/\b(hipaa|um|uim|pip)\b/gi, (acronym) => acronym.toUpperCase())
    .replace(/^Pre suit\b/, "Pre-suit");

const isText = (value: unknown): value is string => typeof value === "string" && value !== "";

function formatSpan(from: unknown, to: unknown): string[] {
  if (isText(from) && isText(to)) return [t.to(from, to)];
  if (isText(from)) return [t.from(from)];
  return isText(to) ? [t.until(to)] : [];
}

export function describeRequest({ type, filters }: Pick<ListedExport, "type" | "filters">): string {
  const { matterStage, matterStatus, attorneyId, updatedFrom, updatedTo, from, to, include, files, parameters } =
    filters;
  const parts = [
    ...(isText(matterStage) ? [t.stage(nameValue(matterStage).toLowerCase())] : []),
    ...(isText(matterStatus) ? [t.status(nameValue(matterStatus).toLowerCase())] : []),
    ...(isText(attorneyId) ? [t.ofOneAttorney] : []),
    ...formatSpan(updatedFrom, updatedTo).map((span) => t.changed(span)),
    ...formatSpan(from, to),
    ...(Array.isArray(include) ? [t.ofParts(include.length, Object.keys(partLabels).length)] : []),
    ...(typeof files === "boolean" ? [files ? t.withDocumentFiles : t.withoutDocumentFiles] : []),
    ...(typeof parameters === "object" && parameters !== null && Object.keys(parameters).length > 0
      ? [t.withParameters]
      : []),
  ];
  return parts.length > 0 ? parts.join(", ") : describeWhole(type);
}

/** What an export without filters has, where its name does not say it. */
function describeWhole(type: ListedExport["type"]): string {
  if (type === "audit_log" || type === "trust_ledger") return "everything";
  return type === "cases" || type === "clients" || type === "contacts" ? t.allNotDeleted : "";
}
