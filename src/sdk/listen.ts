import type { Caseport } from "./caseport.ts";
import type { EventPage } from "./follow.ts";
import { signWebhook, type WebhookMessage } from "./webhooks.ts";

export interface ListenOptions {
  apiKey: string;
  /** Where the messages go. */
  forward: string;
  event: string | undefined;
  secret: string | undefined;
  signal: AbortSignal;
  print: (line: string) => void;
}

interface FeedEvent {
  id: string;
  cursor: string;
  entity: string;
  entityId: string;
  eventType: string;
  occurredAt: string;
}

/**
 * Sends the events from now on to an endpoint, as the server's webhooks: the same bodies, signed in the same way,
 * without retries.
 */
export async function listen(
  caseport: Caseport,
  { apiKey, forward, event, secret, signal, print }: ListenOptions,
): Promise<void> {
  const {
    me: { organization },
  } = (await caseport.request("GET", "/me", undefined, { signal })) as {
    me: { organization: { id: string; name: string } };
  };
  const own = secret ?? (await deriveSecret(apiKey));
  print(`Events of ${organization.name} go to ${forward}.\nThe secret that verifies them here: ${own}\n`);
  const { events } = caseport as unknown as {
    events: { follow(options: object): AsyncIterable<EventPage<FeedEvent>> };
  };
  const cursorStore = { load: () => null, save: () => undefined };
  for await (const page of events.follow({
    cursorStore,
    from: "now",
    signal,
    ...(event !== undefined && { filter: { eventType: event } }),
  })) {
    for (const each of page.events)
      print(
        `${each.occurredAt} ${each.eventType} ${each.entityId} → ${await deliver(forward, own, toMessage(each, organization.id), signal)}\n`,
      );
  }
}

function toMessage(
  { id, cursor, entity, entityId, eventType, occurredAt }: FeedEvent,
  organizationId: string,
): WebhookMessage {
  return { type: eventType, timestamp: occurredAt, data: { id, organizationId, entity, entityId, cursor } };
}

async function deliver(url: string, secret: string, message: WebhookMessage, signal: AbortSignal): Promise<string> {
  const body = JSON.stringify(message);
  const headers = { "Content-Type": "application/json", ...(await signWebhook(secret, message.data.id, body)) };
  try {
    const { status } = await fetch(url, {
      method: "POST",
      headers,
      body,
      redirect: "manual",
      signal: AbortSignal.any([signal, AbortSignal.timeout(15_000)]),
    });
    return String(status);
  } catch (error) {
    const { message: reason, cause } = error as Error;
    return `not delivered: ${cause instanceof Error ? cause.message || String((cause as { code?: string }).code) : reason}`;
  }
}

/** The same in every run with a key, so that the endpoint's configuration stays; it opens nothing but these messages. */
async function deriveSecret(apiKey: string): Promise<string> {
  const hmac = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", new TextEncoder().encode(apiKey), hmac, false, ["sign"]);
  const bytes = new Uint8Array(await crypto.subtle.sign(hmac, key, new TextEncoder().encode("caseport listen")));
  return `whsec_${btoa(String.fromCharCode(...bytes))}`;
}
