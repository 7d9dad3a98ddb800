import { AppError, invalidInput, limitReached } from "../../contract/errors/error-codes.ts";
import type { ReportDefinition, ReportEntity, ReportVisibility } from "../../contract/reports/definition.ts";
import { staleRevision } from "../../contract/revision.ts";
import type { EventType } from "../../contract/events/event-types.ts";
import { Name } from "../../contract/values/values.ts";
import { createId } from "../../platform/database/ids.ts";
import { recordEvent, diffRecords, recordAuditEntry, type Context } from "../../rpc/context.ts";
import { readReport, assertDataPermissions, getVisibleReport } from "./domain.ts";
import { assertActiveMembers, requireMemberPrincipal, assertPermission } from "./domain.members.ts";
import { isInOneOf, validateTeams } from "./domain.teams.ts";
import { describeReport, validateDefinition } from "./definition/domain.plan.ts";
import { pauseSchedulesOf } from "./schedules/domain.rules.ts";
import type { Report } from "./schema.ts";
import type { NewReport, ReportChanges } from "./schema.portal.ts";
import {
  changeReport,
  lockReportCountForUpdate,
  insertReport,
  lockReportRowForUpdate,
  saveApiVisibility,
} from "./store.changes.ts";
import { lockTeamsForShare } from "./store.teams.ts";
import { listCustomFields } from "./catalog/store.custom-fields.ts";
import type { ReportRow } from "./store.ts";

const maxReports = 200;

interface ReportAtRevision {
  reportId: string;
  expectedRevision: number;
}

/**
 * Creates a report. A private one requires only permission to view reports; a shared one requires `reports:manage`.
 *
 * @throws FORBIDDEN, also without the permissions of its data; VALIDATION_FAILED at the field; INVALID_STATE_TRANSITION
 *   if there are too many
 */
export async function createReport(context: Context, wanted: NewReport): Promise<Report> {
  const { memberId } = requireMemberPrincipal(context);
  if (wanted.visibility !== "private") assertPermission(context, "reports:manage");
  validateAudience(wanted);
  await assertActiveMembers(context, "sharedWith", wanted.sharedWith);
  validateTeams(wanted.sharedWithTeamIds, await lockTeamsForShare(context, wanted.sharedWithTeamIds));
  await validateContents(context, wanted.entity, wanted.definition);
  if ((await lockReportCountForUpdate(context)) >= maxReports) {
    throw limitReached(`The organization has ${maxReports} saved reports, which is the limit. Delete one first`);
  }
  const reportId = createId("report");
  await insertReport(context, { ...wanted, id: reportId, ownerMemberId: memberId });
  return recordReportEvent(context, "report.created", reportId, null);
}

/**
 * Updates one of the organization's own reports.
 *
 * @throws NOT_FOUND; FORBIDDEN for a member who is neither owner nor manages reports; STALE_REVISION; VALIDATION_FAILED
 *   at the field
 */
export async function updateReport(context: Context, at: ReportAtRevision, changes: ReportChanges): Promise<Report> {
  const teams = await lockTeamsForShare(context, changes.sharedWithTeamIds ?? []);
  const { row, before } = await lockReportForUpdate(context, at);
  const audience = changeAudience(before, changes);
  const { sharedWith, sharedWithTeamIds, apiVisible } = audience;
  validateAudience(audience);
  await validateSharing(context, row, audience, before);
  // Existing recipients may have been deactivated since.
  await assertActiveMembers(context, "sharedWith", sharedWith, before.sharedWith);
  validateTeams(sharedWithTeamIds, [...before.sharedWithTeamIds, ...teams]);
  await validateContents(context, before.entity, changes.definition ?? before.definition);
  await changeReport(context, at.reportId, { ...changes, ...audience });
  if (apiVisible !== before.apiVisible) await saveApiVisibility(context, at.reportId, null);
  return recordReportEvent(context, "report.updated", at.reportId, before);
}

/**
 * Deletes a report and pauses its schedules.
 *
 * @throws as updateReport
 */
export async function removeReport(
  context: Context,
  at: ReportAtRevision,
): Promise<{ reportId: string; pausedSchedules: number }> {
  const { before } = await lockReportForUpdate(context, at);
  await changeReport(context, at.reportId, { deletedAt: "now" });
  traceReport(context, "report.deleted", before, before);
  return { reportId: at.reportId, pausedSchedules: await pauseSchedulesOf(context, at.reportId) };
}

/**
 * Copies a visible report: standard, inherited or own.
 *
 * @throws NOT_FOUND; as createReport
 */
export async function copyReport(context: Context, reportId: string, name: string | undefined): Promise<Report> {
  const { name: original, description, category, entity, definition } = await getVisibleReport(context, reportId);
  // A name of the maximum length is kept unchanged.
  const { data: copyOf = original } = Name.safeParse(`Copy of ${original}`);
  return createReport(context, {
    name: name ?? copyOf,
    description,
    category,
    entity,
    definition,
    visibility: "private",
    sharedWith: [],
    sharedWithTeamIds: [],
    apiVisible: false,
  });
}

/**
 * Sets whether API keys see a report: for an own report in all organizations that share it, for a standard or inherited
 * one in this organization only.
 *
 * @throws NOT_FOUND; VALIDATION_FAILED at `apiVisible` of a report that only some members see
 */
