import { invalidInput, invalidState, notFound } from "../../../contract/errors/error-codes.ts";
import type { EventType } from "../../../contract/events/event-types.ts";
import { requireExpected } from "../../../contract/revision.ts";
import { requireTransition } from "../../../contract/state-machine.ts";
import { createId } from "../../../platform/database/ids.ts";
import { commonSorts, listRecords } from "../../../platform/database/lists/sorted-list.ts";
import { toE164 } from "../../../platform/phone-number.ts";
import {
  recordAuditEntry,
  recordEvent,
  diffInEvents,
  withoutIfMatch,
  type Context,
  type RecordReference,
} from "../../../rpc/context.ts";
import { trackChanges } from "../../../rpc/track-changes.ts";
import { describeActor, onBehalfOf } from "../../../rpc/principal.ts";
import { findRow, insertRow, listRowsById, lockRowForUpdate, updateRow } from "../../../rpc/resource/store.ts";
import { getClient, lockClientForShare } from "../../clients/domain.ts";
import { getContact, lockContactsForShare } from "../../contacts/domain.ts";
import { recordContactAttempt } from "../../leads/contact-attempts/domain.ts";
import { lockAssigneeForShare, lockLeadForUpdate } from "../../leads/domain.changes.ts";
import { lockDocumentsForShare } from "../../notes/domain.locks.ts";
import { seesContent } from "../conversations/domain.ts";
import { followCall, lockLeadOfPlaceForUpdate, lockPlaceForUpdate, type Place } from "../effects/domain.ts";
import { callStates, hasEnded } from "./domain.states.ts";
import { Call, describeCallInEvent, type CallChanges, type CallFilter, type NewCall } from "./schema.ts";
import { replaceCallDocuments, selectCallPage, selectCalls, type CallRow } from "./store.ts";

const statements = {
  table: "Call",
  select: selectCalls,
  isPermanent: true,
  liveOwners: ["caseId"],
  unique: {
    Call_organizationId_externalId_key: "externalId: used by another call",
    Call_organizationId_provider_providerCallId_key: "providerCallId: used by another call of this provider",
  },
} as const;

export function describeCall(row: CallRow): Call {
  const { partyName: name, partyNumber: number, partyClientId, partyLeadId, partyContactId } = row;
  const ids = { clientId: partyClientId, leadId: partyLeadId, contactId: partyContactId };
  return Call.parse({ ...row, party: { name, number, ...ids } });
}

/** A call with what it belongs to, and with whom it was, as an event's relatedIds. */
function relateCall(row: CallRow): RecordReference[] {
  const owners = {
    case: row.caseId,
    client: row.partyClientId ?? row.clientId,
    lead: row.leadId ?? row.partyLeadId,
    contact: row.partyContactId,
  };
  return Object.entries(owners).flatMap(([entity, id]) => (id === null ? [] : [{ entity, id }]));
}

/** Records that the summary of a call was shown to a caller who sees it. */
function auditRead(context: Context, row: CallRow): void {
  if (row.summary !== null && seesContent(context))
    recordAuditEntry(context, { entity: "call", id: row.id }, relateCall(row));
}

/** @throws NOT_FOUND */
export async function getCall(context: Context, callId: string): Promise<Call> {
  const row = await getRow(context, callId);
  auditRead(context, row);
  return describeCall(row);
}

async function getRow(context: Context, callId: string): Promise<CallRow> {
  const row = await findRow<"Call", CallRow>(context, statements, { id: callId });
  if (row === undefined) throw notFound("Call");
  return row;
}

const callSorts = {
  ...commonSorts,
  started: { column: "startedAt", type: "timestamptz", descending: true },
} as const;

/**
 * A page of the organization's calls.
 *
 * @throws VALIDATION_FAILED for a foreign cursor
 */
