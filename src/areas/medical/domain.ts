import { notFound } from "../../contract/error-codes.ts";
import { listAllowedRevisions, staleRevision } from "../../contract/revision.ts";
import { announce, diffRecords, noteAccess } from "../../rpc/context.ts";
import type { Context } from "../../rpc/context.ts";
import { relateCase } from "../cases/domain.ts";
import { Facility } from "./schema.ts";
import type { FacilityChanges } from "./schema.ts";
import { lockFacility, updateFacilityRow } from "./store.ts";
import type { FacilityRow } from "./store.ts";

function describeFacility(row: FacilityRow): Facility {
  const { name, npi, phone, fax, ...address } = row.contact;
  return Facility.parse({
    ...row,
    facilityId: row.id,
    name,
    npi,
    phone,
    fax,
    address,
    balanceCents: row.totalBilledCents - row.totalPaidCents,
  });
}

/**
 * Changes how a facility's records and bills are asked for. Without any change it answers the record as it is and does not raise the version.
 * @param expectedVersion the version that the caller last saw
 * @throws NOT_FOUND, STALE_REVISION
 */
export async function updateFacility(
  context: Context,
  facilityId: string,
  expectedVersion: number,
  changes: FacilityChanges,
): Promise<Facility> {
  const before = await lockFacility(context, facilityId);
  if (before === undefined) throw notFound("Facility");
  const relatedIds = relateCase(before.caseId, before.clientId);
  if (Object.keys(changes).length === 0) {
    const allowed = listAllowedRevisions(context.expectedRevisions);
    if (before.version !== expectedVersion || allowed?.includes(before.version) === false) throw staleRevision("facility");
    noteAccess(context, { entity: "medical_facility", id: facilityId }, relatedIds);
    return describeFacility(before);
  }
  const updated = await updateFacilityRow(context, facilityId, expectedVersion, changes);
  if (updated === undefined) throw staleRevision("facility");
  const payload = describeFacility({ ...before, ...updated });
  const diff = diffRecords(describeFacility(before), payload);
  announce(context, { eventType: "medical_facility.updated", entityId: facilityId, payload, diff, relatedIds });
  return payload;
}
