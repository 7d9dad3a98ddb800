"use client";

import { useOrganization } from "../shell/account-context.tsx";
import { NoPermission } from "../shell/no-permission.tsx";
import { later } from "../ui/feedback/later.tsx";
import { SkeletonTab } from "../ui/feedback/skeleton.tsx";
import { GuardedTabs } from "../ui/guarded-tabs.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { TabPanel } from "../ui/tabs.tsx";
import { settingsScreen as t } from "./strings.ts";
import { TemplatesTab } from "./templates-tab.tsx";

const placeholder = () => <SkeletonTab />;
const ConsentTextsTab = later(
  () => import("./consent-texts-tab.tsx").then((file) => file.ConsentTextsTab),
  placeholder,
);
const SettingsTab = later(() => import("./settings-tab.tsx").then((file) => file.SettingsTab), placeholder);

const tabs = [
  { value: "templates", label: t.templates },
  { value: "consent-texts", label: t.consentTexts },
  { value: "sending", label: t.sending },
];

export function EsignSettingsScreen() {
  const { can } = useOrganization();
  if (!can("esign:manage")) return <NoPermission permission="esign:manage" what={t.manage} />;
  return (
    <>
      <PageHeader title={t.title} description={t.description} />
      <GuardedTabs label={t.sections} tabs={tabs}>
        {(onDirtyChange) => (
          <>
            <TabPanel value="templates" className="grid gap-5">
              <TemplatesTab />
            </TabPanel>
            <TabPanel value="consent-texts" className="grid gap-5">
              <ConsentTextsTab />
            </TabPanel>
            <TabPanel value="sending" className="grid gap-5">
              <SettingsTab onDirtyChange={onDirtyChange} />
            </TabPanel>
          </>
        )}
      </GuardedTabs>
    </>
  );
}
