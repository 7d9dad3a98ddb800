import { randomUUID } from "node:crypto";
import { verifyWebhook } from "../../sdk/webhooks.ts";
import { readPath, type Json } from "../call.ts";
import { readChoices } from "../choices.ts";
import type { ChoiceSource } from "../description.ts";
import { ConnectorError } from "../errors.ts";
import { isWanted, readEvent, readEventsSince, readSampleEvents } from "../events.ts";
import { replaceSubscription, unsubscribe } from "../subscriptions.ts";
import { withConnection } from "./connection.ts";
import type { Bundle, Perform, Z } from "./platform.ts";

/** The field with the chosen types of a trigger of all events. */
export const typesField = "event_types";

type ChooseTypes = (bundle: Bundle) => string[];

/** The types of a trigger of one. */
export const onlyType =
  (eventType: string): ChooseTypes =>
  () => [eventType];

/** Those that a person has chosen; none is all. */
export function readTypes({ inputData }: Bundle): string[] {
  const chosen = inputData[typesField];
  const types = Array.isArray(chosen) ? chosen.map(String) : [];
  return types.length === 0 ? ["*"] : types;
}

/** What Zapier calls when a Zap with a webhook trigger is turned on and off, when a message comes, and for samples. */
export function hookOperation(label: string, chooseTypes: ChooseTypes) {
  return {
    type: "hook",
    performSubscribe: ((z, bundle) =>
      withConnection(z, bundle, (connection) =>
        replaceSubscription(connection, {
          name: `Zapier: ${label}`,
          url: bundle.targetUrl ?? "",
          eventTypes: chooseTypes(bundle),
        }),
      )) satisfies Perform<unknown>,
    performUnsubscribe: (async (z, bundle) => {
      await withConnection(z, bundle, (connection) =>
        unsubscribe(connection, bundle.subscribeData?.id ?? "", randomUUID()),
      );
      return {};
    }) satisfies Perform<Json>,
    perform: ((z, bundle) => receive(z, bundle, chooseTypes(bundle))) satisfies Perform<Json[]>,
    performList: ((z, bundle) =>
      withConnection(z, bundle, (connection) =>
        readSampleEvents(connection, chooseTypes(bundle), 3),
      )) satisfies Perform<Json[]>,
  };
}

/**
 * The event that a message names, read from the server: what a forged message says reaches no Zap, also where Zapier
 * does not hand over the subscription's secret. None for an event of another type than the Zap's: a test from the
 * portal comes to every subscription.
 */
async function receive(z: Z, bundle: Bundle, eventTypes: readonly string[]): Promise<Json[]> {
  const { content = "", headers = {} } = bundle.rawRequest ?? {};
  const secret = bundle.subscribeData?.secret;
  if (secret !== undefined && secret !== "") {
    // However old: Zapier holds messages back for hours, such as while a Zap is over its limits.
    const anyAge = { toleranceSeconds: Number.POSITIVE_INFINITY };
    await verifyWebhook(content, withoutPrefix(headers), secret, anyAge).catch(() => {
      throw new z.errors.HaltedError("The message is not signed with the secret of this Zap's subscription.");
    });
  }
  const { data } = JSON.parse(content) as { data?: { id?: unknown } };
  return withConnection(z, bundle, async (connection) => {
    try {
      const event = await readEvent(connection, String(data?.id));
      return isWanted(event.eventType, eventTypes) ? [event] : [];
    } catch (error) {
      // The key may not read it any more.
      if (error instanceof ConnectorError && error.status === 404) return [];
      throw error;
    }
  });
}

/** Zapier writes `webhook-id` as `Http-Webhook-Id`. */
function withoutPrefix(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name
        .toLowerCase()
        .replace(/^http[-_]/, "")
        .replaceAll("_", "-"),
      value,
    ]),
  );
}

/** Zapier polls every 1 to 15 minutes and leaves out what it has seen: it keeps no place in the feed. */
const pollHours = 24;

/** What a trigger by the feed returns: the events of the last day, newest first. */
export const pollEvents: Perform<Json[]> = (z, bundle) =>
  withConnection(z, bundle, (connection) => {
    const types = readTypes(bundle);
    if (bundle.meta?.isLoadingSample === true) return readSampleEvents(connection, types, 3);
    const since = new Date(Date.now() - pollHours * 3_600_000).toISOString();
    return readEventsSince(connection, since, types);
  });

/** A hidden trigger, which fills drop-downs. */
export function choicesOperation(source: ChoiceSource) {
  return {
    type: "polling",
    canPaginate: true,
    perform: ((z, bundle) =>
      withConnection(z, bundle, async (connection) => {
        const after = (bundle.meta?.page ?? 0) > 0 ? await z.cursor.get() : undefined;
        if (after === null) return [];
        const { choices, next } = await readChoices(connection, source, { after });
        if (next !== null) await z.cursor.set(next);
        return choices.map(({ value, label }) => ({ id: value, label }));
      })) satisfies Perform<Json[]>,
  };
}

/** Whether a connection works, and what it is called: the organization and the key. */
export const testConnection: Perform<Json> = (z, bundle) =>
  withConnection(z, bundle, async (connection) => {
    const { me } = (await readPath(connection, "/me")) as {
      me: { name: string; keyPrefix: string; organization: { name: string } };
    };
    return { organization: me.organization.name, key: me.name, prefix: me.keyPrefix };
  });
