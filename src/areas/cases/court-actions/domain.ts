import { invalidInput, invalidState, limitReached, notFound } from "../../../contract/errors/error-codes.ts";
import { requireExpected } from "../../../contract/revision.ts";
import { foldName } from "../../../contract/values/fold-name.ts";
import { redactMembers } from "../../../contract/values/redacted.ts";
import { commonSorts, listRecords } from "../../../platform/database/lists/sorted-list.ts";
import { assertNotFuture } from "../../../platform/database/organization-day.ts";
import { diffInEvents, recordEvent, type Context, type RecordReference } from "../../../rpc/context.ts";
import { describeActor } from "../../../rpc/principal.ts";
import { defineResource } from "../../../rpc/resource/define-resource.ts";
import { lockContactsForShare } from "../../contacts/domain.ts";
import { followDay, rejectFollowedDay } from "../domain.day-followers.ts";
import { caseInPath, lockCaseForUpdate } from "../domain.ts";
import {
  CourtAction,
  CourtActionStatus,
  type CourtActionChanges,
  type CourtActionQuery,
  type NewCourtAction,
} from "./schema.ts";
import {
  changeCourtAction,
  countCourtActions,
  courtActionStatements,
  findCaseState,
  lockCourtActionForUpdate,
  selectCourtActionPage,
  type CourtActionRow,
} from "./store.ts";

/** The most court actions that a case has at once. */
export const maxCourtActions = 200;

export const describeActionInEvent = (action: CourtAction) => redactMembers(action, ["notes"]);

/**
 * The court actions of a case. The case is locked for update: its words, the number of its court actions and its
 * deadlines follow each change. An update is by hand: it moves the status, and others follow the day of the filing.
 */
export const courtActions = defineResource({
  ...courtActionStatements,
  noun: "Court action",
  idKind: "courtAction",
  schema: CourtAction,
  describeInEvent: describeActionInEvent,
  events: { created: "court_action.created", updated: "court_action.updated", deleted: "court_action.deleted" },
  relate: (row: CourtActionRow, ofCase) => relateCourtAction(ofCase, row),
  parent: { ...caseInPath, lock: lockCaseForUpdate },
  lockReferences: lockContactsOfActionForShare,
  prepareInsert: prepareNew,
  checkDeletion: (context, { id }) => rejectFollowedDay(context, id),
  cursorName: (caseId) => `court actions of ${caseId}`,
});

export function relateCourtAction(
  ofCase: readonly RecordReference[],
  { courtContactId, judgeContactId }: Pick<CourtActionRow, "courtContactId" | "judgeContactId">,
): RecordReference[] {
  const contactIds = new Set([courtContactId, judgeContactId].filter((id) => id !== null));
  return [...ofCase, ...[...contactIds].map((id) => ({ entity: "contact", id }))];
}

function lockContactsOfActionForShare(
  context: Context,
  { courtContactId, judgeContactId }: Pick<CourtActionChanges, "courtContactId" | "judgeContactId">,
) {
  return lockContactsForShare(context, [courtContactId, judgeContactId]);
}

/**
 * @throws VALIDATION_FAILED without a court, without the date of its status, or for a past date in the future;
 *   INVALID_STATE_TRANSITION beyond 200 of the case
 */
async function prepareNew(
  context: Context,
  values: NewCourtAction & { caseId: string },
): Promise<Omit<typeof values, "jurisdiction"> & { jurisdiction: string; createdBy: string }> {
  const { status = "not_filed", jurisdiction, type, caseId } = values;
  checkCourt(values);
  checkDateOfStatus(status, values);
  await assertNotFuture(context, pickPastDays(values));
  if ((await countCourtActions(context, caseId)) >= maxCourtActions)
    throw limitReached(`The case has ${maxCourtActions} court actions; delete one first`);
  const ofState = type === "federal_civil" ? null : await findCaseState(context, caseId);
  return {
    ...values,
    jurisdiction: jurisdiction ?? ofState ?? "US",
    createdBy: JSON.stringify(describeActor(context.principal)),
  };
}

const pickPastDays = ({
  filedOn,
  answeredOn,
  judgmentOn,
}: Pick<CourtActionChanges, "filedOn" | "answeredOn" | "judgmentOn">) => ({ filedOn, answeredOn, judgmentOn });

/** @throws VALIDATION_FAILED */
function checkCourt({ courtContactId, courtName }: Pick<CourtActionChanges, "courtContactId" | "courtName">): void {
  if ((courtContactId ?? courtName ?? null) === null)
    throw invalidInput({ path: "courtName", message: "required without courtContactId" });
}

