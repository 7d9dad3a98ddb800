import type { AttentionItem, Overview } from "../../areas/keys/schema.ts";

/** An item of the attention line: what is wrong, the consequence, and the way out. */
export interface ShownItem extends AttentionItem {
  /** The record's. */
  name: string;
  title: string;
  consequence: string;
  /** Of a key that expires soon. */
  expiresAt: string | null;
  /** Below the organization. */
  path: string;
  action: string;
}

const reasons = {
  failures: "paused after 120 hours of failed deliveries",
  gone: "disabled: its endpoint returned 410",
} as const;

/**
 * What needs attention, most urgent first: keys that leaked, keys that fail, webhooks that stopped, keys that expire.
 * @param path of the screen: a record's own screen shows its item in place
 */
export function listItems({ attention, stalledWebhooks }: Pick<Overview, "attention" | "stalledWebhooks">, path: string): ShownItem[] {
  const keys = attention.map(describeKey);
  const listKind = (wanted: ShownItem["kind"]) => keys.filter(({ kind }) => kind === wanted);
  const items = [...listKind("leaked"), ...listKind("needs_attention"), ...stalledWebhooks.map(describeWebhook), ...listKind("expiring")];
  // The key's own screen says only that it is paused.
  return items.filter(({ kind, recordId }) => kind === "leaked" || !path.endsWith(`/${recordId}`));
}

function describeKey({ keyId, name, kind, expiresAt, actingAttorneyName, leakReportedBy }: Overview["attention"][number]): ShownItem {
  if (kind === "expiring") {
    const consequence = "Requests with it then fail. Rotate the key to extend it.";
    return { kind, recordId: keyId, name, title: `“${name}” expires soon`, consequence, expiresAt, path: `/credentials/${keyId}`, action: "View key" };
  }
  if (kind === "leaked") {
    const consequence = `${leakReportedBy ?? "A member"} reported its secret. The key is paused: requests with it fail. Rotate it without an overlap, then resume it.`;
    return { kind, recordId: keyId, name, title: `“${name}” was reported as leaked`, consequence, expiresAt: null, path: `/credentials/${keyId}?rotate=now`, action: "Rotate key" };
  }
  return {
    kind,
    recordId: keyId,
    name,
    title: `“${name}” has no acting attorney`,
    consequence: `Requests that need an acting attorney fail: ${actingAttorneyName ?? "its attorney"} is deactivated.`,
    expiresAt: null,
    path: `/credentials/${keyId}?choose=attorney`,
    action: "Choose attorney",
  };
}

function describeWebhook({ subscriptionId, name, statusReason }: Overview["stalledWebhooks"][number]): ShownItem {
  const reason = statusReason === "failures" || statusReason === "gone" ? reasons[statusReason] : "stopped: its key no longer allows the host";
  return {
    kind: "stalled",
    recordId: subscriptionId,
    name,
    title: `Webhook “${name}” ${reason}`,
    consequence: "Events are not being delivered. Fix the endpoint, then recover missed events.",
    expiresAt: null,
    path: `/webhooks/${subscriptionId}`,
    action: "View webhook",
  };
}
