import type { Context } from "../../rpc/context.ts";
import type { Client } from "./schema.ts";

/** What other areas do in the transaction of a client's change. Their events are declared by the operation (`mayEmit`). */
export interface ClientFollower {
  addClient?(context: Context, client: Client): Promise<void>;
  /** The client is locked. */
  changeClient(context: Context, before: Client, after: Client): Promise<void>;
}

declare module "../../platform/database/transaction-hooks.ts" {
  interface TransactionHooks {
    /** By area. */
    readonly clientFollowers: Readonly<Record<"deadlines" | "communications", ClientFollower>>;
  }
}

/** Lets followers of a client follow its change. */
export async function followClient(context: Context, before: Client, after: Client): Promise<void> {
  for (const follower of Object.values(context.hooks.clientFollowers))
    await follower.changeClient(context, before, after);
}

/** Tells followers of a new client. */
export async function followNewClient(context: Context, client: Client): Promise<void> {
  for (const follower of Object.values(context.hooks.clientFollowers)) await follower.addClient?.(context, client);
}
