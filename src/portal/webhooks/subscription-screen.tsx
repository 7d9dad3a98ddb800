"use client";

import { useQuery } from "@tanstack/react-query";
import { inBackground } from "../client/background.ts";
import { useTRPC } from "../client/trpc.ts";
import { useOrganization } from "../shell/account-context.tsx";
import { RecordScreen, type Trail } from "../shell/record-screen.tsx";
import { GuardedTabs, useTab } from "../ui/guarded-tabs.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { SkeletonTab, SkeletonTabs } from "../ui/feedback/skeleton.tsx";
import { StatusBadge } from "../ui/feedback/status-badge.tsx";
import { TabPanel } from "../ui/tabs.tsx";
import { OverviewTab } from "./overview-tab.tsx";
import { SubscriptionActions } from "./subscription-actions.tsx";
import { SubscriptionBanner } from "./subscription-banner.tsx";
import { showStatus } from "./subscription-status.ts";
import type { Subscription } from "./webhook-types.ts";
import { later } from "../ui/feedback/later.tsx";
import { subscriptionScreen as t } from "./strings.ts";

// Loaded when its tab is opened.
const loading = () => <SkeletonTab />;
const DeliveriesTab = later(
  () => import("./deliveries/deliveries-tab.tsx").then((module) => module.DeliveriesTab),
  loading,
);
const EditTab = later(() => import("./form/edit-tab.tsx").then((module) => module.EditTab), loading);

const tabs = [
  { value: "overview", label: t.overview },
  { value: "deliveries", label: t.deliveries },
  { value: "edit", label: t.edit },
];

const refreshMilliseconds = 30_000;

export function SubscriptionScreen({ subscriptionId }: { subscriptionId: string }) {
  const trpc = useTRPC();
  const { can, href } = useOrganization();
  // Refetches, because attempts change it.
  const options = { enabled: can("integrations:manage"), refetchInterval: refreshMilliseconds, trpc: inBackground };
  const query = useQuery(trpc.webhookSubscriptions.get.queryOptions({ subscriptionId }, options));
  const trail = [{ label: t.webhooks, href: href("/webhooks") }];
  return (
    <RecordScreen
      noun={t.webhook}
      permission="integrations:manage"
      what={t.manageWebhooks}
      trail={trail}
      query={query}
      skeleton={<SkeletonTabs />}
      unknownHint={t.itMayHaveBeen}
    >
      {({ webhookSubscription }) => <Shown subscription={webhookSubscription} trail={trail} />}
    </RecordScreen>
  );
}

function Shown({ subscription, trail }: { subscription: Subscription; trail: Trail }) {
  const tab = useTab(tabs);
  return (
    <>
      <PageHeader
        tab={tab?.label}
        title={subscription.name}
        trail={trail}
        mark={<StatusBadge status={showStatus(subscription)} />}
        description={<span className="font-mono text-sm wrap-anywhere">{subscription.url}</span>}
        actions={<SubscriptionActions subscription={subscription} />}
      />
      <SubscriptionBanner subscription={subscription} />
      <GuardedTabs label={t.webhookSections} tabs={tabs}>
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
