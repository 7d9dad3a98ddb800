"use client";

import { useOrganization } from "../shell/account-context.tsx";
import { NoPermission } from "../shell/no-permission.tsx";
import { later } from "../ui/feedback/later.tsx";
import { SkeletonTab } from "../ui/feedback/skeleton.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { settingsScreen as t } from "./strings.ts";

const SettingsTab = later(
  () => import("./settings-tab.tsx").then((file) => file.SettingsTab),
  () => <SkeletonTab />,
);

export function EsignSettingsScreen() {
  const { can } = useOrganization();
  if (!can("esign:manage")) return <NoPermission permission="esign:manage" what={t.manage} />;
  return (
    <>
      <PageHeader title={t.title} description={t.description} />
      <SettingsTab />
    </>
  );
}
