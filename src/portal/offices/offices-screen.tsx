"use client";

import { useQuery } from "@tanstack/react-query";
import { Building2 } from "lucide-react";
import { useSearchParams } from "next/navigation";
import { useTRPC, type PortalOutputs } from "../client/trpc.ts";
import { useOrganization } from "../shell/account-context.tsx";
import { NoPermission } from "../shell/no-permission.tsx";
import { DataTable } from "../ui/data-table.tsx";
import { EmptyState } from "../ui/feedback/empty-state.tsx";
import { QueryFallback } from "../ui/feedback/query-fallback.tsx";
import { SkeletonTable } from "../ui/feedback/skeleton.tsx";
import { formatNumber } from "../ui/format.ts";
import { PlainLink } from "../ui/link.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { RelativeTime } from "../ui/relative-time.tsx";
import { countAll, formatShare } from "../usage/usage-figures.ts";
import { OfficeKeys } from "./office-keys.tsx";

type Office = PortalOutputs["keys"]["listOffices"]["offices"][number];
type Health = NonNullable<Office["health"]>;

const title = "Offices";

/** What a headquarters sees of its offices' keys. `?office=org_…` lists the keys of one. */
export function OfficesScreen() {
  const { can, href } = useOrganization();
  const trpc = useTRPC();
  const isManager = can("integrations:manage");
  const offices = useQuery(trpc.keys.listOffices.queryOptions({}, { enabled: isManager }));
  const chosen = useSearchParams().get("office");
  const office = chosen === null ? undefined : offices.data?.offices.find(({ organizationId }) => organizationId === chosen);
  return (
    <>
      <PageHeader
        title={office === undefined ? title : office.name}
        description={office === undefined ? "API keys and requests of the organizations below this headquarters. Administrators of each decide whether you see them, in its own Settings under Organization." : "API keys of the office, to read. Its own members change them."}
        {...(office !== undefined && { trail: [{ label: title, href: href("/settings/offices") }] })}
      />
      {!isManager ? (
        <NoPermission permission="integrations:manage" what="see the API keys of offices" />
      ) : offices.data === undefined ? (
        <QueryFallback query={offices} what="offices" placeholder={<SkeletonTable rows={4} />} />
      ) : office === undefined ? (
        <OfficeTable offices={offices.data.offices} />
      ) : (
        <OfficeKeys organizationId={office.organizationId} isVisible={office.health !== null} />
      )}
    </>
  );
}

function OfficeTable({ offices }: { offices: readonly Office[] }) {
  if (offices.length === 0) {
    return (
      <EmptyState icon={Building2} title="No offices">
        No organization is below this one, or this one is not a headquarters. Platform administrators place organizations.
      </EmptyState>
    );
  }
  return (
    <DataTable
      name="offices"
      caption="Offices"
      rows={offices}
      keyOf={({ organizationId }) => organizationId}
      columns={[
        { label: "Office", render: (office) => <NameCell office={office} />, text: ({ name }) => name, className: "max-sm:basis-full sm:min-w-52 wrap-anywhere" },
        number("API keys", ({ keys }) => keys),
        number("Need attention", ({ needsAttention }) => needsAttention),
        { ...number("Expiring", ({ expiring }) => expiring), isOptional: true },
        { ...number("Paused", ({ paused }) => paused), isOptional: true },
        number("Stopped webhooks", ({ stoppedWebhooks }) => stoppedWebhooks),
        number("Requests (24 h)", countAll),
        { label: "Errors", isNumber: true, render: ({ health }) => (health === null ? none : formatErrors(health)), text: ({ health }) => (health === null ? null : formatErrors(health)) },
        { label: "Last used", render: ({ health }) => (health === null ? none : <RelativeTime instant={health.lastUsedAt} />), text: ({ health }) => health?.lastUsedAt ?? null },
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
        <span className="font-semibold">{name}</span> <span className="block text-[0.8125rem] text-muted">API keys not visible</span>
      </span>
    );
  }
  return (
    <PlainLink href={href(`/settings/offices?office=${organizationId}`)} className="rounded py-0.5 font-semibold text-accent hover:underline">
      {name}
    </PlainLink>
  );
}
