import { recordEvent, diffRecords } from "../../rpc/context.ts";
import type { Context } from "../../rpc/context.ts";
import { relateCase } from "../cases/domain.ts";
import { describeFacility } from "./facilities/domain.ts";
import { recordRequestEvent, describeRequest } from "./requests/domain.ts";
import { relatePart } from "./parts/domain.ts";
import { treatmentPart } from "./treatments/domain.ts";
import { findTreatments } from "./parts/store.ts";
import { findFacilities } from "./store.snapshots.ts";
import { findRetrievalRequests } from "./requests/store.ts";

/**
 * Reads facilities that another area is about to change, as a merge of clients does; the caller has locked them. Unbound ones are let be.
 * @returns what announces (`medical_facility.updated`) what each has become: to be called after the change
 */
export async function trackFacilityChanges(context: Context, facilityIds: readonly string[]): Promise<() => Promise<void>> {
  const before = new Map((await findFacilities(context, facilityIds)).map((row) => [row.id, describeFacility(row)]));
  return async () => {
    for (const row of await findFacilities(context, facilityIds)) {
      const payload = describeFacility(row);
      const diff = diffRecords(before.get(row.id) ?? payload, payload);
      recordEvent(context, { eventType: "medical_facility.updated", entityId: row.id, payload, diff, relatedIds: relateCase(row.caseId, row.clientId) });
    }
  };
}

/** The same of retrieval requests (`retrieval_request.updated`, or `.status_changed` where it has), which are never deleted. */
export async function trackRequestChanges(context: Context, requestIds: readonly string[]): Promise<() => Promise<void>> {
  const read = async () => (await findRetrievalRequests(context, requestIds)).map(describeRequest);
  const before = new Map((await read()).map((request) => [request.id, request]));
  return async () => {
    for (const after of await read()) {
      const was = before.get(after.id) ?? after;
      recordRequestEvent(context, was.status === after.status ? "retrieval_request.updated" : "retrieval_request.status_changed", was, after);
    }
  };
}

/** The same of treatments (`medical_treatment.updated`); deleted ones are let be. */
export async function trackTreatmentChanges(context: Context, treatmentIds: readonly string[]): Promise<() => Promise<void>> {
  const before = new Map((await findTreatments(context, treatmentIds)).map((row) => [row.id, treatmentPart.describe(row)]));
  return async () => {
    for (const row of await findTreatments(context, treatmentIds)) {
      const payload = treatmentPart.describe(row);
      const diff = diffRecords(before.get(row.id) ?? payload, payload);
      recordEvent(context, { eventType: "medical_treatment.updated", entityId: row.id, payload, diff, relatedIds: relatePart(row) });
    }
  };
}
