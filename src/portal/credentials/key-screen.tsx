"use client";

import { useQuery } from "@tanstack/react-query";
import { useTRPC } from "../client/trpc.ts";
import { useOrganization } from "../shell/account-context.tsx";
import { RecordScreen, type Trail } from "../shell/record-screen.tsx";
import { GuardedTabs, useTab } from "../ui/guarded-tabs.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { SkeletonTab, SkeletonTabs } from "../ui/feedback/skeleton.tsx";
import { StatusBadge } from "../ui/feedback/status-badge.tsx";
import { TabPanel } from "../ui/tabs.tsx";
import { KeyActions } from "./key-actions.tsx";
import { KeyBanner } from "./key-banner.tsx";
import { listActions } from "./list/key-status.ts";
import type { Key } from "./portal-types.ts";
import { later } from "../ui/feedback/later.tsx";
import { keyScreen as t } from "./strings.ts";

// Each comes when its tab is opened.
const loading = () => <SkeletonTab />;
const OverviewTab = later(() => import("./overview-tab.tsx").then((module) => module.OverviewTab), loading);
const EditTab = later(() => import("./form/edit-tab.tsx").then((module) => module.EditTab), loading);
const UsagePanel = later(() => import("../usage/usage-panel.tsx").then((module) => module.UsagePanel), loading);
const RequestLogs = later(() => import("../requests/request-logs.tsx").then((module) => module.RequestLogs), loading);
const EventsTab = later(() => import("./events-tab.tsx").then((module) => module.EventsTab), loading);
const KeyWebhooksTab = later(
  () => import("../webhooks/key-webhooks-tab.tsx").then((module) => module.KeyWebhooksTab),
  loading,
);
const HistoryTab = later(() => import("./history-tab.tsx").then((module) => module.HistoryTab), loading);

const tabs = [
  { value: "overview", label: t.overview },
  { value: "edit", label: t.edit },
  { value: "usage", label: t.usage },
  { value: "requests", label: t.requestLogs },
  { value: "events", label: t.events },
  { value: "webhooks", label: t.webhooks },
  { value: "history", label: t.auditLog },
];

export function KeyScreen({ keyId }: { keyId: string }) {
  const trpc = useTRPC();
  const { can, href } = useOrganization();
  const query = useQuery(
    trpc.serviceAccounts.get.queryOptions({ serviceAccountId: keyId }, { enabled: can("integrations:manage") }),
  );
  const trail = [{ label: t.apiKeys, href: href("/credentials") }];
  return (
    <RecordScreen
      noun={t.apiKey}
      permission="integrations:manage"
      what={t.manageApiKeys}
      trail={trail}
      query={query}
      skeleton={<SkeletonTabs />}
      unknownHint={t.checkUrl}
    >
      {({ serviceAccount }) => <KeyTabs serviceAccount={serviceAccount} trail={trail} />}
    </RecordScreen>
  );
}

function KeyTabs({ serviceAccount, trail }: { serviceAccount: Key; trail: Trail }) {
  const { href } = useOrganization();
  const { id } = serviceAccount;
  const may = listActions(serviceAccount);
  const tab = useTab(tabs);
  const editHref = may.change ? href(`/credentials/${id}?tab=edit`) : null;
  return (
    <>
      <PageHeader
        tab={tab?.label}
        title={serviceAccount.name}
        trail={trail}
        mark={<StatusBadge status={serviceAccount.status} />}
        actions={<KeyActions serviceAccount={serviceAccount} />}
      />
      <KeyBanner serviceAccount={serviceAccount} />
      <GuardedTabs label={t.apiKeySections} tabs={tabs}>
        {(onDirtyChange) => (
          <>
            <TabPanel value="overview">
              <OverviewTab serviceAccount={serviceAccount} />
            </TabPanel>
            <TabPanel value="edit">
              <EditTab key={id} serviceAccount={serviceAccount} onDirtyChange={onDirtyChange} />
            </TabPanel>
            <TabPanel value="usage">
              <UsagePanel keyId={id} editHref={editHref} />
            </TabPanel>
            <TabPanel value="requests">
              <RequestLogs keyId={id} />
            </TabPanel>
            <TabPanel value="events">
              <EventsTab keyId={id} />
            </TabPanel>
            <TabPanel value="webhooks">
              <KeyWebhooksTab keyId={id} isUsable={may.change} />
            </TabPanel>
            <TabPanel value="history">
              <HistoryTab keyId={id} />
            </TabPanel>
          </>
        )}
      </GuardedTabs>
    </>
  );
}
