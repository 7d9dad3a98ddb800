import { AppError } from "../../contract/errors/error-codes.ts";
import type { Scope } from "../../contract/scopes.ts";
import { createId } from "../../platform/database/ids.ts";
import type { Context } from "../../rpc/context.ts";
import { describeActor, onBehalfOf } from "../../rpc/principal.ts";
import { getLiveCase } from "../cases/domain.ts";
import { planExport, assertOwnOrganization } from "../reports/domain.export.ts";
import { assertDataPermissions } from "../reports/domain.ts";
import { listDataScopes, recordExportEvent } from "./domain.ts";
import { exportParts, type ExportPart } from "../../contract/export-parts.ts";
import { maxOpenExports, type Export, type ExportRequest } from "./schema.ts";
import { lockOpenExportCountForUpdate, insertExport } from "./store.ts";

const contentTypes = {
  csv: "text/csv; charset=utf-8",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  ndjson: "application/x-ndjson",
  zip: "application/zip",
} as const;

const allParts = Object.keys(exportParts) as ExportPart[];

/** A checked request: the scopes of its file, and the beginning of the file's name. */
interface Subject {
  dataPermissions: Scope[];
  stem: string;
}

/** @throws FORBIDDEN, checked before NOT_FOUND; VALIDATION_FAILED for parameters that do not fit */
async function validateSubject(context: Context, request: ExportRequest): Promise<Subject> {
  if (request.type === "report") {
    const { name, plan } = await planExport(context, request.reportId, request.parameters);
    const { organizationIds } = request;
    // The portal says before the export that a headquarters' file has its own rows alone.
    const knows = context.principal.kind === "member" && organizationIds === undefined;
    if (!knows) await assertOwnOrganization(context, organizationIds);
    return { dataPermissions: plan.dataPermissions, stem: nameFile(name, "report") };
  }
  const needed = listScopes(request);
  assertDataPermissions(context, needed);
  // The content of privileged notes is in the file if the requester may see it; then downloaders must.
  const showsPrivileged = needed.includes("notes:read") && listDataScopes(context.principal).has("notes:privileged");
  const showsContent =
    needed.includes("communications:read") && listDataScopes(context.principal).has("communications:content");
  const dataPermissions: Scope[] = [
    ...needed,
    ...(showsPrivileged ? (["notes:privileged"] as const) : []),
    ...(showsContent ? (["communications:content"] as const) : []),
  ];
  if (request.type === "case_file") await getLiveCase(context, request.caseId);
  return { dataPermissions, stem: stems[request.type] };
}

const stems = {
  cases: "cases",
  clients: "clients",
  contacts: "contacts",
  case_file: "case-file",
  audit_log: "audit-log",
  trust_ledger: "trust-ledger",
  full_organization: "organization",
} as const;

function listScopes(request: Exclude<ExportRequest, { type: "report" }>): Scope[] {
  const ofParts = (parts: readonly ExportPart[]) => [...new Set(parts.map((part) => exportParts[part]))];
  switch (request.type) {
    case "cases":
      return ["cases:read", "clients:read"];
    case "clients":
      return ["clients:read"];
    case "contacts":
      return ["contacts:read"];
    case "case_file":
      return ofParts(request.include ?? allParts);
    case "audit_log":
      return ["org:manage"];
    case "trust_ledger":
      return ["trust:read"];
    case "full_organization":
      return ["org:manage", ...ofParts(request.include ?? allParts)];
    default:
      return request satisfies never;
  }
}

/** Reduces a name to characters that every file system accepts. */
function nameFile(name: string, otherwise: string): string {
  const plain = name
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .slice(0, 80)
    .replaceAll(/^-+|(?<!-)-+$/g, "");
  return plain === "" ? otherwise : plain;
}

/** Retry-After while too many are open; the shortest exports take a few seconds. */
const retrySeconds = 30;

/**
 * Creates an export: row, event and job in the caller's transaction.
 *
 * @param scheduleId the schedule that creates it, in its owner's name
 * @throws FORBIDDEN without the scopes or permissions of the file's data; NOT_FOUND for the report or case;
 *   VALIDATION_FAILED for parameters that do not fit the report; RATE_LIMITED while too many are open
 */
export async function createExport(
  context: Context,
  request: ExportRequest,
  scheduleId: string | null = null,
): Promise<Export> {
  const { principal } = context;
  if (principal.kind !== "integration_key" && principal.kind !== "member")
    throw new Error("only keys and members create exports");
  const { dataPermissions, stem } = await validateSubject(context, request);
  if ((await lockOpenExportCountForUpdate(context)) >= maxOpenExports) {
    const message = `The organization has ${maxOpenExports} queued or running exports. Wait until one finishes, or cancel one`;
    throw new AppError("RATE_LIMITED", message, {
      headers: { "Retry-After": String(retrySeconds) },
      errorReason: "too_many_concurrent",
    });
  }
  const { type, format, ...filters } = request;
  const row = await insertExport(context, {
    id: createId("export"),
    type,
    format,
    contentType: contentTypes[format],
    request: filters,
    dataPermissions,
    fileName: { stem, extension: format },
    requestedBy: describeActor(principal),
    keyId: principal.kind === "member" ? null : principal.keyId,
    memberId: principal.kind === "member" ? principal.memberId : null,
    onBehalfOfAttorneyId: onBehalfOf(principal),
    scheduleId,
  });
  return recordExportEvent(context, "export.created", null, row);
}
