import { notFound } from "../../../contract/errors/error-codes.ts";
import { requireExpected, staleRevision } from "../../../contract/revision.ts";
import { redactMembers } from "../../../contract/values/redacted.ts";
import { createId } from "../../../platform/database/ids.ts";
import { assertNotFuture } from "../../../platform/database/organization-day.ts";
import { diffInEvents, recordEvent, type Context, type RecordReference } from "../../../rpc/context.ts";
import { describeActor } from "../../../rpc/principal.ts";
import { followDay } from "../domain.day-followers.ts";
import { getLiveCase, lockCaseForUpdate } from "../domain.ts";
import { Incident, privilegedMembers, type IncidentChanges } from "./schema.ts";
import { changeIncident, findIncident, insertIncident, lockDocumentOfCaseForShare, type IncidentRow } from "./store.ts";

/** An incident that has been recorded. */
type RecordedIncident = Incident & { id: string };

const isRecorded = (incident: Incident): incident is RecordedIncident => incident.id !== null;

const describeInEvent = (incident: Incident) => redactMembers(incident, privilegedMembers);

/** Of a case without a row of it: what is known before anybody has recorded something. */
function describeIncident({ organizationId }: Context, caseId: string, row: IncidentRow): Incident {
  const { governmentEntityInvolved, revision } = row;
  return Incident.parse({
    ...row,
    organizationId,
    caseId,
    governmentEntityInvolved: governmentEntityInvolved ?? "unknown",
    revision: revision ?? 0,
  });
}

async function readIncident(context: Context, caseId: string): Promise<Incident> {
  const row = await findIncident(context, caseId);
  if (row === undefined) throw notFound("Case");
  return describeIncident(context, caseId, row);
}

/** @throws NOT_FOUND for the case */
export async function getIncident(context: Context, caseId: string): Promise<Incident> {
  await getLiveCase(context, caseId);
  return readIncident(context, caseId);
}

/**
 * Changes the incident of a case, or records it; null clears a field. What is counted from its days follows. The case
 * is locked for update, so that of two first requests the second finds what the first has recorded.
 *
 * @throws NOT_FOUND for the case and the document; INVALID_STATE_TRANSITION for an archived case, and where more than
 *   200 deadlines are counted from a day; VALIDATION_FAILED for a day in the future; DUPLICATE_ENTRY; STALE_REVISION
 */
export async function updateIncident(context: Context, caseId: string, changes: IncidentChanges): Promise<Incident> {
  const ofCase = await lockCaseForUpdate(context, caseId);
  const { injuryDiscoveredOn, deathOn, treatmentEndedOn, reportDocumentId = null } = changes;
  await assertNotFuture(context, { injuryDiscoveredOn, deathOn, treatmentEndedOn });
  if (reportDocumentId !== null && !(await lockDocumentOfCaseForShare(context, caseId, reportDocumentId)))
    throw notFound("Document");
  const before = await readIncident(context, caseId);
  await write(context, before, changes);
  const after = await readIncident(context, caseId);
  if (!isRecorded(after)) throw new Error("a recorded incident without a row");
  recordUpdate(context, ofCase, before, after);
  if (isRecorded(before)) await followDays(context, before, after);
  return after;
}

/** @throws STALE_REVISION; DUPLICATE_ENTRY */
async function write(context: Context, before: Incident, changes: IncidentChanges): Promise<void> {
  const { caseId } = before;
  if (isRecorded(before)) {
    if (!(await changeIncident(context, before.id, changes))) throw staleRevision("incident");
    return;
  }
  // What has no row has the revision 0 that its GET shows; it does not exist for If-Match: *.
  requireExpected(context.expectedRevisions === "any-existing" ? [] : context.expectedRevisions, "incident", 0);
  const createdBy = JSON.stringify(describeActor(context.principal));
  await insertIncident(context, { id: createId("incident"), caseId, createdBy, changes });
}

function recordUpdate(context: Context, ofCase: RecordReference[], before: Incident, after: RecordedIncident): void {
  const { id, createdBy, createdAt } = after;
  recordEvent(context, {
    eventType: "incident.updated",
    entityId: id,
    payload: describeInEvent(after),
    diff: diffInEvents({ ...before, id, createdBy, createdAt }, after, describeInEvent),
    relatedIds: ofCase,
  });
}

const days = [
  ["injuryDiscoveredOn", "discovery"],
  ["deathOn", "death"],
  ["treatmentEndedOn", "treatment_end"],
] as const;

async function followDays(context: Context, before: RecordedIncident, after: RecordedIncident): Promise<void> {
  const { id: recordId, caseId } = after;
  for (const [field, source] of days)
    if (before[field] !== after[field]) await followDay(context, { caseId, recordId, source, on: after[field] });
}
