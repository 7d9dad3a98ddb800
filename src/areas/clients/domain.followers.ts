import type { Context } from "../../rpc/context.ts";
import type { Client } from "./schema.ts";

/** What other areas do in the transaction of a client's change. Their events are declared by the operation (`mayEmit`). */
export interface ClientFollower {
  /** The client is locked. */
  changeClient(context: Context, before: Client, after: Client): Promise<void>;
}

/** By area. `src/case-followers.ts` sets it: areas have no circular dependencies. */
export const clientFollowers: Record<string, ClientFollower> = {};

export async function followClient(context: Context, before: Client, after: Client): Promise<void> {
  for (const follower of Object.values(clientFollowers)) await follower.changeClient(context, before, after);
}
