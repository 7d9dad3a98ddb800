import { invalidInput, recordInUse } from "../../../contract/errors/error-codes.ts";
import { listAllowedRevisions, requireExpected } from "../../../contract/revision.ts";
import { recordAuditEntry, type Context, type RecordReference } from "../../../rpc/context.ts";
import { defineResource } from "../../../rpc/resource/define-resource.ts";
import { caseOfRow, relateCase } from "../../cases/domain.ts";
import { lockContactsForShare } from "../../contacts/domain.ts";
import { Facility, type FacilityChanges, type NewFacility } from "./schema.ts";
import { hasOpenRequests, selectFacilities, type FacilityRow } from "./store.ts";

/**
 * The medical facilities of a client: contacts that are bound to a case. The row is locked FOR UPDATE, so that its
 * totals are counted one transaction after the other.
 */
export const facilities = defineResource({
  table: "MedicalFacility",
  noun: "Facility",
  idKind: "facility",
  schema: Facility,
  select: selectFacilities,
  describe: describeFacility,
  events: {
    created: "medical_facility.bound",
    updated: "medical_facility.updated",
    deleted: "medical_facility.unbound",
  },
  relate: relateFacility,
  parent: caseOfRow,
  liveOwners: ["caseId"],
  revision: "version",
  rowLock: "FOR UPDATE",
  auditReads: relateFacility,
  lockReferences: lockProviderForShare,
  prepareInsert: addClient,
  checkDeletion: rejectOpenRequests,
  unique: {
    MedicalFacility_organizationId_externalId_key: "externalId: used by another record",
    MedicalFacility_bound: "contactId: this contact is already bound to the case",
  },
  cursorName: () => "medical-facilities",
});

/** Of the records of a facility: `/medical-facilities/{facilityId}/bills/{billId}`. */
export const facilityInPath = {
  entity: "medical_facility",
  column: "facilityId",
  isInPath: true,
  get: (context: Context, id: string) => facilities.getRow(context, { id }),
  lock: (context: Context, id: string) => facilities.lockForUpdate(context, { id }),
} as const;

export function relateFacility({ caseId, clientId }: FacilityRow): RecordReference[] {
  return relateCase(caseId, clientId);
}

/** The records that an event of a facility's record names. */
export const relateToFacility = (row: { caseId: string; clientId: string; facilityId: string }): RecordReference[] => [
  ...relateCase(row.caseId, row.clientId),
  { entity: "medical_facility", id: row.facilityId },
];

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

/** @throws NOT_FOUND for the contact; VALIDATION_FAILED for a person */
async function lockProviderForShare(
  context: Context,
  { contactId }: { contactId?: string | undefined },
): Promise<void> {
  const [contact] = await lockContactsForShare(context, [contactId]);
  if (contact?.type === "person")
    throw invalidInput({ path: "contactId", message: "must be a provider or a company, not a person" });
}

/** The client of a new facility is that of its case. */
function addClient(_context: Context, values: NewFacility, ofCase: RecordReference[]) {
  return { ...values, clientId: ofCase.find(({ entity }) => entity === "client")?.id ?? "" };
}

/** @throws INVALID_STATE_TRANSITION */
async function rejectOpenRequests(context: Context, { id }: FacilityRow): Promise<void> {
  if (!(await hasOpenRequests(context, id))) return;
  throw recordInUse("This facility has an open retrieval request; cancel or complete it first");
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
  const key = { id: facilityId };
  const allowed = listAllowedRevisions(context.expectedRevisions) ?? [expectedVersion];
  const expecting = { ...context, expectedRevisions: allowed.filter((version) => version === expectedVersion) };
  if (Object.keys(changes).length > 0) return facilities.update(expecting, key, changes);
  const row = await facilities.lockForUpdate(context, key);
  requireExpected(expecting.expectedRevisions, "facility", row.version);
  recordAuditEntry(context, { entity: "medical_facility", id: facilityId }, relateFacility(row));
  return describeFacility(row);
}
