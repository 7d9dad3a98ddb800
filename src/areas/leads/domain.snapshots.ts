import { recordEvent, diffRecords } from "../../rpc/context.ts";
import type { Context } from "../../rpc/context.ts";
import { describeLead, relateLead } from "./domain.ts";
import { findLeads } from "./store.ts";

/**
 * Reads leads that another area is about to change, as a merge of clients does; the caller has locked them. Deleted ones are let be.
 * @returns what announces (`lead.updated`) what each has become: to be called after the change
 */
export async function trackLeadChanges(context: Context, leadIds: readonly string[]): Promise<() => Promise<void>> {
  const before = new Map((await findLeads(context, leadIds)).map((row) => [row.id, describeLead(row)]));
  return async () => {
    for (const lead of (await findLeads(context, leadIds)).map(describeLead)) {
      const diff = diffRecords(before.get(lead.id) ?? lead, lead);
      recordEvent(context, { eventType: "lead.updated", entityId: lead.id, payload: lead, diff, relatedIds: relateLead(lead) });
    }
  };
}