export async function listCalls(
  context: Context,
  { after, limit, sort, ...filter }: CallFilter,
): Promise<{ calls: Call[]; nextCursor: string | null }> {
  const list = { name: "calls", alias: "t", sorts: callSorts };
  const { rows, nextCursor } = await listRecords(context, list, { after, limit, sort }, (page) =>
    selectCallPage(context, filter, page),
  );
  for (const row of rows) auditRead(context, row);
  return { calls: rows.map(describeCall), nextCursor };
}

/** Calls that are shown, by ID: those of deleted cases are missing. */
export async function showCalls(context: Context, ids: readonly string[]): Promise<Map<string, Call>> {
  if (ids.length === 0) return new Map();
  const rows = await listRowsById<"Call", CallRow>(context, statements, ids);
  for (const row of rows) auditRead(context, row);
  return new Map(rows.map((row) => [row.id, describeCall(row)]));
}

/**
 * Records a call, in any status. One of a lead is an attempt to reach them; one with the client moves the date of last
 * client contact. Archived cases take calls, too: they happened.
 *
 * @throws NOT_FOUND for what the call names; VALIDATION_FAILED; DUPLICATE_ENTRY
 */
export async function createCall(context: Context, input: NewCall): Promise<Call> {
  const { caseId = null, leadId = null, party, firmNumber, documentIds = [], memberId, ...columns } = input;
  if (caseId !== null && leadId !== null) throw invalidInput({ path: "leadId", message: "not allowed with caseId" });
  const number = readNumber("party.number", party.number);
  const times = completeTimes({ ...input, answeredAt: input.answeredAt ?? null, endedAt: input.endedAt ?? null });
  await lockAssigneeForShare(context, memberId ?? null);
  const name = await lockPartyForShare(context, party);
  const place = await lockLeadOfPlaceForUpdate(context, { caseId, leadId });
  const related = await lockPlaceForUpdate(context, place);
  await lockDocumentsOfPlaceForShare(context, place, documentIds);
  const id = createId("call");
  await insertRow<"Call", CallRow>(context, statements, {
    ...columns,
    ...times,
    ...place,
    id,
    partyName: party.name ?? name,
    partyNumber: number,
    partyClientId: party.clientId,
    partyLeadId: party.leadId,
    partyContactId: party.contactId,
    firmNumber: readNumber("firmNumber", firmNumber),
    memberId,
    createdBy: describeActor(context.principal),
    onBehalfOfAttorneyId: onBehalfOf(context.principal),
  });
  if (documentIds.length > 0) await replaceCallDocuments(context, id, documentIds);
  const row = await getRow(context, id);
  recordCallEvents(context, null, row);
  await followWrite(context, { before: null, after: row, related });
  return describeCall(row);
}

/** @throws VALIDATION_FAILED */
function readNumber(path: string, given: string | undefined): string | null {
  if (given === undefined) return null;
  const number = toE164(given);
  if (number === null) throw invalidInput({ path, message: "must be a telephone number" });
  return number;
}

interface Times {
  status: Call["status"];
  startedAt: string;
  answeredAt: string | null;
  endedAt: string | null;
  durationSeconds?: number | null | undefined;
}

/**
 * The times of a call: what a completed one lasted follows from them.
 *
 * @throws VALIDATION_FAILED where they are not in order
 */
function completeTimes({ status, startedAt, answeredAt, endedAt, durationSeconds }: Times) {
  const isAfter = (one: string | null, other: string | null) =>
    one === null || other === null || Date.parse(one) >= Date.parse(other);
  if (!isAfter(answeredAt, startedAt))
    throw invalidInput({ path: "answeredAt", message: "must not be before startedAt" });
  if (!isAfter(endedAt, answeredAt ?? startedAt))
    throw invalidInput({ path: "endedAt", message: "must not be before answeredAt or startedAt" });
  if (endedAt !== null && !hasEnded(status))
    throw invalidInput({ path: "endedAt", message: `not allowed while the call is ${status}` });
  const lasted =
    status !== "completed" || answeredAt === null || endedAt === null
      ? null
      : Math.min(Math.floor((Date.parse(endedAt) - Date.parse(answeredAt)) / 1000), 86_400);
  return { answeredAt, endedAt, durationSeconds: durationSeconds ?? lasted };
}

