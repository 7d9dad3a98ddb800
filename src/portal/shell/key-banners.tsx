"use client";

import { useQuery } from "@tanstack/react-query";
import { usePathname } from "next/navigation";
import type { Overview } from "../../areas/keys/schema.ts";
import { inBackground } from "../client/background.ts";
import { useTRPC } from "../client/trpc.ts";
import { Banner } from "../ui/feedback/banner.tsx";
import { LinkButton } from "../ui/link.tsx";
import { RelativeTime } from "../ui/relative-time.tsx";
import { useOrganization } from "./account-context.tsx";

type Attention = Overview["attention"][number];
type StalledWebhook = Overview["stalledWebhooks"][number];

/** What must not be overlooked on any screen of an organization: keys and webhooks that stand still, keys that will soon. */
export function KeyBanners() {
  const { can } = useOrganization();
  const trpc = useTRPC();
  const { data } = useQuery(trpc.keys.overview.queryOptions({}, { enabled: can("integrations:manage"), refetchInterval: 120_000, trpc: inBackground }));
  const path = usePathname();
  // The key's own screen says it itself.
  const attention = (data?.attention ?? []).filter(({ keyId }) => !path.endsWith(keyId));
  const stopped = attention.filter(({ kind }) => kind === "needs_attention");
  const expiring = attention.filter(({ kind }) => kind === "expiring").toSorted((one, other) => one.expiresAt.localeCompare(other.expiresAt));
  const stalled = (data?.stalledWebhooks ?? []).filter(({ subscriptionId }) => !path.endsWith(subscriptionId));
  if (stopped.length + expiring.length + stalled.length === 0) return null;
  return (
    <div className="mb-7 grid gap-3">
      {stopped.length > 0 && <Stopped keys={stopped} />}
      {stalled.length > 0 && <Stalled webhooks={stalled} />}
      {expiring.length > 0 && <Expiring keys={expiring} />}
    </div>
  );
}

function Stopped({ keys }: { keys: readonly Attention[] }) {
  const { href } = useOrganization();
  const [first, ...others] = keys;
  if (first === undefined) return null;
  const target = others.length === 0 ? `/credentials/${first.keyId}?choose=attorney` : "/credentials?status=needs_attention";
  const attorney = first.actingAttorneyName === null ? "its attorney is deactivated" : `${first.actingAttorneyName} is deactivated`;
  return (
    <Banner
      tone="warning"
      title={others.length === 0 ? `“${first.name}” needs attention` : `${keys.length} keys need attention`}
      actions={
        <LinkButton href={href(target)} size="sm">
          {others.length === 0 ? "Choose another attorney" : "View keys"}
        </LinkButton>
      }
    >
      {others.length === 0 ? `Requests that need an acting attorney fail: ${attorney}.` : "Requests that need an acting attorney fail: their attorneys are deactivated."}
    </Banner>
  );
}

/** Why a webhook stopped, after its name. */
function formatReason({ statusReason }: StalledWebhook): string {
  if (statusReason === "failures") return "paused after 120 hours of failed deliveries";
  return statusReason === "gone" ? "disabled: its endpoint returned 410" : "stopped: its key no longer allows the host";
}

function Stalled({ webhooks }: { webhooks: readonly StalledWebhook[] }) {
  const { href } = useOrganization();
  const [first, ...others] = webhooks;
  if (first === undefined) return null;
  const isOne = others.length === 0;
  return (
    <Banner
      tone="warning"
      title={isOne ? `Webhook “${first.name}” ${formatReason(first)}` : `${webhooks.length} webhooks stopped`}
      actions={
        <LinkButton href={href(isOne ? `/webhooks/${first.subscriptionId}` : "/webhooks")} size="sm">
          {isOne ? "View webhook" : "View webhooks"}
        </LinkButton>
      }
    >
      {isOne ? "Events are not being delivered. Fix the endpoint, then recover missed events." : `Events are not being delivered. Latest: “${first.name}”, ${formatReason(first)}.`}
    </Banner>
  );
}

function Expiring({ keys }: { keys: readonly Attention[] }) {
  const { href } = useOrganization();
  const [first, ...others] = keys;
  if (first === undefined) return null;
  const target = others.length === 0 ? `/credentials/${first.keyId}` : "/credentials?status=expiring";
  return (
    <Banner
      tone="info"
      title={others.length === 0 ? `“${first.name}” expires soon` : `${keys.length} keys expire soon`}
      actions={
        <LinkButton href={href(target)} size="sm">
          {others.length === 0 ? "View key" : "View keys"}
        </LinkButton>
      }
    >
      {others.length === 0 ? "Expires " : `The first, “${first.name}”, expires `}
      <RelativeTime instant={first.expiresAt} />. Rotate the key to extend it.
    </Banner>
  );
}