type DateName = "filedOn" | "answeredOn" | "trialOn" | "judgmentOn";
const dateOfStatus: Partial<Record<CourtActionStatus, DateName>> = {
  filed: "filedOn",
  answered: "answeredOn",
  trial_set: "trialOn",
  judgment: "judgmentOn",
};

/** @throws VALIDATION_FAILED */
function checkDateOfStatus(
  status: CourtActionStatus,
  dates: Partial<Record<DateName, string | null | undefined>>,
): void {
  const name = dateOfStatus[status];
  if (name !== undefined && (dates[name] ?? null) === null)
    throw invalidInput({ path: name, message: `required with status ${status}` });
}

const isBack = (from: CourtActionStatus, to: CourtActionStatus): boolean =>
  CourtActionStatus.options.indexOf(to) < CourtActionStatus.options.indexOf(from);

/**
 * The columns of a changed status: the reason goes with it.
 *
 * @throws VALIDATION_FAILED for a reason without another status; INVALID_STATE_TRANSITION for a status before the
 *   present one without a reason
 */
function changeStatus(
  { status: from }: Pick<CourtActionRow, "status">,
  { status: to = from, statusReason }: CourtActionChanges,
): { statusReason?: string | null } {
  if (to === from) {
    if (statusReason === undefined) return {};
    throw invalidInput({ path: "statusReason", message: "allowed only with another status" });
  }
  if (statusReason === undefined && isBack(from, to))
    throw invalidState(`A court action goes from ${from} back to ${to} only with statusReason`);
  return { statusReason: statusReason ?? null };
}

/**
 * Changes a court action; null clears a field. What is counted from `filedOn` follows.
 *
 * @throws NOT_FOUND for the case, the court action or a contact; INVALID_STATE_TRANSITION for an archived case, a
 *   status before the present one without a reason, and where more than 200 deadlines are counted from `filedOn`;
 *   VALIDATION_FAILED as for a new one; DUPLICATE_ENTRY; STALE_REVISION
 */
export async function updateCourtAction(
  context: Context,
  key: { caseId: string; id: string },
  changes: CourtActionChanges,
): Promise<CourtAction> {
  await lockContactsOfActionForShare(context, changes);
  const ofCase = await lockCaseForUpdate(context, key.caseId);
  const before = await lockCourtActionForUpdate(context, key);
  if (before === undefined) throw notFound("Court action");
  const reason = changeStatus(before, changes);
  const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
  const wanted: CourtActionRow = { ...before, ...given };
  checkCourt(wanted);
  checkDateOfStatus(wanted.status, wanted);
  await assertNotFuture(context, pickPastDays(changes));
  requireExpected(context.expectedRevisions, "court action", before.revision);
  const after = await changeCourtAction(context, key.id, { ...changes, ...reason });
  if (after === undefined) throw notFound("Court action");
  const record = recordChange(context, ofCase, before, after);
  if (after.filedOn !== before.filedOn)
    await followDay(context, { caseId: key.caseId, recordId: key.id, source: "filed", on: after.filedOn });
  return record;
}

const ofStatus: ReadonlySet<string> = new Set(["status", "statusReason"]);

/**
 * Records a changed status as an event of its own, and everything else that changed as another.
 *
 * @returns the court action
 */
function recordChange(
  context: Context,
  ofCase: RecordReference[],
  before: CourtActionRow,
  after: CourtActionRow,
): CourtAction {
  const [from, to] = [courtActions.describe(before), courtActions.describe(after)];
  const diff = Object.entries(diffInEvents(from, to, describeActionInEvent));
  const moved = diff.filter(([field]) => ofStatus.has(field));
  const others = diff.filter(([field]) => !ofStatus.has(field));
  const event = { entityId: to.id, payload: describeActionInEvent(to), relatedIds: relateCourtAction(ofCase, after) };
  if (others.length > 0 || moved.length === 0)
    recordEvent(context, { ...event, eventType: "court_action.updated", diff: Object.fromEntries(others) });
  if (moved.length > 0)
    recordEvent(context, { ...event, eventType: "court_action.status_changed", diff: Object.fromEntries(moved) });
  return to;
}

/**
 * A page of the court actions of all cases.
 *
 * @throws VALIDATION_FAILED for a foreign cursor
 */
export async function listCourtActions(
  context: Context,
  { after, limit, sort, docketNumber, ...filters }: CourtActionQuery,
): Promise<{ courtActions: CourtAction[]; nextCursor: string | null }> {
  const docketKey = docketNumber === undefined ? undefined : foldName(docketNumber);
  const list = { name: "court actions", alias: "t", sorts: commonSorts };
  const { rows, nextCursor } = await listRecords(context, list, { after, limit, sort }, (page) =>
    selectCourtActionPage(context, { ...filters, docketKey }, page),
  );
  return { courtActions: rows.map(courtActions.describe), nextCursor };
}
