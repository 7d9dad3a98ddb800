"use client";

import { useOrganization } from "../shell/account-context.tsx";
import { NoPermission } from "../shell/no-permission.tsx";
import { later } from "../ui/feedback/later.tsx";
import { SkeletonTab } from "../ui/feedback/skeleton.tsx";
import { GuardedTabs } from "../ui/guarded-tabs.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { TabPanel } from "../ui/tabs.tsx";
import { AccountsTab } from "./accounts-tab.tsx";
import { trustScreen as t } from "./strings.ts";

const placeholder = () => <SkeletonTab />;
const PolicyTab = later(() => import("./policy-tab.tsx").then((file) => file.PolicyTab), placeholder);

const tabs = [
  { value: "accounts", label: t.accounts },
  { value: "policy", label: t.policy },
];

export function TrustScreen() {
  const { can } = useOrganization();
  if (!can("trust:view")) return <NoPermission permission="trust:view" what={t.view} />;
  return (
    <>
      <PageHeader title={t.title} description={t.description} />
      <GuardedTabs label={t.sections} tabs={tabs}>
        {(onDirtyChange) => (
          <>
            <TabPanel value="accounts" className="grid gap-5">
              <AccountsTab />
            </TabPanel>
            <TabPanel value="policy" className="grid gap-5">
              <PolicyTab onDirtyChange={onDirtyChange} />
            </TabPanel>
          </>
        )}
      </GuardedTabs>
    </>
  );
}
