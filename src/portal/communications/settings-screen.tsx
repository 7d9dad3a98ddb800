"use client";

import { useOrganization } from "../shell/account-context.tsx";
import { NoPermission } from "../shell/no-permission.tsx";
import { later } from "../ui/feedback/later.tsx";
import { SkeletonTab } from "../ui/feedback/skeleton.tsx";
import { GuardedTabs } from "../ui/guarded-tabs.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { TabPanel } from "../ui/tabs.tsx";
import { settingsScreen as t } from "./strings.ts";

const placeholder = () => <SkeletonTab />;
const SendingTab = later(() => import("./sending-tab.tsx").then((file) => file.SendingTab), placeholder);
const SuppressionsTab = later(() => import("./suppressions-tab.tsx").then((file) => file.SuppressionsTab), placeholder);

const tabs = [
  { value: "sending", label: t.sending },
  { value: "suppressions", label: t.suppressions },
];

export function CommunicationSettingsScreen() {
  const { can } = useOrganization();
  if (!can("communications:manage")) return <NoPermission permission="communications:manage" what={t.manage} />;
  return (
    <>
      <PageHeader title={t.title} description={t.description} />
      <GuardedTabs label={t.sections} tabs={tabs}>
        {(onDirtyChange) => (
          <>
            <TabPanel value="sending" className="grid gap-5">
              <SendingTab onDirtyChange={onDirtyChange} />
            </TabPanel>
            <TabPanel value="suppressions" className="grid gap-5">
              <SuppressionsTab />
            </TabPanel>
          </>
        )}
      </GuardedTabs>
    </>
  );
}
