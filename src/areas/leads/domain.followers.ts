import type { Context } from "../../rpc/context.ts";
import type { Lead } from "./schema.ts";

/** What other areas do in the transaction of a lead's creation or change. Their events are declared by the operation. */
export interface LeadFollower {
  /** The lead is locked; `before` is null for a new one. */
  followLead(context: Context, before: Lead | null, after: Lead): Promise<void>;
}

declare module "../../platform/database/transaction-hooks.ts" {
  interface TransactionHooks {
    /** By area. */
    readonly leadFollowers: Readonly<Record<"communications", LeadFollower>>;
  }
}

/**
 * Lets what hangs on a lead follow its change.
 *
 * @param before null for a new one
 */
export async function followLead(context: Context, before: Lead | null, after: Lead): Promise<void> {
  for (const follower of Object.values(context.hooks.leadFollowers)) await follower.followLead(context, before, after);
}
