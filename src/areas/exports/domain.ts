import { AppError, invalidState, notFound } from "../../contract/errors/error-codes.ts";
import { listMissingData } from "../../contract/permissions.ts";
import { staleRevision } from "../../contract/revision.ts";
import { scopeCatalog, type Scope } from "../../contract/scopes.ts";
import { commonSorts, listRecords } from "../../platform/database/lists/sorted-list.ts";
import { recordEvent, diffRecords, type EventToRecord, type Context, type RecordReference } from "../../rpc/context.ts";
import type { Principal } from "../../rpc/principal.ts";
import { ExportInEvent, Export, type ExportListQuery } from "./schema.ts";
import {
  enqueueRemoval,
  findClientOfCase,
  findExport,
  selectExports,
  lockExportRowForUpdate,
  updateExport,
  type ExportRow,
  type Sight,
} from "./store.ts";

/** The scopes whose data the principal may see in a file. */
export function listDataScopes(
  principal: Pick<Principal, "scopes"> & Partial<Pick<Extract<Principal, { kind: "member" }>, "permissions">>,
): ReadonlySet<Scope> {
  const { permissions } = principal;
  if (permissions === undefined) return principal.scopes;
  return new Set([...scopeCatalog.keys()].filter((scope) => listMissingData([scope], permissions).length === 0));
}

/** Which exports the principal can see, or change; null for none. */
function sightOf(principal: Principal, what: "seen" | "changeable" = "seen"): Sight | null {
  const scopes = [...listDataScopes(principal)];
  if (principal.kind === "integration_key")
    return { scopes, ofKeys: true, memberId: null, received: false, others: true };
  if (principal.kind !== "member" || !principal.permissions.has("reports:export")) return null;
  return {
    scopes,
    ofKeys: false,
    memberId: principal.memberId,
    received: what === "seen",
    others: principal.permissions.has("reports:manage"),
  };
}

export function describeExport(row: ExportRow): Export {
  return Export.parse({ ...row, filters: row.request, downloadUrl: null, downloadUrlExpiresAt: null });
}

/**
 * The export as its GET shows it. Parameters may contain a client's name, so they are shown only to readers who may see
 * the data.
 */
export function showExport({ principal }: Pick<Context, "principal">, row: ExportRow): Export {
  const shown = describeExport(row);
  const held: ReadonlySet<string> = listDataScopes(principal);
  if (row.dataPermissions.every((scope) => held.has(scope))) return shown;
  return {
    ...shown,
    filters: Object.fromEntries(Object.entries(shown.filters).filter(([name]) => name !== "parameters")),
  };
}

/** An export, and the report or case with its client that it is of, as an event's relatedIds. */
export async function relateExport(
  context: Context,
  { id, request }: Pick<ExportRow, "id" | "request">,
): Promise<RecordReference[]> {
  const { caseId, reportId } = request as { caseId?: string; reportId?: string };
  const related: RecordReference[] = [{ entity: "export", id }];
  if (reportId !== undefined) related.push({ entity: "report", id: reportId });
  if (caseId === undefined) return related;
  const clientId = await findClientOfCase(context, caseId);
  return [
    ...related,
    { entity: "case", id: caseId },
    ...(clientId === null ? [] : [{ entity: "client", id: clientId }]),
  ];
}

/** @param before null for a creation */
export async function recordExportEvent(
  context: Context,
  eventType: EventToRecord["eventType"],
  before: ExportRow | null,
  after: ExportRow,
): Promise<Export> {
  const payload = ExportInEvent.parse(describeExport(after));
  const diff = before === null ? {} : diffRecords(ExportInEvent.parse(describeExport(before)), payload);
  recordEvent(context, {
    eventType,
    entityId: after.id,
    payload,
    diff,
    relatedIds: await relateExport(context, after),
  });
  return showExport(context, after);
}

/** A page of the exports that the caller may see: without a right to any, an empty one. */
export async function listExports(
  context: Context,
  query: ExportListQuery,
): Promise<{ exports: Export[]; nextCursor: string | null }> {
  const { status, type, ...page } = query;
  const sight = sightOf(context.principal);
  if (sight === null) return { exports: [], nextCursor: null };
  const list = { name: "exports", alias: "e", sorts: commonSorts };
  const { rows, nextCursor } = await listRecords(context, list, page, (sorted) =>
    selectExports(context, { status, type, sight }, sorted),
  );
  return { exports: rows.map((row) => showExport(context, row)), nextCursor };
}

/** @throws NOT_FOUND, also for an export that the caller cannot see */
export async function getExportRow(context: Context, exportId: string): Promise<ExportRow> {
  const sight = sightOf(context.principal);
  const row = sight === null ? undefined : await findExport(context, exportId, sight);
  if (row === undefined) throw notFound("Export");
  return row;
}

/** @throws NOT_FOUND */
export async function getExport(context: Context, exportId: string): Promise<Export> {
  return showExport(context, await getExportRow(context, exportId));
}

/** @throws NOT_FOUND; FORBIDDEN for a member who is only a recipient */
async function lockExportForUpdate(context: Context, exportId: string): Promise<ExportRow> {
  const sight = sightOf(context.principal, "changeable");
  const row = sight === null ? undefined : await lockExportRowForUpdate(context, exportId, sight);
  if (row !== undefined) return row;
  await getExportRow(context, exportId);
  throw new AppError(
    "FORBIDDEN",
    "Others receive this file too: only its requester and members who manage reports can cancel or delete it",
  );
}

const openStatuses: ReadonlySet<string> = new Set(["queued", "running"]);

/**
 * Cancels an unfinished export; its worker notices within two seconds.
 *
 * @throws NOT_FOUND, FORBIDDEN, STALE_REVISION; INVALID_STATE_TRANSITION if it is finished
 */
export async function cancelExport(context: Context, exportId: string): Promise<Export> {
  const before = await lockExportForUpdate(context, exportId);
  if (!openStatuses.has(before.status)) {
    throw invalidState(`The export is ${before.status}: only a queued or running export can be cancelled`);
  }
  const after = await updateExport(context, exportId, { status: "cancelled", finishedAt: "now" });
  if (after === undefined) throw staleRevision("export");
  return recordExportEvent(context, "export.cancelled", before, after);
}

/**
 * Deletes a finished export; a worker removes its file.
 *
 * @throws NOT_FOUND, FORBIDDEN, STALE_REVISION; INVALID_STATE_TRANSITION if it is unfinished
 */
export async function deleteExport(context: Context, exportId: string): Promise<void> {
  const before = await lockExportForUpdate(context, exportId);
  if (openStatuses.has(before.status)) {
    throw invalidState(`The export is ${before.status}: cancel it first, with POST /exports/{exportId}/cancel`);
  }
  const after = await updateExport(context, exportId, { deletedAt: "now" });
  if (after === undefined) throw staleRevision("export");
  if (before.objectId !== null) await enqueueRemoval(context, exportId);
  await recordExportEvent(context, "export.deleted", before, after);
}
