import { invalidState, notFound } from "../../contract/errors/error-codes.ts";
import { orText, type JsonText } from "../../contract/values/json-text.ts";
import type { EventType } from "../../contract/events/event-types.ts";
import type { Tables } from "../../platform/database/tables.ts";
import { recordEvent, diffRecords, type Context, type EventToRecord, type RecordReference } from "../../rpc/context.ts";
import type { Expansion } from "../../rpc/expand.ts";
import { createOutputPicker } from "../../rpc/pick-output.ts";
import { CaseDetail } from "./schema.ts";
import {
  findCaseDetail,
  findCaseText,
  findLiveCase,
  listCaseTexts,
  lockCaseRowForShare,
  lockCaseRowForUpdate,
  lockCaseRowOfForShare,
  type LiveCase,
} from "./store.ts";

const pickDetail = createOutputPicker(CaseDetail);

/**
 * The hydrated case, deleted ones included (with `deletedAt`).
 *
 * @throws NOT_FOUND
 */
export async function getCase(context: Context, caseId: string): Promise<CaseDetail> {
  const found = await findCaseDetail(context, caseId);
  if (found === undefined) throw notFound("Case");
  return pickDetail(found);
}

/**
 * The case for a response.
 *
 * @param includeDeleted whether one that is deleted, too
 * @throws NOT_FOUND
 */
export async function showCase(
  context: Context,
  caseId: string,
  includeDeleted = false,
): Promise<JsonText<CaseDetail>> {
  const found = await findCaseText(context, caseId, includeDeleted);
  if (found === undefined) throw notFound("Case");
  return found;
}

/** The case of a record that has its ID, where a response can have it besides. */
export const expandCase: Expansion = {
  one: "case",
  many: "cases",
  scope: "cases:read",
  schema: orText(CaseDetail),
  idPath: "caseId",
  find: listCaseTexts,
};

/**
 * Locks the case FOR SHARE until commit, so that it cannot be archived, deleted or given another client. Call it before
 * locking any record of the case. To change the case row itself, call {@link lockCaseDetailForUpdate}: upgrading a
 * shared lock can deadlock.
 *
 * @returns the case and its client, as an event's relatedIds
 * @throws NOT_FOUND; INVALID_STATE_TRANSITION when it is archived
 */
export async function lockCaseForShare(context: Context, caseId: string): Promise<RecordReference[]> {
  return relateOpen(await lockCaseRowForShare(context, caseId));
}

/**
 * As {@link lockCaseForShare}, by the ID of a record that never changes its case.
 *
 * @param table of the record
 * @returns undefined where there is no such record, or its case is deleted
 * @throws INVALID_STATE_TRANSITION when it is archived
 */
export async function lockCaseOfForShare(
  context: Context,
  table: keyof Tables,
  recordId: string,
): Promise<RecordReference[] | undefined> {
  const found = await lockCaseRowOfForShare(context, table, recordId);
  return found && relateOpen(found);
}

/**
 * As {@link lockCaseForShare}, but FOR NO KEY UPDATE: before a change of a record that the case's own row may follow.
 *
 * @throws NOT_FOUND; INVALID_STATE_TRANSITION when it is archived
 */
export async function lockCaseForUpdate(context: Context, caseId: string): Promise<RecordReference[]> {
  return relateOpen(await lockCaseRowForUpdate(context, caseId));
}

/**
 * As {@link lockCaseForShare}, for archived cases too.
 *
 * @throws NOT_FOUND
 */
export async function lockLiveCaseForShare(context: Context, caseId: string): Promise<RecordReference[]> {
  return relateLive(await lockCaseRowForShare(context, caseId));
}

/**
 * As {@link lockCaseOfForShare}, for archived cases too.
 *
 * @returns undefined where there is no such record, or its case is deleted
 */
export async function lockLiveCaseOfForShare(
  context: Context,
  table: keyof Tables,
  recordId: string,
): Promise<RecordReference[] | undefined> {
  const found = await lockCaseRowOfForShare(context, table, recordId);
  return found && relateLive(found);
}

/**
 * As {@link lockCaseForUpdate}, for archived cases too.
 *
 * @throws NOT_FOUND
 */
export async function lockLiveCaseForUpdate(context: Context, caseId: string): Promise<RecordReference[]> {
  return relateLive(await lockCaseRowForUpdate(context, caseId));
}

/**
 * Reads a case that is not deleted, archived or not, without a lock.
 *
 * @returns the case and its client, as an event's relatedIds
 * @throws NOT_FOUND
 */
export async function getLiveCase(context: Context, caseId: string): Promise<RecordReference[]> {
  return relateLive(await findLiveCase(context, caseId));
}

/** Of records that are reached through their case: `/cases/{caseId}/parties/{partyId}`. */
export const caseInPath = {
  entity: "case",
  column: "caseId",
  isInPath: true,
  get: getLiveCase,
  lock: lockCaseForShare,
} as const;

/** Of records that belong to a case and are reached by their own ID. */
export const caseOfRow = { ...caseInPath, isInPath: false, lockOf: lockCaseOfForShare } as const;

/** @throws NOT_FOUND */
function relateLive(found: LiveCase | undefined): RecordReference[] {
  if (found === undefined) throw notFound("Case");
  return relateCase(found.id, found.plaintiffId);
}

/** @throws NOT_FOUND; INVALID_STATE_TRANSITION */
function relateOpen(found: LiveCase | undefined): RecordReference[] {
  const related = relateLive(found);
  rejectArchived(found?.matterStatus);
  return related;
}

/** @throws INVALID_STATE_TRANSITION */
export function rejectArchived(matterStatus: string | undefined): void {
  if (matterStatus !== "archived") return;
  throw invalidState("The case is archived and read-only; transition it to closed and then to open to change it", {
    errorReason: "case_archived",
  });
}

/** A case and its client, as an event's relatedIds. */
export function relateCase(caseId: string, clientId: string): RecordReference[] {
  return [
    { entity: "case", id: caseId },
    { entity: "client", id: clientId },
  ];
}

/**
 * Locks the case FOR NO KEY UPDATE.
 *
 * @param archived whether to accept an archived case
 * @throws NOT_FOUND; INVALID_STATE_TRANSITION when it is archived
 */
export async function lockCaseDetailForUpdate(
  context: Context,
  caseId: string,
  { archived = false } = {},
): Promise<CaseDetail> {
  if ((await lockCaseRowForUpdate(context, caseId)) === undefined) throw notFound("Case");
  const locked = await getCase(context, caseId);
  if (!archived) rejectArchived(locked.matterStatus);
  return locked;
}

/**
 * Records events for a changed case.
 *
 * @param besides what the diff has besides the differences between the records
 * @returns the case after the change
 */
export async function recordCaseEvent(
  context: Context,
  eventTypes: readonly EventType[],
  before: CaseDetail,
  besides: EventToRecord["diff"] = {},
): Promise<CaseDetail> {
  const after = await getCase(context, before.id);
  for (const eventType of eventTypes) {
    const diff = { ...diffRecords(before, after), ...besides };
    recordEvent(context, {
      eventType,
      entityId: after.id,
      payload: after,
      diff,
      relatedIds: relateCase(after.id, after.plaintiffId),
    });
  }
  return after;
}
