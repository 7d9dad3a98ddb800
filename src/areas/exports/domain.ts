import { AppError, notFound } from "../../contract/error-codes.ts";
import { dataPermissionOf } from "../../contract/permissions.ts";
import { staleRevision } from "../../contract/revision.ts";
import { scopeCatalogue } from "../../contract/scopes.ts";
import type { Scope } from "../../contract/scopes.ts";
import { commonSorts, readSortedPage } from "../../platform/sorted-list.ts";
import { announce, diffRecords } from "../../rpc/context.ts";
import type { Announcement, Context, RecordReference } from "../../rpc/context.ts";
import type { Principal } from "../../rpc/principal.ts";
import { AnnouncedExport, Export } from "./schema.ts";
import type { ExportListQuery } from "./schema.ts";
import { enqueueRemoval, findClientOfCase, findExport, listExportRows, lockExport, updateExport } from "./store.ts";
import type { ExportRow, Sight } from "./store.ts";

/** The scopes whose data the principal may see in a file: those of a key, and of a member those whose data permission he holds. */
export function listDataScopes(principal: Pick<Principal, "scopes"> & Partial<Pick<Extract<Principal, { kind: "member" }>, "permissions">>): ReadonlySet<Scope> {
  const { permissions } = principal;
  if (permissions === undefined) return principal.scopes;
  const isHeld = (scope: Scope) => {
    const permission = dataPermissionOf(scope);
    return permission !== null && permissions.has(permission);
  };
  return new Set([...scopeCatalogue.keys()].filter(isHeld));
}

/** Which exports the principal sees; null for none. */
function sightOf(principal: Principal): Sight | null {
  const scopes = [...listDataScopes(principal)];
  if (principal.kind === "integration_key") return { scopes, ofKeys: true, memberId: null, others: true };
  if (principal.kind !== "member" || !principal.permissions.has("reports:export")) return null;
  return { scopes, ofKeys: false, memberId: principal.memberId, others: principal.permissions.has("reports:manage") };
}

/** An export as its GET shows it. */
export function describeExport(row: ExportRow): Export {
  return Export.parse({ ...row, filters: row.request, downloadUrl: null, downloadUrlExpiresAt: null });
}

/** The export and what it is about, as an event's relatedIds. */
export async function relateExport(context: Context, { id, request }: Pick<ExportRow, "id" | "request">): Promise<RecordReference[]> {
  const { caseId, reportId } = request as { caseId?: string; reportId?: string };
  const related: RecordReference[] = [{ entity: "export", id }];
  if (reportId !== undefined) related.push({ entity: "report", id: reportId });
  if (caseId === undefined) return related;
  const clientId = await findClientOfCase(context, caseId);
  return [...related, { entity: "case", id: caseId }, ...(clientId === null ? [] : [{ entity: "client", id: clientId }])];
}

/** @param before null for a creation */
export async function announceExport(context: Context, eventType: Announcement["eventType"], before: ExportRow | null, after: ExportRow): Promise<Export> {
  const made = describeExport(after);
  const payload = AnnouncedExport.parse(made);
  const diff = before === null ? {} : diffRecords(AnnouncedExport.parse(describeExport(before)), payload);
  announce(context, { eventType, entityId: after.id, payload, diff, relatedIds: await relateExport(context, after) });
  return made;
}

/** A page of the exports that the caller sees. */
export async function listExports(context: Context, query: ExportListQuery): Promise<{ exports: Export[]; nextCursor: string | null }> {
  const { status, type, ...page } = query;
  const sight = sightOf(context.principal);
  if (sight === null) return { exports: [], nextCursor: null };
  const list = { organizationId: context.organizationId, vault: context.vault, name: "exports", alias: "e", sorts: commonSorts };
  const { rows, nextCursor } = await readSortedPage(list, page, (sorted) => listExportRows(context, { status, type, sight }, sorted));
  return { exports: rows.map(describeExport), nextCursor };
}

/** @throws NOT_FOUND, also for one that the caller does not see */
export async function readExport(context: Context, exportId: string): Promise<ExportRow> {
  const sight = sightOf(context.principal);
  const row = sight === null ? undefined : await findExport(context, exportId, sight);
  if (row === undefined) throw notFound("Export");
  return row;
}

/** @throws NOT_FOUND */
export async function getExport(context: Context, exportId: string): Promise<Export> {
  return describeExport(await readExport(context, exportId));
}

async function holdExport(context: Context, exportId: string): Promise<ExportRow> {
  const sight = sightOf(context.principal);
  const row = sight === null ? undefined : await lockExport(context, exportId, sight);
  if (row === undefined) throw notFound("Export");
  return row;
}

const openStatuses: ReadonlySet<string> = new Set(["queued", "running"]);

/** Ends an export that is not over. Whoever is making it learns of it within a second or two. @throws NOT_FOUND, STALE_REVISION; INVALID_STATE_TRANSITION for one that is over */
export async function cancelExport(context: Context, exportId: string): Promise<Export> {
  const before = await holdExport(context, exportId);
  if (!openStatuses.has(before.status)) {
    throw new AppError("INVALID_STATE_TRANSITION", `The export is ${before.status}: only one that is queued or running can be cancelled`);
  }
  const after = await updateExport(context, exportId, { status: "cancelled", finishedAt: "now" });
  if (after === undefined) throw staleRevision("export");
  return announceExport(context, "export.cancelled", before, after);
}

/** Deletes an export that is over; its file goes as soon as a worker comes to it. @throws NOT_FOUND, STALE_REVISION; INVALID_STATE_TRANSITION for one that is not over */
export async function deleteExport(context: Context, exportId: string): Promise<void> {
  const before = await holdExport(context, exportId);
  if (openStatuses.has(before.status)) {
    throw new AppError("INVALID_STATE_TRANSITION", `The export is ${before.status}: cancel it first, with POST /exports/{exportId}/cancel`);
  }
  const after = await updateExport(context, exportId, { deletedAt: "now" });
  if (after === undefined) throw staleRevision("export");
  if (before.objectId !== null) await enqueueRemoval(context, exportId);
  await announceExport(context, "export.deleted", before, after);
}
