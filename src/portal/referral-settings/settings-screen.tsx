"use client";

import { useOrganization } from "../shell/account-context.tsx";
import { NoPermission } from "../shell/no-permission.tsx";
import { later } from "../ui/feedback/later.tsx";
import { SkeletonTab } from "../ui/feedback/skeleton.tsx";
import { GuardedTabs } from "../ui/guarded-tabs.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { TabPanel } from "../ui/tabs.tsx";
import { PartnerFirmsTab } from "./partner-firms-tab.tsx";
import { settingsScreen as t } from "./strings.ts";

const ProfileTab = later(
  () => import("./profile-tab.tsx").then((file) => file.ProfileTab),
  () => <SkeletonTab />,
);

const tabs = [
  { value: "partner-firms", label: t.partnerFirms },
  { value: "your-firm", label: t.yourFirm },
];

export function ReferralSettingsScreen() {
  const { can } = useOrganization();
  if (!can("referrals:manage")) return <NoPermission permission="referrals:manage" what={t.manage} />;
  return (
    <>
      <PageHeader title={t.title} description={t.description} />
      <GuardedTabs label={t.sections} tabs={tabs}>
        {(onDirtyChange) => (
          <>
            <TabPanel value="partner-firms" className="grid grid-cols-[minmax(0,1fr)] gap-5">
              <PartnerFirmsTab />
            </TabPanel>
            <TabPanel value="your-firm" className="grid grid-cols-[minmax(0,1fr)] gap-5">
              <ProfileTab onDirtyChange={onDirtyChange} />
            </TabPanel>
          </>
        )}
      </GuardedTabs>
    </>
  );
}
