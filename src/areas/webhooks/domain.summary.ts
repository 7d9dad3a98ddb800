import type { Context } from "../../rpc/context.ts";
import type { WebhookSubscription } from "./schema.ts";
import { listStalled } from "./store.ts";

/** What a stalled subscription is called, and why it stands still. */
export type StalledSubscription = Pick<WebhookSubscription, "name" | "keyName" | "statusReason" | "obstacle"> & { subscriptionId: string };

const mostShown = 20;

/** Subscriptions that somebody should look at: they stand still though nobody wished it. Newest first. */
export async function listStalledSubscriptions(context: Context): Promise<StalledSubscription[]> {
  const rows = await listStalled(context, mostShown);
  return rows.map(({ id, name, keyName, statusReason, obstacle }) => ({
    subscriptionId: id,
    name,
    keyName,
    statusReason: statusReason as StalledSubscription["statusReason"],
    obstacle,
  }));
}
