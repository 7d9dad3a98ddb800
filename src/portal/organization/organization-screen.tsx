"use client";

import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTRPC } from "../client/trpc.ts";
import { useOrganization } from "../shell/account-context.tsx";
import { SectionCard } from "../ui/card.tsx";
import { DescriptionList } from "../ui/description-list.tsx";
import { QueryFallback } from "../ui/feedback/query-fallback.tsx";
import { SkeletonTab } from "../ui/feedback/skeleton.tsx";
import { nameTimeZone } from "../ui/forms/time-zone-select.tsx";
import { LinkButton } from "../ui/link.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { ExactTime } from "../ui/relative-time.tsx";
import { SettingsForm, type Settings } from "./settings-form.tsx";

export function OrganizationScreen() {
  const { can } = useOrganization();
  const trpc = useTRPC();
  const settings = useQuery(trpc.organization.get.queryOptions({}));
  const isManager = can("members:manage");
  return (
    <div className="max-w-4xl">
      <PageHeader
        title="Organization"
        description={isManager ? "Name, time zone, and who else sees your API keys." : "Owners and administrators of the organization can change its name, its time zone and who else sees its API keys."}
      />
      {settings.data === undefined ? (
        <QueryFallback query={settings} what="the organization" placeholder={<SkeletonTab />} />
      ) : (
        <div className="grid gap-5">
          <HierarchyCard settings={settings.data} />
          {isManager ? <SettingsForm settings={settings.data} /> : <ReadOnlyCard settings={settings.data} />}
        </div>
      )}
    </div>
  );
}

/** Where platform administrators placed it. */
function HierarchyCard({ settings: { slug, isHeadquarters, reportsToHeadquarters, parentOrganization, createdAt } }: { settings: Settings }) {
  const { can, href } = useOrganization();
  const facts: (readonly [string, ReactNode])[] = [
    ["Name in URLs", slug],
    ["Parent organization", parentOrganization?.name ?? "None"],
    ["Headquarters", isHeadquarters ? "Yes: its members with the permission can run reports over the organizations below it." : "No"],
    ...(parentOrganization === null ? [] : [["Reports of headquarters", reportsToHeadquarters ? "Included" : "Excluded"] as const]),
    ["Created", <ExactTime key="created" instant={createdAt} time={false} />],
  ];
  return (
    <SectionCard
      title="Hierarchy"
      description="Platform administrators place organizations below each other."
      actions={isHeadquarters && can("integrations:manage") ? <LinkButton size="sm" href={href("/settings/offices")}>View offices</LinkButton> : undefined}
    >
      <DescriptionList facts={facts} />
    </SectionCard>
  );
}

function ReadOnlyCard({ settings: { name, timezone, headquarters } }: { settings: Settings }) {
  const seeing = headquarters.filter(({ seesKeys }) => seesKeys).map((each) => each.name);
  return (
    <SectionCard title="Settings">
      <DescriptionList
        facts={[
          ["Name", name],
          ["Time zone", nameTimeZone(timezone)],
          ["Headquarters that see its API keys", seeing.length === 0 ? "None" : seeing.join(", ")],
        ]}
      />
    </SectionCard>
  );
}
