import { recordEvent, diffRecords, type Context } from "../../rpc/context.ts";
import { trackChanges } from "../../rpc/track-changes.ts";
import { relateCase } from "../cases/domain.ts";
import { describeFacility } from "./facilities/domain.ts";
import { recordRequestEvent, describeRequest } from "./requests/domain.ts";
import { relatePart } from "./parts/domain.ts";
import { treatmentPart } from "./treatments/domain.ts";
import { findParts } from "./parts/store.ts";
import { findFacilities } from "./facilities/store.ts";
import { snapshotRequests } from "./requests/store.ts";

export function trackFacilityChanges(context: Context, facilityIds: readonly string[]): Promise<() => Promise<void>> {
  return trackChanges(
    () => findFacilities(context, facilityIds),
    (before, after) => {
      const payload = describeFacility(after);
      const diff = diffRecords(describeFacility(before), payload);
      recordEvent(context, {
        eventType: "medical_facility.updated",
        entityId: after.id,
        payload,
        diff,
        relatedIds: relateCase(after.caseId, after.clientId),
      });
    },
  );
}

/** Records `retrieval_request.updated` or `.status_changed`. */
export function trackRequestChanges(context: Context, requestIds: readonly string[]): Promise<() => Promise<void>> {
  const read = async () => (await snapshotRequests(context, requestIds)).map(describeRequest);
  return trackChanges(read, (before, after) => {
    const eventType = before.status === after.status ? "retrieval_request.updated" : "retrieval_request.status_changed";
    recordRequestEvent(context, eventType, before, after);
  });
}

export function trackTreatmentChanges(context: Context, treatmentIds: readonly string[]): Promise<() => Promise<void>> {
  return trackChanges(
    () => findParts(context, "MedicalTreatment", treatmentIds),
    (before, after) => {
      const payload = treatmentPart.describe(after);
      const diff = diffRecords(treatmentPart.describe(before), payload);
      recordEvent(context, {
        eventType: "medical_treatment.updated",
        entityId: after.id,
        payload,
        diff,
        relatedIds: relatePart(after),
      });
    },
  );
}
