"use client";

import { useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { inBackground } from "../client/background.ts";
import { readError } from "../client/portal-error.ts";
import { useTRPC } from "../client/trpc.ts";
import { useOrganization } from "../shell/account-context.tsx";
import { NoPermission } from "../shell/no-permission.tsx";
import { ErrorState } from "../ui/feedback/error-state.tsx";
import { GuardedTabs } from "../ui/guarded-tabs.tsx";
import { LinkButton } from "../ui/link.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { Skeleton, SkeletonTab } from "../ui/feedback/skeleton.tsx";
import { StatusBadge } from "../ui/feedback/status-badge.tsx";
import { TabPanel } from "../ui/tabs.tsx";
import { OverviewTab } from "./overview-tab.tsx";
import { SubscriptionActions } from "./subscription-actions.tsx";
import { SubscriptionBanner } from "./subscription-banner.tsx";
import { showStatus } from "./subscription-status.ts";
import type { Subscription } from "./webhook-types.ts";

// Loaded when its tab is opened.
const loading = () => <SkeletonTab />;
const DeliveriesTab = dynamic(() => import("./deliveries/deliveries-tab.tsx").then((module) => module.DeliveriesTab), { ssr: false, loading });
const EditTab = dynamic(() => import("./form/edit-tab.tsx").then((module) => module.EditTab), { ssr: false, loading });

const tabs = [
  { value: "overview", label: "Overview" },
  { value: "deliveries", label: "Deliveries" },
  { value: "edit", label: "Edit" },
];

const refreshMilliseconds = 30_000;

export function SubscriptionScreen({ subscriptionId }: { subscriptionId: string }) {
  const { can, href } = useOrganization();
  const trail = [{ label: "Webhooks", href: href("/webhooks") }];
  if (can("integrations:manage")) return <Fetched subscriptionId={subscriptionId} trail={trail} />;
  return (
    <>
      <PageHeader title="Webhook" trail={trail} />
      <NoPermission permission="integrations:manage" what="manage webhooks" />
    </>
  );
}

type Trail = { label: string; href: string }[];

function Fetched({ subscriptionId, trail }: { subscriptionId: string; trail: Trail }) {
  const trpc = useTRPC();
  // Refetches, because attempts change it.
  const options = { refetchInterval: refreshMilliseconds, trpc: inBackground };
  const { data, error, isFetching, refetch } = useQuery(trpc.webhooks.get.queryOptions({ subscriptionId }, options));
  if (data !== undefined) return <Shown subscription={data.webhookSubscription} trail={trail} />;
  if (error === null) return <ScreenSkeleton trail={trail} />;
  const isUnknown = readError(error).code === "NOT_FOUND";
  return (
    <>
      <PageHeader title={isUnknown ? "Webhook not found" : "Webhook"} trail={trail} />
      {isUnknown ? <Unknown /> : <ErrorState title="Could not load the webhook" error={error} busy={isFetching} onRetry={() => void refetch()} />}
    </>
  );
}

function Unknown() {
  const { href, organizationName } = useOrganization();
  return (
    <div className="max-w-prose">
      <p className="text-muted">
        {organizationName} has no webhook with this ID. It may have been deleted, or it belongs to another organization.
      </p>
      <LinkButton className="mt-5" href={href("/webhooks")}>
        All webhooks
      </LinkButton>
    </div>
  );
}

function Shown({ subscription, trail }: { subscription: Subscription; trail: Trail }) {
  return (
    <>
      <PageHeader
        title={subscription.name}
        trail={trail}
        mark={<StatusBadge status={showStatus(subscription)} />}
        description={<span className="font-mono text-sm wrap-anywhere">{subscription.url}</span>}
        actions={<SubscriptionActions subscription={subscription} />}
      />
      <SubscriptionBanner subscription={subscription} />
      <GuardedTabs label="Webhook sections" tabs={tabs}>
        {(onDirtyChange) => (
          <>
            <TabPanel value="overview">
              <OverviewTab subscription={subscription} />
            </TabPanel>
            <TabPanel value="deliveries">
              <DeliveriesTab subscription={subscription} />
            </TabPanel>
            <TabPanel value="edit">
              <EditTab key={subscription.id} subscription={subscription} onDirtyChange={onDirtyChange} />
            </TabPanel>
          </>
        )}
      </GuardedTabs>
    </>
  );
}

function ScreenSkeleton({ trail }: { trail: Trail }) {
  return (
    <>
      <PageHeader title={<Skeleton className="inline-block h-8 w-72 max-w-full" />} trail={trail} description={<Skeleton className="my-1 w-96 max-w-full" />} />
      <Skeleton className="h-11 w-full max-w-sm" />
      <SkeletonTab />
    </>
  );
}
