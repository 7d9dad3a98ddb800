import { randomUUID } from "node:crypto";
import { changePath, readPath, type Connection, type Json } from "./call.ts";
import { ConnectorError } from "./errors.ts";

export interface Subscription {
  id: string;
  /** What signs its messages: returned once, when it is created. */
  secret: string;
}

/**
 * Creates a webhook subscription. Others of the key to the same URL are deleted before: of an activation whose response
 * was lost.
 */
export async function replaceSubscription(
  connection: Connection,
  wanted: { name: string; url: string; eventTypes: readonly string[] },
): Promise<Subscription> {
  for (const id of await findSubscriptions(connection, wanted.url)) await unsubscribe(connection, id, randomUUID());
  const { webhookSubscription, secret } = await changePath(connection, "POST", "/webhook-subscriptions", {
    // Not one that is derived: what is deleted and created again within a day must be created.
    idempotencyKey: randomUUID(),
    body: { ...wanted, name: wanted.name.slice(0, 100) },
  });
  return { id: (webhookSubscription as { id: string }).id, secret: String(secret) };
}

/** Deletes a subscription; one that is gone is no error. */
export async function unsubscribe(connection: Connection, id: string, idempotencyKey: string): Promise<void> {
  try {
    await changePath(connection, "DELETE", pathOf(id), { idempotencyKey });
  } catch (error) {
    if (!(error instanceof ConnectorError) || error.status !== 404) throw error;
  }
}

/**
 * Whether a subscription delivers to this URL what is wanted.
 *
 * @returns false also for one that is paused or disabled: it is made again
 */
export async function isSubscribed(
  connection: Connection,
  id: string,
  wanted: { url: string; eventTypes: readonly string[] },
): Promise<boolean> {
  try {
    const { webhookSubscription } = await readPath(connection, pathOf(id));
    const { url, status, eventTypes } = webhookSubscription as { url: string; status: string; eventTypes: string[] };
    return (
      url === wanted.url &&
      status === "active" &&
      eventTypes.toSorted().join(" ") === wanted.eventTypes.toSorted().join(" ")
    );
  } catch (error) {
    if (error instanceof ConnectorError && error.status === 404) return false;
    throw error;
  }
}

/** The key's subscriptions that deliver to this URL. */
async function findSubscriptions(connection: Connection, url: string): Promise<string[]> {
  const { me } = (await readPath(connection, "/me")) as { me: { keyId: string } };
  const found: string[] = [];
  let after: string | null = null;
  do {
    const page: Json = await readPath(connection, "/webhook-subscriptions", {
      limit: 200,
      keyId: me.keyId,
      ...(after !== null && { after }),
    });
    const { webhookSubscriptions } = page as unknown as { webhookSubscriptions: { id: string; url: string }[] };
    found.push(...webhookSubscriptions.filter((each) => each.url === url).map(({ id }) => id));
    after = (page["nextCursor"] ?? null) as string | null;
  } while (after !== null);
  return found;
}

const pathOf = (id: string) => `/webhook-subscriptions/${encodeURIComponent(id)}`;
