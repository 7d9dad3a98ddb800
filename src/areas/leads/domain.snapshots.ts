import { recordEvent, diffRecords, type Context } from "../../rpc/context.ts";
import { trackChanges } from "../../rpc/track-changes.ts";
import { describeLead, relateLead } from "./domain.ts";
import { findLeads } from "./store.ts";

export function trackLeadChanges(context: Context, leadIds: readonly string[]): Promise<() => Promise<void>> {
  const read = async () => (await findLeads(context, leadIds)).map(describeLead);
  return trackChanges(read, (before, after) =>
    recordEvent(context, {
      eventType: "lead.updated",
      entityId: after.id,
      payload: after,
      diff: diffRecords(before, after),
      relatedIds: relateLead(after),
    }),
  );
}
