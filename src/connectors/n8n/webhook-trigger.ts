import { randomUUID } from "node:crypto";
import { verifyWebhook, type WebhookMessage } from "../../sdk/webhooks.ts";
import type { Json } from "../call.ts";
import { ConnectorError } from "../errors.ts";
import { isWanted, readEvent } from "../events.ts";
import { isSubscribed, replaceSubscription, unsubscribe } from "../subscriptions.ts";
import { withConnection } from "./connection.ts";
import type { DeliveryContext, HookContext, Platform, TriggerContext } from "./platform.ts";

/** What the node keeps while its workflow is active. */
interface Stored {
  subscriptionId?: string;
  secret?: string;
  /** IDs of events that started a run, oldest first: a message can come again. */
  seen?: string[];
}

/** A delivery is repeated within seconds or hours; a burst is larger than what repeats. */
const keptIds = 500;

const readStored = (context: TriggerContext) => context.getWorkflowStaticData("node") as Stored;

function readEventTypes(context: TriggerContext): string[] {
  const chosen = context.getNodeParameter("eventTypes", []) as string[];
  return chosen.length === 0 || chosen.includes("*") ? ["*"] : chosen;
}

/** Whether the node's subscription delivers what the node is set to. */
export async function checkSubscription(context: HookContext, platform: Platform): Promise<boolean> {
  const { subscriptionId, secret } = readStored(context);
  const url = context.getNodeWebhookUrl("default") ?? "";
  if (subscriptionId === undefined || secret === undefined) return false;
  return withConnection(context, platform, (connection) =>
    isSubscribed(connection, subscriptionId, { url, eventTypes: readEventTypes(context) }),
  );
}

/** Subscribes this workflow's URL. */
export function createSubscription(context: HookContext, platform: Platform): Promise<boolean> {
  const url = context.getNodeWebhookUrl("default") ?? "";
  return withConnection(context, platform, async (connection) => {
    const name = `n8n: ${context.getWorkflow().name ?? context.getNode().name}`;
    const { id, secret } = await replaceSubscription(connection, { name, url, eventTypes: readEventTypes(context) });
    Object.assign(readStored(context), { subscriptionId: id, secret, seen: [] });
    return true;
  });
}

/** Ends the subscription of a workflow that is turned off, and forgets its secret. */
export async function deleteSubscription(context: HookContext, platform: Platform): Promise<boolean> {
  const stored = readStored(context);
  const { subscriptionId } = stored;
  if (subscriptionId === undefined) return true;
  await withConnection(context, platform, (connection) => unsubscribe(connection, subscriptionId, randomUUID()));
  delete stored.subscriptionId;
  delete stored.secret;
  delete stored.seen;
  return true;
}

/** What a delivery becomes: the data of a run, or nothing with the response that was sent. */
export type Delivery =
  | { workflowData: { json: Json }[][] }
  | { noWebhookResponse: true }
  | { webhookResponse: unknown };

/**
 * Verifies a message, and starts a run with its event unless one has started for it before. An event that the node is
 * not set to starts none: a test from the portal comes to every subscription.
 */
export async function receiveDelivery(context: DeliveryContext, platform: Platform): Promise<Delivery> {
  const stored = readStored(context);
  const { headers, rawBody } = context.getRequestObject();
  let message: WebhookMessage;
  try {
    message = await verifyWebhook(readBytes(rawBody), headers, stored.secret ?? "");
  } catch {
    context
      .getResponseObject()
      .status(401)
      .json({ error: "The signature is not that of this workflow's subscription" });
    return { noWebhookResponse: true };
  }
  const { id } = message.data;
  if (!isWanted(message.type, readEventTypes(context))) return { webhookResponse: { status: "ignored" } };
  const seen = stored.seen ?? [];
  if (seen.includes(id)) return { webhookResponse: { status: "duplicate" } };
  const json = await describeMessage(context, platform, message);
  if (json === null) return { webhookResponse: { status: "not_found" } };
  // After the event was read: a message whose event could not be read comes again.
  stored.seen = [...seen, id].slice(-keptIds);
  return { workflowData: [[{ json }]] };
}

/** @returns null for an event that the key may no longer read: it would not read it at the next attempt either */
async function describeMessage(
  context: DeliveryContext,
  platform: Platform,
  message: WebhookMessage,
): Promise<Json | null> {
  if (context.getNodeParameter("fetchEvent", true) !== true) return { ...message };
  return withConnection(context, platform, (connection) =>
    readEvent(connection, message.data.id).catch((error: unknown) => {
      if (error instanceof ConnectorError && error.status === 404) return null;
      throw error;
    }),
  );
}

function readBytes(rawBody: unknown): string | Uint8Array {
  return typeof rawBody === "string" || rawBody instanceof Uint8Array ? rawBody : "";
}
