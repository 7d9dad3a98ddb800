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
import { formatAddress } from "./contact-values.ts";
import type { Profile } from "./profile-values.ts";
import { SettingsForm, type Headquarters } from "./settings-form.tsx";
import { organizationScreen as t } from "./strings.ts";

export function OrganizationScreen() {
  const { can } = useOrganization();
  const trpc = useTRPC();
  const profile = useQuery(trpc.organization.get.queryOptions({}));
  const above = useQuery(trpc.organization.listHeadquarters.queryOptions({}));
  const isManager = can("organization:manage");
  return (
    <div>
      <PageHeader title={t.title} description={isManager ? t.description : t.ownersAndAdministrators} />
      {profile.data === undefined || above.data === undefined ? (
        <QueryFallback
          query={profile.data === undefined ? profile : above}
          what={t.organization}
          placeholder={<SkeletonTab />}
        />
      ) : (
        <div className="grid gap-5">
          <HierarchyCard profile={profile.data.organization} />
          {isManager ? (
            <SettingsForm profile={profile.data.organization} headquarters={above.data.headquarters} />
          ) : (
            <ReadOnlyCard profile={profile.data.organization} headquarters={above.data.headquarters} />
          )}
        </div>
      )}
    </div>
  );
}

/** Where platform administrators placed it. */
function HierarchyCard({
  profile: { slug, isHeadquarters, reportsToHeadquarters, parentOrganization, createdAt },
}: {
  profile: Profile;
}) {
  const { can, href } = useOrganization();
  const facts: (readonly [string, ReactNode])[] = [
    [t.nameInURLs, slug],
    [t.parentOrganization, parentOrganization?.name ?? t.none],
    [t.headquarters, isHeadquarters ? t.yes : t.no],
    ...(parentOrganization === null
      ? []
      : [[t.reportsOfHeadquarters, reportsToHeadquarters ? t.included : t.excluded] as const]),
    [t.created, <ExactTime key="created" instant={createdAt} time={false} />],
  ];
  return (
    <SectionCard
      title={t.hierarchy}
      description={t.hierarchyDescription}
      actions={
        isHeadquarters && can("integrations:manage") ? (
          <LinkButton size="sm" href={href("/settings/child-organizations")}>
            {t.viewOffices}
          </LinkButton>
        ) : undefined
      }
    >
      <DescriptionList facts={facts} />
    </SectionCard>
  );
}

function ReadOnlyCard({ profile, headquarters }: { profile: Profile; headquarters: Headquarters }) {
  const { name, legalName, timezone, workdayStartsAt, workdayEndsAt, phone, email, website, address, keysVisibleTo } =
    profile;
  const seeing = headquarters.filter(({ id }) => keysVisibleTo.includes(id)).map((each) => each.name);
  return (
    <SectionCard title={t.settings}>
      <DescriptionList
        facts={[
          [t.name, name],
          [t.legalName, legalName],
          [t.timeZone, nameTimeZone(timezone)],
          [t.workingHours, `${workdayStartsAt}–${workdayEndsAt}`],
          [t.phone, phone ?? t.none],
          [t.email, email ?? t.none],
          [t.website, website ?? t.none],
          [t.address, address === null ? t.none : formatAddress(address)],
          [t.headquartersThatSee, seeing.length === 0 ? t.none : seeing.join(", ")],
        ]}
      />
    </SectionCard>
  );
}
