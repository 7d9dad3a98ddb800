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
import { organizationScreen as t } from "./strings.ts";

export function OrganizationScreen() {
  const { can } = useOrganization();
  const trpc = useTRPC();
  const settings = useQuery(trpc.organization.get.queryOptions({}));
  const isManager = can("members:manage");
  return (
    <div className="max-w-4xl">
      <PageHeader
        title={t.title}
        description={isManager ? t.description : t.ownersAndAdministrators}
      />
      {settings.data === undefined ? (
        <QueryFallback query={settings} what={t.organization} placeholder={<SkeletonTab />} />
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
    [t.nameInURLs, slug],
    [t.parentOrganization, parentOrganization?.name ?? t.none],
    [t.headquarters, isHeadquarters ? t.yes : t.no],
    ...(parentOrganization === null ? [] : [[t.reportsOfHeadquarters, reportsToHeadquarters ? t.included : t.excluded] as const]),
    [t.created, <ExactTime key="created" instant={createdAt} time={false} />],
  ];
  return (
    <SectionCard
      title={t.hierarchy}
      description={t.hierarchyDescription}
      actions={isHeadquarters && can("integrations:manage") ? <LinkButton size="sm" href={href("/settings/offices")}>{t.viewOffices}</LinkButton> : undefined}
    >
      <DescriptionList facts={facts} />
    </SectionCard>
  );
}

function ReadOnlyCard({ settings: { name, timezone, headquarters } }: { settings: Settings }) {
  const seeing = headquarters.filter(({ seesKeys }) => seesKeys).map((each) => each.name);
  return (
    <SectionCard title={t.settings}>
      <DescriptionList
        facts={[
          [t.name, name],
          [t.timeZone, nameTimeZone(timezone)],
          [t.headquartersThatSee, seeing.length === 0 ? t.none : seeing.join(", ")],
        ]}
      />
    </SectionCard>
  );
}
