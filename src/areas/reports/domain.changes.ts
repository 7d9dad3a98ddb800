import { AppError, invalidInput } from "../../contract/error-codes.ts";
import type { ReportDefinition, ReportEntity, ReportVisibility } from "../../contract/reports/definition.ts";
import { staleRevision } from "../../contract/revision.ts";
import type { EventType } from "../../contract/event-types.ts";
import { Name } from "../../contract/values.ts";
import { createId } from "../../platform/database/ids.ts";
import { recordEvent, diffRecords, recordAuditEntry } from "../../rpc/context.ts";
import type { Context } from "../../rpc/context.ts";
import { readReport, requireDataPermissions, requireReport } from "./domain.ts";
import { requireActiveMembers, requireMemberPrincipal, requirePermission } from "./domain.members.ts";
import { describeReport, validateDefinition } from "./definition/domain.plan.ts";
import { pauseSchedulesOf } from "./schedules/domain.rules.ts";
import type { Report } from "./schema.ts";
import type { NewReport, ReportChanges } from "./schema.portal.ts";
import { changeReport, countReports, insertReport, lockReport, saveApiVisibility } from "./store.changes.ts";
import { listCustomFields } from "./catalog/store.custom-fields.ts";
import type { ReportRow } from "./store.ts";

/** How many reports an organization keeps: what a list can show at once. */
const mostReports = 200;

/** Which report, and at which revision the caller saw it. */
interface ReportAtRevision {
  reportId: string;
  expectedRevision: number;
}

/**
 * Saves a report. A private one takes no more than seeing reports; one that others see takes `reports:manage`.
 * @throws FORBIDDEN, also without the permissions of its data; VALIDATION_FAILED at the field; INVALID_STATE_TRANSITION when there are too many
 */
export async function createReport(context: Context, wanted: NewReport): Promise<Report> {
  const { memberId } = requireMemberPrincipal(context);
  if (wanted.visibility !== "private") requirePermission(context, "reports:manage");
  validateAudience(wanted);
  await requireActiveMembers(context, "sharedWith", wanted.sharedWith);
  await validateContents(context, wanted.entity, wanted.definition);
  if ((await countReports(context)) >= mostReports) {
    throw new AppError("INVALID_STATE_TRANSITION", `The organization has ${mostReports} saved reports, which is the limit. Delete one first`);
  }
  const reportId = createId("report");
  await insertReport(context, { ...wanted, id: reportId, ownerMemberId: memberId });
  return recordReportEvent(context, "report.created", reportId, null);
}

/**
 * Changes what is given of one of the organization's own reports.
 * @throws NOT_FOUND; FORBIDDEN to whoever is neither its owner nor manages reports; STALE_REVISION; VALIDATION_FAILED at the field
 */
export async function updateReport(context: Context, at: ReportAtRevision, changes: ReportChanges): Promise<Report> {
  const { row, before } = await requireReportForUpdate(context, at);
  const visibility = changes.visibility ?? before.visibility;
  // What is not given goes with the visibility that is.
  const sharedWith = changes.sharedWith ?? (visibility === "team" ? before.sharedWith : []);
  const apiVisible = changes.apiVisible ?? (isForFew(visibility) ? false : before.apiVisible);
  validateAudience({ visibility, sharedWith, apiVisible });
  validateSharing(context, row, { visibility, sharedWith, apiVisible }, before);
  // Whom it was shared with already may have been deactivated since.
  await requireActiveMembers(context, "sharedWith", sharedWith, before.sharedWith);
  await validateContents(context, before.entity, changes.definition ?? before.definition);
  await changeReport(context, at.reportId, { ...changes, visibility, sharedWith, apiVisible });
  if (apiVisible !== before.apiVisible) await saveApiVisibility(context, at.reportId, null);
  return recordReportEvent(context, "report.updated", at.reportId, before);
}

/** Deletes a report and pauses its schedules. @throws as updateReport */
export async function removeReport(context: Context, at: ReportAtRevision): Promise<{ reportId: string; pausedSchedules: number }> {
  const { before } = await requireReportForUpdate(context, at);
  await changeReport(context, at.reportId, { deletedAt: "now" });
  traceReport(context, "report.deleted", before, before);
  return { reportId: at.reportId, pausedSchedules: await pauseSchedulesOf(context, at.reportId) };
}

/** Copies what one sees: standard ones, inherited ones and own ones. @throws NOT_FOUND; as createReport */
export async function copyReport(context: Context, reportId: string, name: string | undefined): Promise<Report> {
  const { name: original, description, category, entity, definition } = await requireReport(context, reportId);
  // A name that is as long as it may be stays as it is.
  const { data: copyOf = original } = Name.safeParse(`Copy of ${original}`);
  return createReport(context, { name: name ?? copyOf, description, category, entity, definition, visibility: "private", sharedWith: [], apiVisible: false });
}

