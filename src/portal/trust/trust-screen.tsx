"use client";

import { useOrganization } from "../shell/account-context.tsx";
import { NoPermission } from "../shell/no-permission.tsx";
import { later } from "../ui/feedback/later.tsx";
import { SkeletonTab } from "../ui/feedback/skeleton.tsx";
import { GuardedTabs } from "../ui/guarded-tabs.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { TabPanel } from "../ui/tabs.tsx";
import { ApprovalsTab } from "./approvals-tab.tsx";
import { trustScreen as t } from "./strings.ts";

const placeholder = () => <SkeletonTab />;
const AccountsTab = later(() => import("./accounts-tab.tsx").then((file) => file.AccountsTab), placeholder);
const ReconciliationsTab = later(
  () => import("./reconciliations-tab.tsx").then((file) => file.ReconciliationsTab),
  placeholder,
);
const PolicyTab = later(() => import("./policy-tab.tsx").then((file) => file.PolicyTab), placeholder);

const others = [
  { value: "accounts", label: t.accounts },
  { value: "reconciliations", label: t.reconciliations },
  { value: "policy", label: t.policy },
];
const approvals = { value: "approvals", label: t.approvals };

export function TrustScreen() {
  const { can } = useOrganization();
  if (!can("trust:view")) return <NoPermission permission="trust:view" what={t.view} />;
  return (
    <>
      <PageHeader title={t.title} description={t.description} />
      <GuardedTabs label={t.sections} tabs={can("trust:approve") ? [approvals, ...others] : others}>
        {(onDirtyChange) => (
          <>
            <TabPanel value="approvals" className="grid grid-cols-[minmax(0,1fr)] gap-5">
              <ApprovalsTab />
            </TabPanel>
            <TabPanel value="accounts" className="grid grid-cols-[minmax(0,1fr)] gap-5">
              <AccountsTab />
            </TabPanel>
            <TabPanel value="reconciliations" className="grid grid-cols-[minmax(0,1fr)] gap-5">
              <ReconciliationsTab />
            </TabPanel>
            <TabPanel value="policy" className="grid grid-cols-[minmax(0,1fr)] gap-5">
              <PolicyTab onDirtyChange={onDirtyChange} />
            </TabPanel>
          </>
        )}
      </GuardedTabs>
    </>
  );
}
