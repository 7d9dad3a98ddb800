"use client";

import { useQuery } from "@tanstack/react-query";
import { ChevronDown, TriangleAlert } from "lucide-react";
import { usePathname } from "next/navigation";
import type { ReactNode } from "react";
import type { Overview } from "../../areas/keys/schema.ts";
import { inBackground } from "../client/background.ts";
import { useTRPC } from "../client/trpc.ts";
import { Banner } from "../ui/feedback/banner.tsx";
import { LinkButton } from "../ui/link.tsx";
import { RelativeTime } from "../ui/relative-time.tsx";
import { useOrganization } from "./account-context.tsx";

type Attention = Overview["attention"][number];
type StalledWebhook = Overview["stalledWebhooks"][number];

/** Shown on every screen. Several kinds collapse into one line. */
export function KeyBanners() {
  const { can } = useOrganization();
  const trpc = useTRPC();
  const { data } = useQuery(trpc.keys.overview.queryOptions({}, { enabled: can("integrations:manage"), refetchInterval: 120_000, trpc: inBackground }));
  const path = usePathname();
  // The screens of a key and of a webhook show their own banner.
  const attention = (data?.attention ?? []).filter(({ keyId }) => !path.endsWith(keyId));
  const stopped = attention.filter(({ kind }) => kind === "needs_attention");
  const expiring = attention.filter(({ kind }) => kind === "expiring").toSorted((one, other) => one.expiresAt.localeCompare(other.expiresAt));
  const stalled = (data?.stalledWebhooks ?? []).filter(({ subscriptionId }) => !path.endsWith(subscriptionId));
  const kinds = [stopped, stalled, expiring].filter(({ length }) => length > 0);
  const banners = (
    <>
      {stopped.length > 0 && <Stopped keys={stopped} />}
      {stalled.length > 0 && <Stalled webhooks={stalled} />}
      {expiring.length > 0 && <Expiring keys={expiring} />}
    </>
  );
  if (kinds.length === 0) return null;
  if (kinds.length === 1) return <div className="mb-7">{banners}</div>;
  return <AttentionPanel count={kinds.flat().length}>{banners}</AttentionPanel>;
}

function AttentionPanel({ count, children }: { count: number; children: ReactNode }) {
  return (
    <details className="group mb-7 rounded-lg border border-warning/30 bg-warning-soft text-sm">
      <summary className="flex cursor-pointer list-none items-center gap-3 rounded-lg px-4 py-2.5 font-semibold">
        <TriangleAlert aria-hidden className="size-4.5 shrink-0 text-warning" />
        <span className="flex-1">{count} items need attention</span>
        <ChevronDown aria-hidden className="size-4.5 shrink-0 text-muted transition-transform group-open:rotate-180" />
      </summary>
      <div className="grid gap-3 px-4 pt-1 pb-4">{children}</div>
    </details>
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
          {others.length === 0 ? "Choose attorney" : "View keys"}
        </LinkButton>
      }
    >
      {others.length === 0 ? `Requests that need an acting attorney fail: ${attorney}.` : "Requests that need an acting attorney fail: their attorneys are deactivated."}
    </Banner>
  );
}

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