export async function setApiVisible(context: Context, reportId: string, apiVisible: boolean): Promise<Report> {
  const row = await lockReportRowForUpdate(context, reportId);
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

/** @throws NOT_FOUND for reports that the caller cannot see or the organization does not own; FORBIDDEN; STALE_REVISION */
async function lockReportForUpdate(
  context: Context,
  { reportId, expectedRevision }: ReportAtRevision,
): Promise<{ row: ReportRow; before: Report }> {
  const row = await lockReportRowForUpdate(context, reportId);
  const before = await readReport(context, reportId);
  if (row === undefined)
    throw new AppError("FORBIDDEN", "Only the organization's own reports can be changed. Copy this one");
  if (row.ownerMemberId !== requireMemberPrincipal(context).memberId) assertPermission(context, "reports:manage");
  if (row.revision !== expectedRevision) throw staleRevision("report");
  return { row, before };
}

interface Audience {
  visibility: ReportVisibility;
  sharedWith: string[];
  sharedWithTeamIds: string[];
  apiVisible: boolean;
}

/** A new visibility resets the fields that only the former one allows. */
function changeAudience(before: Audience, changes: ReportChanges): Audience {
  const visibility = changes.visibility ?? before.visibility;
  const kept = visibility === "team" ? before : { sharedWith: [], sharedWithTeamIds: [] };
  return {
    visibility,
    sharedWith: changes.sharedWith ?? kept.sharedWith,
    sharedWithTeamIds: changes.sharedWithTeamIds ?? kept.sharedWithTeamIds,
    apiVisible: changes.apiVisible ?? (isForFew(visibility) ? false : before.apiVisible),
  };
}

function isForFew(visibility: ReportVisibility): boolean {
  return visibility === "private" || visibility === "team";
}

/** @throws VALIDATION_FAILED for a contradictory audience */
function validateAudience({ visibility, sharedWith, sharedWithTeamIds, apiVisible }: Audience): void {
  const faults = [];
  if (sharedWith.length > 0 && visibility !== "team")
    faults.push({ path: "sharedWith", message: "names members only where the visibility is team" });
  if (new Set(sharedWith).size < sharedWith.length)
    faults.push({ path: "sharedWith", message: "must not name a member twice" });
  if (sharedWithTeamIds.length > 0 && visibility !== "team")
    faults.push({ path: "sharedWithTeamIds", message: "names teams only where the visibility is team" });
  if (new Set(sharedWithTeamIds).size < sharedWithTeamIds.length)
    faults.push({ path: "sharedWithTeamIds", message: "must not name a team twice" });
  if (apiVisible && isForFew(visibility))
    faults.push({ path: "apiVisible", message: "API keys can run only reports shared with the whole organization" });
  if (faults.length > 0) throw invalidInput(...faults);
}

/**
 * @throws FORBIDDEN if the caller may not widen or narrow the audience; VALIDATION_FAILED if the caller would lose
 *   access
 */
async function validateSharing(context: Context, row: ReportRow, after: Audience, before: Audience): Promise<void> {
  const described = ({ visibility, sharedWith, sharedWithTeamIds, apiVisible }: Audience) =>
    JSON.stringify([visibility, sharedWith, sharedWithTeamIds, apiVisible]);
  if (described(after) === described(before)) return;
  const { memberId } = requireMemberPrincipal(context);
  if (row.ownerMemberId !== memberId) {
    if (after.visibility === "private") throw new AppError("FORBIDDEN", "Only its owner can make a report private");
    if (
      after.visibility === "team" &&
      !after.sharedWith.includes(memberId) &&
      !(await isInOneOf(context, memberId, after.sharedWithTeamIds))
    ) {
      throw invalidInput({
        path: "sharedWith",
        message: "must include you, or `sharedWithTeamIds` a team of yours; you would lose access to the report",
      });
    }
  }
  // An owner can always make their own report private.
  if (after.visibility !== "private") assertPermission(context, "reports:manage");
}

/** @throws VALIDATION_FAILED at the definition's fields; FORBIDDEN without the permissions of its data */
async function validateContents(context: Context, entity: ReportEntity, definition: ReportDefinition): Promise<void> {
  const customFields = await listCustomFields(context, entity, [context.organizationId]);
  validateDefinition(entity, definition, customFields);
  assertDataPermissions(context, describeReport(definition, entity, customFields).dataPermissions);
}

/** Derived from the definition, or volatile: excluded from diffs. */
function withoutConsequences(report: Report): object {
  const { columns: _, parameters: __, lastRunAt: ___, ...saved } = report;
  return saved;
}

async function recordReportEvent(
  context: Context,
  eventType: EventType,
  reportId: string,
  before: Report | null,
): Promise<Report> {
  const after = await readReport(context, reportId);
  traceReport(context, eventType, after, before);
  return after;
}

/** Events only for reports that API keys see before or after the change; otherwise only an audit entry. */
function traceReport(context: Context, eventType: EventType, after: Report, before: Report | null): void {
  const record = { entity: "report", id: after.id };
  if (!after.apiVisible && before?.apiVisible !== true) {
    recordAuditEntry(context, record, []);
    return;
  }
  const diff =
    before === null || before === after ? {} : diffRecords(withoutConsequences(before), withoutConsequences(after));
  recordEvent(context, { eventType, entityId: after.id, payload: after, diff, relatedIds: [record] });
}
