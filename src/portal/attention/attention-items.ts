import type { AttentionItem, Overview } from "../../areas/keys/schema.ts";

/** An item of the attention line: a key, or a webhook that stopped. */
export type OpenItem = AttentionItem &
  ({ key: Overview["attention"][number] } | { webhook: Overview["stalledWebhooks"][number] });

/**
 * What needs attention, most urgent first: keys that leaked, keys that fail, webhooks that stopped, keys that expire.
 *
 * @param path of the screen: a record's own screen shows its item in place
 */
export function listItems(
  { attention, stalledWebhooks }: Pick<Overview, "attention" | "stalledWebhooks">,
  path: string,
): OpenItem[] {
  const listKind = (wanted: AttentionItem["kind"]) =>
    attention
      .filter(({ kind }) => kind === wanted)
      .map((key): OpenItem => ({ kind: key.kind, recordId: key.keyId, key }));
  const webhooks = stalledWebhooks.map((webhook): OpenItem => ({
    kind: "stalled",
    recordId: webhook.subscriptionId,
    webhook,
  }));
  // The key's own screen says only that it is paused.
  return [...listKind("leaked"), ...listKind("needs_attention"), ...webhooks, ...listKind("expiring")].filter(
    ({ kind, recordId }) => kind === "leaked" || !path.endsWith(`/${recordId}`),
  );
}
