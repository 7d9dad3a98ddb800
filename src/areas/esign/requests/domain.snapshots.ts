import type { Context } from "../../../rpc/context.ts";
import { trackChanges } from "../../../rpc/track-changes.ts";
import { recordEsignEvent } from "./domain.events.ts";
import { findEsignRequests } from "./store.ts";

/** Snapshots requests that another area is about to change; records `esign_request.updated` for each. */
export function trackRequestChanges(context: Context, requestIds: readonly string[]): Promise<() => Promise<void>> {
  return trackChanges(
    () => findEsignRequests(context, requestIds),
    (before, after) => recordEsignEvent(context, "esign_request.updated", before, after),
  );
}
