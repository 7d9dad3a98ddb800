"use client";

import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTRPC, type PortalOutputs } from "../client/trpc.ts";
import { CardLine, CardList } from "../overview/card-list.tsx";
import { SectionCard } from "../ui/card.tsx";
import { Code } from "../ui/code-block.tsx";
import { DescriptionList } from "../ui/description-list.tsx";
import { Badge } from "../ui/feedback/badge.tsx";
import { QueryFallback } from "../ui/feedback/query-fallback.tsx";
import { Loading, Skeleton } from "../ui/feedback/skeleton.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { RelativeTime } from "../ui/relative-time.tsx";
import { DataTable } from "../ui/data-table.tsx";
import { countAll, formatDuration, formatShare } from "../usage/usage-figures.ts";
import { formatNumber } from "../ui/format.ts";
import { AdministratorsOnly } from "./administrators-only.tsx";

type Installation = PortalOutputs["administration"]["overview"];
type Health = Installation["health"];

const title = "Administration";

/** A platform administrator's first screen. */
export function InstallationScreen() {
  return (
    <AdministratorsOnly title={title}>
      <PageHeader title={title} description="What waits for a decision, which organizations use the API, and whether the installation is healthy." />
      <InstallationCards />
    </AdministratorsOnly>
  );
}

function InstallationCards() {
  const trpc = useTRPC();
  const installation = useQuery(trpc.administration.overview.queryOptions({}, { refetchInterval: 60_000 }));
  if (installation.data === undefined) return <QueryFallback query={installation} what="the installation" placeholder={<CardsSkeleton />} />;
  const { requests, pendingCount, traffic, health } = installation.data;
  return (
    <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-2">
      <Waiting requests={requests} pendingCount={pendingCount} />
      <HealthCard health={health} />
      <TrafficCard traffic={traffic} />
    </div>
  );
}

function Waiting({ requests, pendingCount }: Pick<Installation, "requests" | "pendingCount">) {
  const list = { label: pendingCount > requests.length ? `All ${formatNumber(pendingCount)} requests` : "Decide", href: "/administration/scope-requests" };
  return (
    <CardList title="Elevated scopes waiting" all={list} empty="No request for an elevated scope waits for a decision.">
      {requests.map(({ id, scope, keyName, organizationName, requestedAt }) => (
        <CardLine key={id} end={<RelativeTime instant={requestedAt} />}>
          <Code>{scope}</Code> for <span className="font-medium">{keyName}</span> <span className="text-muted">of {organizationName}</span>
        </CardLine>
      ))}
    </CardList>
  );
}

function HealthCard({ health }: { health: Health }) {
  const { version, node, migration, databaseVersion, databaseMs, workerSeenAt, isWorkerRunning, oldestJobAt, oldestDeliveryAt, missingPartitions, isStorageAvailable } = health;
  return (
    <SectionCard title="Installation">
      <DescriptionList
        facts={[
          ["Database", <Sign key="database" isGood good="Connected" bad="">PostgreSQL {databaseVersion}, responded in {formatDuration(databaseMs)}</Sign>],
          ["Worker", <Sign key="worker" isGood={isWorkerRunning} good="Running" bad="Not running">Last seen <RelativeTime instant={workerSeenAt} /></Sign>],
          ["Job queue", <QueueAge key="jobs" oldestAt={oldestJobAt} />],
          ["Webhook queue", <QueueAge key="deliveries" oldestAt={oldestDeliveryAt} />],
          ["Partitions", <Sign key="partitions" isGood={missingPartitions.length === 0} good="Made" bad="Missing">{missingPartitions.join(", ") || "This month and the next"}</Sign>],
          ["Storage", <Sign key="storage" isGood={isStorageAvailable} good="Available" bad="Not available" />],
          ["Version", <span key="version">Caseport {version}, Node.js {node}{migration !== null && <>, schema <Code>{migration}</Code></>}</span>],
        ]}
      />
    </SectionCard>
  );
}

function Sign({ isGood, good, bad, children }: { isGood: boolean; good: string; bad: string; children?: ReactNode }) {
  return (
    <span className="flex flex-wrap items-baseline gap-x-2">
      <Badge tone={isGood ? "success" : "danger"}>{isGood ? good : bad}</Badge>
      {children !== undefined && <span className="text-muted">{children}</span>}
    </span>
  );
}

function QueueAge({ oldestAt }: { oldestAt: string | null }) {
  return oldestAt === null ? <span>Nothing is due</span> : <span>Oldest due <RelativeTime instant={oldestAt} /></span>;
}

function TrafficCard({ traffic }: Pick<Installation, "traffic">) {
  return (
    <SectionCard title="Organizations by traffic" description="Requests of the last 24 hours." className="lg:col-span-2">
      {traffic.length === 0 ? (
        <p className="text-sm text-muted">No organization has sent a request in the last 24 hours.</p>
      ) : (
        <DataTable
          name="organizations-traffic"
          caption="Organizations by requests, the busiest first"
          rows={traffic}
          keyOf={({ organizationId }) => organizationId}
          columns={[
            { label: "Organization", render: ({ name }) => name, text: ({ name }) => name, className: "wrap-anywhere" },
            { label: "Requests", isNumber: true, render: (counts) => formatNumber(countAll(counts)), text: countAll },
            { label: "Rejected", isNumber: true, render: ({ refused }) => formatNumber(refused), text: ({ refused }) => refused },
            { label: "Rate limited", isNumber: true, render: ({ limited }) => formatNumber(limited), text: ({ limited }) => limited },
            { label: "Failed", isNumber: true, render: ({ failed }) => formatNumber(failed), text: ({ failed }) => failed },
            { label: "Errors", isNumber: true, render: formatErrors, text: formatErrors },
          ]}
        />
      )}
    </SectionCard>
  );
}

function formatErrors(counts: Installation["traffic"][number]): string {
  return formatShare(countAll(counts) - counts.succeeded, countAll(counts));
}

function CardsSkeleton() {
  return (
    <div className="grid gap-6 lg:grid-cols-2">
      <Loading what="Loading the installation" />
      <Skeleton className="h-64 rounded-lg" />
      <Skeleton className="h-64 rounded-lg" />
      <Skeleton className="h-72 rounded-lg lg:col-span-2" />
    </div>
  );
}