/**
 * Says whether keys of this organization see a report: of its own one for all organizations that it is shared with, of a standard
 * or an inherited one for this organization alone.
 * @throws NOT_FOUND; VALIDATION_FAILED at `apiVisible` of one that only few members see
 */
export async function setApiVisible(context: Context, reportId: string, apiVisible: boolean): Promise<Report> {
  const row = await lockReport(context, reportId);
  const before = await readReport(context, reportId);
  validateAudience({ ...before, apiVisible });
  if (before.apiVisible === apiVisible) {
    recordAuditEntry(context, { entity: "report", id: reportId }, []);
    return before;
  }
  if (row !== undefined) await changeReport(context, reportId, { apiVisible });
  await saveApiVisibility(context, reportId, row === undefined ? apiVisible : null);
  return recordReportEvent(context, "report.updated", reportId, before);
}

/** @throws NOT_FOUND for what the caller does not see, and for what is not the organization's own; FORBIDDEN; STALE_REVISION */
async function requireReportForUpdate(context: Context, { reportId, expectedRevision }: ReportAtRevision): Promise<{ row: ReportRow; before: Report }> {
  const row = await lockReport(context, reportId);
  const before = await readReport(context, reportId);
  if (row === undefined) throw new AppError("FORBIDDEN", "Only the organization's own reports can be changed. Copy this one");
  if (row.ownerMemberId !== requireMemberPrincipal(context).memberId) requirePermission(context, "reports:manage");
  if (row.revision !== expectedRevision) throw staleRevision("report");
  return { row, before };
}

interface Audience {
  visibility: ReportVisibility;
  sharedWith: readonly string[];
  apiVisible: boolean;
}

function isForFew(visibility: ReportVisibility): boolean {
  return visibility === "private" || visibility === "team";
}

/** @throws VALIDATION_FAILED where the parts of an audience contradict each other */
function validateAudience({ visibility, sharedWith, apiVisible }: Audience): void {
  const faults = [];
  if (sharedWith.length > 0 && visibility !== "team") faults.push({ path: "sharedWith", message: "names members only where the visibility is team" });
  if (new Set(sharedWith).size < sharedWith.length) faults.push({ path: "sharedWith", message: "must not name a member twice" });
  if (apiVisible && isForFew(visibility)) faults.push({ path: "apiVisible", message: "API keys can run only reports shared with the whole organization" });
  if (faults.length > 0) throw invalidInput(...faults);
}

/** Checks who may widen or narrow the audience. @throws FORBIDDEN; VALIDATION_FAILED where the caller would shut himself out */
function validateSharing(context: Context, row: ReportRow, after: Audience, before: Audience): void {
  const isSame = JSON.stringify([after.visibility, after.sharedWith, after.apiVisible]) === JSON.stringify([before.visibility, before.sharedWith, before.apiVisible]);
  if (isSame) return;
  const { memberId } = requireMemberPrincipal(context);
  if (row.ownerMemberId !== memberId) {
    if (after.visibility === "private") throw new AppError("FORBIDDEN", "Only its owner can make a report private");
    if (after.visibility === "team" && !after.sharedWith.includes(memberId)) {
      throw invalidInput({ path: "sharedWith", message: "must include you; you would lose access to the report" });
    }
  }
  // An owner may always take their own back.
  if (after.visibility !== "private") requirePermission(context, "reports:manage");
}

/** @throws VALIDATION_FAILED at the definition's fields; FORBIDDEN without the permissions of its data */
async function validateContents(context: Context, entity: ReportEntity, definition: ReportDefinition): Promise<void> {
  const customFields = await listCustomFields(context, entity, [context.organizationId]);
  validateDefinition(entity, definition, customFields);
  requireDataPermissions(context, describeReport(definition, entity, customFields).dataPermissions);
}

/** Follows from the definition, or moves by itself: no part of what was changed. */
function withoutConsequences(report: Report): object {
  const { columns: _, parameters: __, lastRunAt: ___, ...saved } = report;
  return saved;
}

async function recordReportEvent(context: Context, eventType: EventType, reportId: string, before: Report | null): Promise<Report> {
  const after = await readReport(context, reportId);
  traceReport(context, eventType, after, before);
  return after;
}

/** Programs are told of reports that they see, before or after; of others the audit log alone tells. */
function traceReport(context: Context, eventType: EventType, after: Report, before: Report | null): void {
  const record = { entity: "report", id: after.id };
  if (!after.apiVisible && before?.apiVisible !== true) {
    recordAuditEntry(context, record, []);
    return;
  }
  const diff = before === null || before === after ? {} : diffRecords(withoutConsequences(before), withoutConsequences(after));
  recordEvent(context, { eventType, entityId: after.id, payload: after, diff, relatedIds: [record] });
}
