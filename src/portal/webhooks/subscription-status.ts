import type { WebhookSubscription } from "../../areas/webhooks/schema.ts";
import { blockerLabels, paused } from "./webhook-labels.ts";
import { plural } from "../ui/plural.ts";

/** The most important fact if several apply. */
export type ShownStatus = "active" | "failing" | "stopped" | "halted" | "disabled";

type SubscriptionState = Pick<WebhookSubscription, "status" | "statusReason" | "obstacle" | "failingSince" | "consecutiveFailures">;

/** `halted` is the pause after many failures; `stopped` is caused by the key. */
export function showStatus({ status, obstacle, failingSince }: SubscriptionState): ShownStatus {
  if (status === "disabled") return "disabled";
  if (status === "paused") return "halted";
  if (obstacle !== null) return "stopped";
  return failingSince === null ? "active" : "failing";
}

interface Explained {
  tone: "info" | "warning" | "danger";
  title: string;
  sentence: string;
  act: "enable" | "key" | "deliveries" | null;
}

const explanations: Record<ShownStatus, (subscription: SubscriptionState) => Explained | null> = {
  active: () => null,
  failing: ({ consecutiveFailures: failures }) => ({
    tone: "warning",
    title: plural(failures, "The last attempt failed", "The last # attempts failed"),
    sentence: "Each delivery is tried up to ten times over about three days. After 120 hours of failures the webhook is paused.",
    act: "deliveries",
  }),
  stopped: ({ obstacle }) => (obstacle === null ? null : { tone: "danger", ...describeBlocker(obstacle), act: "key" }),
  halted: () => ({ tone: "danger", ...paused, act: "enable" }),
  disabled: ({ statusReason }) => (statusReason === "gone" ? gone : byHand),
};

const gone: Explained = {
  tone: "danger",
  title: "Disabled: the endpoint returned 410",
  sentence: "410 (Gone) means the endpoint was removed. If that is wrong, fix the endpoint, enable the webhook, then recover missed events.",
  act: "enable",
};

const byHand: Explained = {
  tone: "info",
  title: "This webhook is disabled",
  sentence: "Events are not delivered until you enable it. Then use “Recover events” for those missed.",
  act: "enable",
};

export function explainSubscription(subscription: SubscriptionState): Explained | null {
  return explanations[showStatus(subscription)](subscription);
}

function describeBlocker(obstacle: keyof typeof blockerLabels): { title: string; sentence: string } {
  const { title, sentence, cure } = blockerLabels[obstacle];
  return { title, sentence: `${sentence} ${cure}` };
}
