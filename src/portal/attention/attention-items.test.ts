import { expect, test } from "vitest";
import type { Overview } from "../../areas/keys/schema.ts";
import { listItems } from "./attention-items.ts";
import { describeItem } from "./describe-item.ts";

const key = (
  keyId: string,
  kind: "leaked" | "needs_attention" | "expiring",
  actingAttorneyName: string | null = null,
): Overview["attention"][number] => ({
  keyId,
  kind,
  name: `Key ${keyId}`,
  expiresAt: "2026-12-01T00:00:00.000Z",
  actingAttorneyName,
  leakReportedBy: kind === "leaked" ? "Robin Hale" : null,
});
const webhook = (
  subscriptionId: string,
  statusReason: Overview["stalledWebhooks"][number]["statusReason"],
): Overview["stalledWebhooks"][number] => ({
  subscriptionId,
  name: "Case events",
  keyName: "Sync",
  statusReason,
  obstacle: null,
});
const overview = {
  attention: [key("key_1", "expiring"), key("key_2", "needs_attention", "Leonard Voss")],
  stalledWebhooks: [webhook("whs_1", "failures"), webhook("whs_2", null)],
};

test("items say what is wrong, its consequence and the way out, most urgent first", () => {
  expect(
    listItems(overview, "/o/firm/reports")
      .map(describeItem)
      .map(({ title, consequence, path, action }) => [title, consequence, path, action]),
  ).toEqual([
    [
      "“Key key_2” has no acting attorney",
      "Requests that need an acting attorney fail: Leonard Voss is deactivated.",
      "/credentials/key_2?choose=attorney",
      "Choose attorney",
    ],
    [
      "Webhook “Case events” paused after 120 hours of failed deliveries",
      "Events are not being delivered. Fix the endpoint, then recover missed events.",
      "/webhooks/whs_1",
      "View webhook",
    ],
    [
      "Webhook “Case events” stopped: its key no longer allows the host",
      "Events are not being delivered. Fix the endpoint, then recover missed events.",
      "/webhooks/whs_2",
      "View webhook",
    ],
    [
      "“Key key_1” expires soon",
      "Requests with it then fail. Rotate the key to extend it.",
      "/credentials/key_1",
      "View key",
    ],
  ]);
});

test("a record's own screen shows its item in place", () => {
  expect(listItems(overview, "/o/firm/credentials/key_2").map(({ recordId }) => recordId)).toEqual([
    "whs_1",
    "whs_2",
    "key_1",
  ]);
  expect(listItems(overview, "/o/firm/webhooks/whs_1").map(({ recordId }) => recordId)).toEqual([
    "key_2",
    "whs_2",
    "key_1",
  ]);
});

test("a key that was reported as leaked comes first, with who reported it, also on its own screen", () => {
  const [first] = listItems(
    { ...overview, attention: [...overview.attention, key("key_3", "leaked")] },
    "/o/firm/credentials/key_3",
  ).map(describeItem);
  expect(first).toMatchObject({
    title: "“Key key_3” was reported as leaked",
    consequence:
      "Robin Hale reported its secret. The key is paused: requests with it fail. Rotate it without an overlap, then resume it.",
    path: "/credentials/key_3?rotate=now",
  });
});
