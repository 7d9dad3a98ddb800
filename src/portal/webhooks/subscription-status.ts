import type { WebhookSubscription } from "../../areas/webhooks/schema.ts";
import { stepUpLabels, pausedSentence } from "./webhook-labels.ts";

/** What a person is told first of a subscription: of several things that are true, the one that counts most. */
export type ShownStatus = "active" | "failing" | "stopped" | "halted" | "disabled";

type Judged = Pick<WebhookSubscription, "status" | "statusReason" | "obstacle" | "failingSince" | "consecutiveFailures">;

/** `halted` is the pause after many failures; `stopped` is the key's doing. */
export function showStatus({ status, obstacle, failingSince }: Judged): ShownStatus {
  if (status === "disabled") return "disabled";
  if (status === "paused") return "halted";
  if (obstacle !== null) return "stopped";
  return failingSince === null ? "active" : "failing";
}

interface Explained {
  tone: "info" | "warning" | "danger";
  title: string;
  sentence: string;
  /** What the banner offers. */
  act: "enable" | "key" | "deliveries" | null;
}

const explanations: Record<ShownStatus, (subscription: Judged) => Explained | null> = {
  active: () => null,
  failing: ({ consecutiveFailures: failures }) => ({
    tone: "warning",
    title: failures === 1 ? "The last attempt failed" : `The last ${failures} attempts failed`,
    sentence: "Each delivery is tried ten times over about three days. After 120 hours of nothing but failures the subscription is paused.",
    act: "deliveries",
  }),
  stopped: ({ obstacle }) => (obstacle === null ? null : { tone: "danger", ...describeStepUp(obstacle), act: "key" }),
  halted: () => ({ tone: "danger", title: "Paused: nothing arrives any more", sentence: pausedSentence, act: "enable" }),
  disabled: ({ statusReason }) => (statusReason === "gone" ? gone : byHand),
};

const gone: Explained = {
  tone: "danger",
  title: "Disabled: the receiver says that nobody listens there",
  sentence: "It answered 410 (Gone). If that was a mistake, mend the receiver, enable the subscription, then recover what it missed.",
  act: "enable",
};

const byHand: Explained = {
  tone: "info",
  title: "This subscription is disabled",
  sentence: "Nothing is delivered until you enable it. What happens meanwhile is not sent by itself later; “Recover” sends it.",
  act: "enable",
};

/** Why a subscription does not simply work, and what mends it; null for one that does. */
export function explainSubscription(subscription: Judged): Explained | null {
  return explanations[showStatus(subscription)](subscription);
}

function describeStepUp(obstacle: keyof typeof stepUpLabels): { title: string; sentence: string } {
  const { title, sentence, cure } = stepUpLabels[obstacle];
  return { title, sentence: `${sentence} ${cure}` };
}
