import type { Context } from "../../rpc/context.ts";
import type { WebhookSubscription } from "./schema.ts";
import { listStalled } from "./store.ts";

export type StalledSubscription = Pick<WebhookSubscription, "name" | "keyName" | "statusReason" | "obstacle"> & {
  subscriptionId: string;
};

const maxShown = 20;

/** Paused or failing subscriptions that no member disabled, newest first. */
export async function listStalledSubscriptions(context: Context): Promise<StalledSubscription[]> {
  const rows = await listStalled(context, maxShown);
  return rows.map(({ id, name, keyName, statusReason, obstacle }) => ({
    subscriptionId: id,
    name,
    keyName,
    statusReason: statusReason as StalledSubscription["statusReason"],
    obstacle,
  }));
}
