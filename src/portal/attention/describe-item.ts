import type { Overview } from "../../areas/keys/schema.ts";
import type { OpenItem } from "./attention-items.ts";
import { describedItem as t } from "./lazy-strings.ts";

type StalledWebhook = Overview["stalledWebhooks"][number];

/** What is wrong, the consequence, and the way out. */
interface DescribedItem {
  /** The record's. */
  name: string;
  title: string;
  consequence: string;
  /** When a key expires, if that is the reason; else null. */
  expiresAt: string | null;
  /** Below the organization. */
  path: string;
  action: string;
}

export function describeItem(item: OpenItem): DescribedItem {
  return "key" in item ? describeKey(item.key) : describeWebhook(item.webhook);
}

function describeKey({
  keyId,
  name,
  kind,
  expiresAt,
  actingAttorneyName,
  leakReportedBy,
}: Overview["attention"][number]): DescribedItem {
  const path = `/credentials/${keyId}`;
  if (kind === "expiring")
    return { name, title: t.expiresSoon(name), consequence: t.expiryConsequence, expiresAt, path, action: t.viewKey };
  if (kind === "leaked") {
    return {
      name,
      title: t.wasReported(name),
      consequence: t.leakConsequence(leakReportedBy ?? t.member),
      expiresAt: null,
      path: `${path}?rotate=now`,
      action: t.rotateKey,
    };
  }
  const consequence = t.attorneyConsequence(actingAttorneyName ?? t.itsAttorney);
  return {
    name,
    title: t.hasNoAttorney(name),
    consequence,
    expiresAt: null,
    path: `${path}?choose=attorney`,
    action: t.chooseAttorney,
  };
}

function describeStop(name: string, reason: StalledWebhook["statusReason"]): string {
  if (reason === "failures") return t.pausedAfterFailures(name);
  return reason === "gone" ? t.disabledAsGone(name) : t.stoppedAtHost(name);
}

function describeWebhook({ subscriptionId, name, statusReason }: StalledWebhook): DescribedItem {
  return {
    name,
    title: describeStop(name, statusReason),
    consequence: t.webhookConsequence,
    expiresAt: null,
    path: `/webhooks/${subscriptionId}`,
    action: t.viewWebhook,
  };
}
