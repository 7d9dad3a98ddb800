"use client";

import { useQuery } from "@tanstack/react-query";
import { Building2 } from "lucide-react";
import { useSearchParams } from "next/navigation";
import { LoadedList } from "../client/loaded-list.tsx";
import { useTRPC, type PortalOutputs } from "../client/trpc.ts";
import { useOrganization } from "../shell/account-context.tsx";
import { NoPermission } from "../shell/no-permission.tsx";
import { DataTable } from "../ui/data-table.tsx";
import { EmptyState } from "../ui/feedback/empty-state.tsx";
import { SkeletonTable } from "../ui/feedback/skeleton.tsx";
import { formatNumber } from "../ui/format.ts";
import { PlainLink } from "../ui/link.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { RelativeTime } from "../ui/relative-time.tsx";
import { countAll, formatShare } from "../usage/usage-figures.ts";
import { OfficeKeys } from "./office-keys.tsx";
import { officesScreen as t } from "./strings.ts";

type Office = PortalOutputs["keys"]["listOffices"]["offices"][number];
type Health = NonNullable<Office["health"]>;

const title = t.offices;

/** What a headquarters sees of its offices' keys. `?office=org_…` lists the keys of one. */
export function OfficesScreen() {
  const { can } = useOrganization();
  if (can("integrations:manage")) return <Offices />;
  return (
    <>
      <PageHeader title={title} description={t.apiKeysAndRequests} />
      <NoPermission permission="integrations:manage" what={t.seeApiKeys} />
    </>
  );
}

function Offices() {
  const { href } = useOrganization();
  const trpc = useTRPC();
  const list = useQuery(trpc.keys.listOffices.queryOptions({}));
  const chosen = useSearchParams().get("office");
  const offices = list.data?.offices;
  const office = chosen === null ? undefined : offices?.find(({ organizationId }) => organizationId === chosen);
  if (office === undefined) {
    return (
      <>
        <PageHeader title={title} description={t.apiKeysAndRequests} />
        <LoadedList
          query={list}
          items={offices}
          what={t.officesWhat}
          placeholder={<SkeletonTable rows={4} />}
          empty={
            <EmptyState icon={Building2} title={t.noOffices}>
              {t.noOrganizationIsBelow}
            </EmptyState>
          }
        >
          {(shown) => <OfficeTable offices={shown} />}
        </LoadedList>
      </>
    );
  }
  return (
    <>
      <PageHeader
        title={office.name}
        description={t.apiKeysOfOffice}
        trail={[{ label: title, href: href("/settings/child-organizations") }]}
      />
      <OfficeKeys organizationId={office.organizationId} isVisible={office.health !== null} />
    </>
  );
}

function OfficeTable({ offices }: { offices: readonly Office[] }) {
  return (
    <DataTable
      name="offices"
      caption={t.offices}
      rows={offices}
      keyOf={({ organizationId }) => organizationId}
      columns={[
        {
          label: t.office,
          render: (office) => <NameCell office={office} />,
          text: ({ name }) => name,
          className: "max-sm:basis-full sm:min-w-52 wrap-anywhere",
        },
        number(t.apiKeys, ({ keys }) => keys),
        number(t.needAttention, ({ needsAttention }) => needsAttention),
        { ...number(t.expiring, ({ expiring }) => expiring), isOptional: true },
        { ...number(t.paused, ({ paused }) => paused), isOptional: true },
        number(t.stoppedWebhooks, ({ stoppedWebhooks }) => stoppedWebhooks),
        number(t.requests24H, countAll),
        {
          label: t.errors,
          isNumber: true,
          render: ({ health }) => (health === null ? none : formatErrors(health)),
          text: ({ health }) => (health === null ? null : formatErrors(health)),
        },
        {
          label: t.lastUsed,
          render: ({ health }) => (health === null ? none : <RelativeTime instant={health.lastUsedAt} />),
          text: ({ health }) => health?.lastUsedAt ?? null,
          shownFrom: 90,
        },
      ]}
    />
  );
}

const none = <span className="text-muted">—</span>;

function number(label: string, count: (health: Health) => number) {
  return {
    label,
    isNumber: true,
    render: ({ health }: Office) => (health === null ? none : formatNumber(count(health))),
    text: ({ health }: Office) => (health === null ? null : count(health)),
  };
}

function formatErrors(health: Health): string {
  return formatShare(countAll(health) - health.succeeded, countAll(health));
}

function NameCell({ office: { organizationId, name, health } }: { office: Office }) {
  const { href } = useOrganization();
  if (health === null) {
    return (
      <span>
        <span className="font-semibold">{name}</span>{" "}
        <span className="block text-[0.8125rem] text-muted">{t.apiKeysNotVisible}</span>
      </span>
    );
  }
  return (
    <PlainLink
      href={href(`/settings/child-organizations?office=${organizationId}`)}
      className="rounded py-0.5 font-semibold text-accent hover:underline"
    >
      {name}
    </PlainLink>
  );
}