/**
 * Locks with whom a call was until commit, against deletion and merging.
 *
 * @returns the name of the record
 * @throws NOT_FOUND
 */
async function lockPartyForShare(
  context: Context,
  { clientId, leadId, contactId }: NewCall["party"],
): Promise<string | null> {
  if (contactId !== undefined) {
    await lockContactsForShare(context, [contactId]);
    return (await getContact(context, contactId)).name;
  }
  if (clientId !== undefined) {
    await lockClientForShare(context, clientId);
    return nameOf(await getClient(context, clientId));
  }
  return leadId === undefined ? null : nameOf(await lockLeadForUpdate(context, leadId));
}

function nameOf({ firstName, lastName }: { firstName: string | null; lastName: string | null }): string | null {
  const name = [firstName, lastName].filter((part) => part !== null && part !== "").join(" ");
  return name === "" ? null : name.slice(0, 200);
}

async function lockDocumentsOfPlaceForShare(
  context: Context,
  place: Place,
  documentIds: readonly string[],
): Promise<void> {
  if (documentIds.length === 0) return;
  if (place.caseId === null && place.leadId === null)
    throw invalidInput({ path: "documentIds", message: "must be empty: the call belongs to no case and no lead" });
  await lockDocumentsForShare(context, { ...place, clientId: null, contactId: null }, documentIds);
}

/**
 * Goes on with a call, completes it, links it, or marks it as void.
 *
 * @throws NOT_FOUND; STALE_REVISION; INVALID_STATE_TRANSITION for another status, and for a void call;
 *   VALIDATION_FAILED
 */
export async function updateCall(context: Context, callId: string, changes: CallChanges): Promise<Call> {
  const { documentIds, isVoid, caseId, leadId, ...given } = changes;
  const known = await getRow(context, callId);
  const place = await lockNewPlaceForUpdate(context, known, { caseId, leadId });
  const related = await lockPlaceForUpdate(context, place);
  const before = await lockRowForUpdate<"Call", CallRow>(context, statements, { id: callId }, "FOR NO KEY UPDATE");
  if (before === undefined) throw notFound("Call");
  requireExpected(context.expectedRevisions, "call", before.revision);
  assertNotVoid(before);
  const from = describeCall(before);
  const status = given.status ?? from.status;
  if (status !== from.status) requireTransition(callStates, from.status, status);
  const times = completeTimes({
    status,
    startedAt: from.startedAt,
    answeredAt: given.answeredAt === undefined ? from.answeredAt : given.answeredAt,
    endedAt: given.endedAt === undefined ? from.endedAt : given.endedAt,
    durationSeconds: given.durationSeconds === undefined ? from.durationSeconds : given.durationSeconds,
  });
  if (documentIds !== undefined) await lockDocumentsOfPlaceForShare(context, place, documentIds);
  await updateRow<"Call", CallRow>(context, statements, callId, {
    ...given,
    ...times,
    ...place,
    ...(isVoid === true && { voidedAt: new Date().toISOString() }),
  });
  if (documentIds !== undefined) await replaceCallDocuments(context, callId, documentIds);
  const after = await getRow(context, callId);
  recordCallEvents(context, before, after);
  await followWrite(context, { before, after, related });
  return describeCall(after);
}

/**
 * What a call belongs to after it was linked, with the lead locked until commit. A link is never changed: what was said
 * to a client stays with them.
 *
 * @throws INVALID_STATE_TRANSITION; NOT_FOUND
 */
