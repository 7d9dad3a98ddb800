import { AppError, invalidInput, notFound } from "../../../contract/errors/error-codes.ts";
import { requireExpected, staleRevision } from "../../../contract/revision.ts";
import { createId } from "../../../platform/database/ids.ts";
import {
  recordEvent,
  diffRecords,
  recordAuditEntry,
  type Context,
  type RecordReference,
} from "../../../rpc/context.ts";
import { recordDeletion } from "../../../rpc/record-deletion.ts";
import { relateCase, lockCaseForShare, getLiveCase } from "../../cases/domain.ts";
import { lockContactsForShare } from "../../contacts/domain.ts";
import { keepUnique, readAuditedPage } from "../domain.rules.ts";
import { Facility, type FacilityChanges, type FacilityFilter, type NewFacility } from "./schema.ts";
import { findCaseOf, insertRow } from "../store.rows.ts";
import {
  deleteFacilityRow,
  findFacility,
  hasOpenRequests,
  selectFacilityPage,
  lockFacilityRowForUpdate,
  updateFacilityRow,
  type FacilityRow,
} from "./store.ts";

export function describeFacility(row: FacilityRow): Facility {
  const { name, npi, phone, fax, ...address } = row.contact;
  return Facility.parse({
    ...row,
    facilityId: row.id,
    name,
    npi,
    phone,
    fax,
    address,
    balanceCents: row.totalBilledCents - row.totalAdjustedCents - row.totalPaidCents,
  });
}

const relate = ({ caseId, clientId }: FacilityRow): RecordReference[] => relateCase(caseId, clientId);

/**
 * Reads a facility without a lock.
 *
 * @throws NOT_FOUND
 */
export async function getFacilityRow(context: Context, facilityId: string): Promise<FacilityRow> {
  const row = await findFacility(context, facilityId);
  if (row === undefined) throw notFound("Facility");
  return row;
}

/**
 * Locks a facility, after its case, so that its totals are counted one transaction after the other.
 *
 * @throws NOT_FOUND; INVALID_STATE_TRANSITION when its case is archived
 */
export async function lockFacilityForUpdate(context: Context, facilityId: string): Promise<FacilityRow> {
  const caseId = await findCaseOf(context, "MedicalFacility", facilityId);
  if (caseId === undefined) throw notFound("Facility");
  await lockCaseForShare(context, caseId);
  const row = await lockFacilityRowForUpdate(context, facilityId);
  if (row === undefined) throw notFound("Facility");
  return row;
}

/**
 * Binds a contact to a case as a facility of its client.
 *
 * @throws NOT_FOUND for case or contact; VALIDATION_FAILED for a person; DUPLICATE_ENTRY when the contact is bound to
 *   the case already; INVALID_STATE_TRANSITION
 */
export async function bindFacility(context: Context, caseId: string, values: NewFacility): Promise<Facility> {
  const [contact] = await lockContactsForShare(context, [values.contactId]);
  if (contact?.type === "person")
    throw invalidInput({ path: "contactId", message: "must be a provider or a company, not a person" });
  const relatedIds = await lockCaseForShare(context, caseId);
  const id = createId("facility");
  const clientId = relatedIds.find(({ entity }) => entity === "client")?.id ?? "";
  const bound = { MedicalFacility_bound: "contactId: this contact is already bound to the case" };
  await keepUnique(
    "MedicalFacility",
    insertRow(context, "MedicalFacility", { ...values, id, caseId, clientId }),
    values,
    bound,
  );
  const payload = describeFacility(await getFacilityRow(context, id));
  recordEvent(context, { eventType: "medical_facility.bound", entityId: id, payload, diff: {}, relatedIds });
  return payload;
}

/**
 * A facility; the read is noted for the audit log.
 *
 * @throws NOT_FOUND
 */
export async function getFacility(context: Context, facilityId: string): Promise<Facility> {
  const row = await getFacilityRow(context, facilityId);
  recordAuditEntry(context, { entity: "medical_facility", id: facilityId }, relate(row));
  return describeFacility(row);
}

/**
 * A page of live facilities; each is noted for the audit log.
 *
 * @throws VALIDATION_FAILED for a foreign cursor
 */
export async function listFacilities(
  context: Context,
  filter: FacilityFilter,
): Promise<{ facilities: Facility[]; nextCursor: string | null }> {
  const list = { name: "medical-facilities", alias: "f", entity: "medical_facility", relate };
  const { rows, nextCursor } = await readAuditedPage(context, list, filter, (page) =>
    selectFacilityPage(context, page, filter),
  );
  return { facilities: rows.map(describeFacility), nextCursor };
}

/**
 * A page of a case's facilities.
 *
 * @throws NOT_FOUND; VALIDATION_FAILED for a foreign cursor
 */
export async function listCaseFacilities(
  context: Context,
  caseId: string,
  filter: FacilityFilter,
): ReturnType<typeof listFacilities> {
  await getLiveCase(context, caseId);
  return listFacilities(context, { ...filter, caseId });
}

/**
 * Updates the routing config. Without a change, returns the record and keeps its version.
 *
 * @param expectedVersion the client's last known version
 * @throws NOT_FOUND, STALE_REVISION; INVALID_STATE_TRANSITION when its case is archived
 */
export async function updateFacility(
  context: Context,
  facilityId: string,
  expectedVersion: number,
  changes: FacilityChanges,
): Promise<Facility> {
  const before = await lockFacilityForUpdate(context, facilityId);
  const relatedIds = relate(before);
  if (Object.keys(changes).length === 0) {
    if (before.version !== expectedVersion) throw staleRevision("facility");
    requireExpected(context.expectedRevisions, "facility", before.version);
    recordAuditEntry(context, { entity: "medical_facility", id: facilityId }, relatedIds);
    return describeFacility(before);
  }
  const updated = await updateFacilityRow(context, facilityId, expectedVersion, changes);
  if (updated === undefined) throw staleRevision("facility");
  const payload = describeFacility(await getFacilityRow(context, facilityId));
  const diff = diffRecords(describeFacility(before), payload);
  recordEvent(context, { eventType: "medical_facility.updated", entityId: facilityId, payload, diff, relatedIds });
  return payload;
}

/**
 * Unbinds a facility from its case; its records are hidden.
 *
 * @throws NOT_FOUND; STALE_REVISION; INVALID_STATE_TRANSITION while it has open retrieval requests, or when its case is
 *   archived
 */
export async function unbindFacility(context: Context, facilityId: string): Promise<void> {
  const before = await lockFacilityForUpdate(context, facilityId);
  if (await hasOpenRequests(context, facilityId)) {
    throw new AppError(
      "INVALID_STATE_TRANSITION",
      "This facility has an open retrieval request; cancel or complete it first",
      { errorReason: "record_in_use" },
    );
  }
  if (!(await deleteFacilityRow(context, facilityId))) throw staleRevision("facility");
  await recordDeletion(context, "MedicalFacility", {
    eventType: "medical_facility.unbound",
    entityId: facilityId,
    payload: describeFacility(before),
    diff: {},
    relatedIds: relate(before),
  });
}
