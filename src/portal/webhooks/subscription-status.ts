import type { WebhookSubscription } from "../../areas/webhooks/schema.ts";
import { subscriptionStatus as t } from "./strings.ts";
import { blockerLabels, paused } from "./webhook-labels.ts";

/** The most important fact if several apply. */
export type ShownStatus = "active" | "failing" | "stopped" | "halted" | "disabled";

type SubscriptionState = Pick<
  WebhookSubscription,
  "status" | "statusReason" | "obstacle" | "failingSince" | "consecutiveFailures"
>;

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
  /** Where the cure is; null where it is the header's _Enable webhook_. */
  act: "key" | "deliveries" | null;
}

const explanations: Record<ShownStatus, (subscription: SubscriptionState) => Explained | null> = {
  active: () => null,
  failing: ({ consecutiveFailures: failures }) => ({
    tone: "warning",
    title: t.lastAttemptsFailed(failures),
    sentence: t.eachDeliveryIsTried,
    act: "deliveries",
  }),
  stopped: ({ obstacle }) => (obstacle === null ? null : { tone: "danger", ...describeBlocker(obstacle), act: "key" }),
  halted: () => ({ tone: "danger", ...paused, act: null }),
  disabled: ({ statusReason }) => (statusReason === "gone" ? gone : byHand),
};

const gone: Explained = {
  tone: "danger",
  title: t.disabled,
  sentence: t.n410GoneMeansEndpoint,
  act: null,
};

const byHand: Explained = {
  tone: "info",
  title: t.thisWebhookIsDisabled,
  sentence: t.eventsAreNotDelivered,
  act: null,
};

export function explainSubscription(subscription: SubscriptionState): Explained | null {
  return explanations[showStatus(subscription)](subscription);
}

function describeBlocker(obstacle: keyof typeof blockerLabels): { title: string; sentence: string } {
  const { title, sentence, cure } = blockerLabels[obstacle];
  return { title, sentence: `${sentence} ${cure}` };
}