async function lockNewPlaceForUpdate(
  context: Context,
  row: CallRow,
  { caseId, leadId }: Pick<CallChanges, "caseId" | "leadId">,
): Promise<Place> {
  const { caseId: ofCase, leadId: ofLead } = row;
  const isLinked =
    (caseId !== undefined && ofCase !== null && ofCase !== caseId) ||
    (leadId !== undefined && ofLead !== null && ofLead !== leadId);
  if (isLinked) throw invalidState("The call is linked already; mark it as void and record it again");
  const wanted = { caseId: caseId ?? ofCase, leadId: leadId ?? ofLead };
  const found = await lockLeadOfPlaceForUpdate(context, wanted);
  return { ...found, caseId: found.caseId ?? wanted.caseId };
}

/** @throws INVALID_STATE_TRANSITION */
function assertNotVoid({ voidedAt }: CallRow): void {
  if (voidedAt !== null) throw invalidState("The call is void, and cannot change");
}

/** What a call has become: `call.completed` and `call.missed` are for those who wait for that alone. */
function listEvents(before: CallRow | null, after: CallRow): EventType[] {
  if (before !== null && before.voidedAt === null && after.voidedAt !== null) return ["call.voided"];
  const first: EventType[] = before === null ? ["call.created"] : [];
  if (before?.status === after.status) return ["call.updated"];
  if (after.status === "completed") return [...first, "call.completed"];
  if (after.status === "missed") return [...first, "call.missed"];
  return before === null ? first : ["call.updated"];
}

function recordCallEvents(context: Context, before: CallRow | null, after: CallRow): void {
  const call = describeCall(after);
  const diff = before === null ? {} : diffInEvents(describeCall(before), call, describeCallInEvent);
  for (const eventType of listEvents(before, after)) {
    recordEvent(context, {
      eventType,
      entityId: call.id,
      payload: describeCallInEvent(call),
      diff,
      relatedIds: relateCall(after),
    });
  }
}

/**
 * Snapshots calls that are about to change with whom they were; the caller has locked them.
 *
 * @returns records `call.updated` for each of a live case or of none
 */
export const trackCallChanges = (context: Context, callIds: readonly string[]): Promise<() => Promise<void>> =>
  trackChanges(
    () => listRowsById<"Call", CallRow>(context, statements, callIds),
    (before, after) => recordCallEvents(context, before, after),
  );

interface WrittenCall {
  before: CallRow | null;
  after: CallRow;
  related: readonly RecordReference[];
}

async function followWrite(context: Context, { before, after }: WrittenCall): Promise<void> {
  if (isTalk(before) !== isTalk(after) || before?.caseId !== after.caseId) await followCall(context, after.id);
  const wasOver = before !== null && hasEnded(describeCall(before).status);
  if (after.leadId === null || after.caseId !== null || wasOver || after.voidedAt !== null) return;
  const call = describeCall(after);
  if (!hasEnded(call.status)) return;
  // If-Match names a revision of the call, never of its lead.
  const unconditional = withoutIfMatch(context);
  await recordContactAttempt(unconditional, after.leadId, {
    channel: "call",
    direction: call.direction,
    outcome: findOutcome(call),
    at: call.startedAt,
    ...(call.memberId !== null && { memberId: call.memberId }),
  });
}

/**
 * Whether they spoke: only what becomes a talk moves the date, or ends as one takes it back, so that another change of
 * it never undoes a PATCH.
 */
const isTalk = (row: CallRow | null): boolean =>
  row !== null &&
  row.voidedAt === null &&
  ((row.status === "completed" && (row.durationSeconds ?? 0) >= 1) || row.disposition === "connected");

const outcomes = { voicemail: "voicemail", busy: "busy", completed: "connected" } as const;

/** What a call was as an attempt to reach a lead. */
function findOutcome({ status, disposition }: Call) {
  if (disposition === "wrong_number") return "wrong_number";
  if (disposition === "left_voicemail") return "voicemail";
  if (disposition === "connected") return "connected";
  return status in outcomes ? outcomes[status as keyof typeof outcomes] : "no_answer";
}
