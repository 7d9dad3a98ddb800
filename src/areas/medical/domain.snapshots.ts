import type { Context } from "../../rpc/context.ts";
import { trackChanges } from "../../rpc/track-changes.ts";
import { facilities, relateFacility, relateToFacility } from "./facilities/domain.ts";
import { recordRequestEvent, describeRequest } from "./requests/domain.ts";
import { snapshotRequests } from "./requests/store.ts";
import { treatments } from "./treatments/domain.ts";

export const trackFacilityChanges = (context: Context, facilityIds: readonly string[]) =>
  facilities.track(context, facilityIds, relateFacility);

export const trackTreatmentChanges = (context: Context, treatmentIds: readonly string[]) =>
  treatments.track(context, treatmentIds, relateToFacility);

/** Records `retrieval_request.updated` or `.status_changed`. */
export function trackRequestChanges(context: Context, requestIds: readonly string[]): Promise<() => Promise<void>> {
  const read = async () => (await snapshotRequests(context, requestIds)).map(describeRequest);
  return trackChanges(read, (before, after) => {
    const eventType = before.status === after.status ? "retrieval_request.updated" : "retrieval_request.status_changed";
    recordRequestEvent(context, eventType, before, after);
  });
}
