import * as z from "zod";
import { NewExport } from "../../areas/exports/schema.ts";
import { exportParts, type ExportPart } from "../../contract/export-parts.ts";
import type { Scope } from "../../contract/scopes.ts";
import type { ExportType } from "./export-labels.ts";
import { exportFormSchema as t } from "./strings.ts";

/** Reports are exported from their run. */
export const offeredTypes = [
  "cases",
  "clients",
  "contacts",
  "case_file",
  "audit_log",
  "trust_ledger",
  "full_organization",
] as const satisfies readonly ExportType[];
export type OfferedType = (typeof offeredTypes)[number];

export const allParts = Object.keys(exportParts) as ExportPart[];

export interface ExportValues {
  type: OfferedType;
  format: "csv" | "xlsx" | "ndjson";
  matterStage: string;
  matterStatus: string;
  attorneyId: string;
  updatedFrom: string;
  updatedTo: string;
  caseId: string;
  include: ExportPart[];
  caseFiles: boolean;
  allFiles: boolean;
  from: string;
  to: string;
}

export function isPeople(type: OfferedType): type is "clients" | "contacts" {
  return type === "clients" || type === "contacts";
}

/** What is exported of a span of days. */
export function isOfDays(type: OfferedType): type is "audit_log" | "trust_ledger" {
  return type === "audit_log" || type === "trust_ledger";
}

export function listScopes(type: OfferedType, include: readonly ExportPart[]): Scope[] {
  const ofParts = (parts: readonly ExportPart[]) => parts.map((part) => exportParts[part]);
  if (type === "cases") return ["cases:read", "clients:read"];
  if (isPeople(type)) return [`${type}:read`];
  if (type === "case_file") return [...new Set(ofParts(include))];
  if (type === "trust_ledger") return ["trust:read"];
  return type === "audit_log" ? ["org:manage"] : ["org:manage", ...new Set(ofParts(allParts))];
}

function pickFilled<Name extends string>(
  values: Readonly<Record<Name, string>>,
  names: readonly Name[],
): Partial<Record<Name, string>> {
  const filled = names.filter((name) => values[name] !== "").map((name) => [name, values[name]]);
  return Object.fromEntries(filled) as Partial<Record<Name, string>>;
}

function write(values: ExportValues): unknown {
  const { type, format, include, caseFiles, allFiles, caseId } = values;
  if (type === "cases")
    return {
      type,
      format,
      ...pickFilled(values, ["matterStage", "matterStatus", "attorneyId", "updatedFrom", "updatedTo"]),
    };
  if (isPeople(type)) return { type, format, ...pickFilled(values, ["updatedFrom", "updatedTo"]) };
  if (type === "case_file")
    return { type, caseId, files: caseFiles, ...(include.length < allParts.length && { include }) };
  if (isOfDays(type)) return { type, format, ...pickFilled(values, ["from", "to"]) };
  return { type, files: allFiles };
}

type Fault = (path: string, message: string) => void;

function validate({ type, caseId, include, updatedFrom, updatedTo, from, to }: ExportValues, fault: Fault): void {
  const isBackwards = (begin: string, end: string) => begin !== "" && end !== "" && end < begin;
  if (type === "case_file" && caseId === "") fault("caseId", t.chooseCase);
  if (type === "case_file" && include.length === 0) fault("include", t.chooseAtLeastOne);
  if ((type === "cases" || isPeople(type)) && isBackwards(updatedFrom, updatedTo))
    fault("updatedTo", t.mustNotBeBefore);
  if (isOfDays(type) && isBackwards(from, to)) fault("to", t.mustNotBeBefore);
}

/** The operation's schema, preceded by messages for people. */
export const ExportForm = z
  .custom<ExportValues>()
  .superRefine((values, context) => {
    validate(values, (path, message) => context.addIssue({ code: "custom", path: [path], message }));
  })
  .transform((values): z.input<typeof NewExport> => write(values) as z.input<typeof NewExport>)
  .pipe(NewExport);

export type CheckedExport = z.output<typeof NewExport>;
