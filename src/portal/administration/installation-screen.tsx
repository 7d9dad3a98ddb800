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
import { countAll, formatShare } from "../usage/usage-figures.ts";
import { formatDuration } from "../ui/format-duration.ts";
import { formatNumber } from "../ui/format.ts";
import { AdministratorsOnly } from "./administrators-only.tsx";
import { installationScreen as t } from "./strings.ts";

type Installation = PortalOutputs["administration"]["overview"];
type Health = Installation["health"];

const title = t.administration;

/** A platform administrator's first screen. */
export function InstallationScreen() {
  return (
    <AdministratorsOnly title={title}>
      <PageHeader title={title} description={t.description} />
      <InstallationCards />
    </AdministratorsOnly>
  );
}

function InstallationCards() {
  const trpc = useTRPC();
  const installation = useQuery(trpc.administration.overview.queryOptions({}, { refetchInterval: 60_000 }));
  if (installation.data === undefined)
    return <QueryFallback query={installation} what={t.installation} placeholder={<CardsSkeleton />} />;
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
  const list = {
    label: pendingCount > requests.length ? t.allRequests(formatNumber(pendingCount)) : t.decide,
    href: "/administration/scope-requests",
  };
  return (
    <CardList title={t.elevatedScopesWaiting} all={list} empty={t.elevatedScopesWaitingEmpty}>
      {requests.map(({ id, scope, keyName, organizationName, requestedAt }) => (
        <CardLine key={id} end={<RelativeTime instant={requestedAt} />}>
          {t.request(
            <Code>{scope}</Code>,
            <span className="font-medium">{keyName}</span>,
            (text) => (
              <span className="text-muted">{text}</span>
            ),
            organizationName,
          )}
        </CardLine>
      ))}
    </CardList>
  );
}

function HealthCard({ health }: { health: Health }) {
  const {
    version,
    node,
    migration,
    databaseVersion,
    databaseMs,
    workerSeenAt,
    isWorkerRunning,
    oldestJobAt,
    oldestDeliveryAt,
    missingPartitions,
    isStorageAvailable,
  } = health;
  return (
    <SectionCard title={t.title}>
      <DescriptionList
        facts={[
          [
            t.database,
            <Sign key="database" isGood good={t.connected} bad="">
              {t.postgreSQL(databaseVersion, formatDuration(databaseMs))}
            </Sign>,
          ],
          [
            t.worker,
            <Sign key="worker" isGood={isWorkerRunning} good={t.running} bad={t.notRunning}>
              {t.lastSeen(<RelativeTime instant={workerSeenAt} />)}
            </Sign>,
          ],
          [t.jobQueue, <QueueAge key="jobs" oldestAt={oldestJobAt} />],
          [t.webhookQueue, <QueueAge key="deliveries" oldestAt={oldestDeliveryAt} />],
          [
            t.partitions,
            <Sign key="partitions" isGood={missingPartitions.length === 0} good={t.made} bad={t.missing}>
              {missingPartitions.join(", ") || t.thisMonthAndNext}
            </Sign>,
          ],
          [t.storage, <Sign key="storage" isGood={isStorageAvailable} good={t.available} bad={t.notAvailable} />],
          [
            t.version,
            <span key="version">
              {t.versions(version, node, migration !== null && t.schema(<Code>{migration}</Code>))}
            </span>,
          ],
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
  return oldestAt === null ? (
    <span>{t.nothingIsDue}</span>
  ) : (
    <span>{t.oldestDue(<RelativeTime instant={oldestAt} />)}</span>
  );
}

function TrafficCard({ traffic }: Pick<Installation, "traffic">) {
  return (
    <SectionCard
      title={t.organizationsByTraffic}
      description={t.organizationsByTrafficDescription}
      className="lg:col-span-2"
    >
      {traffic.length === 0 ? (
        <p className="text-sm text-muted">{t.noOrganizationHasSent}</p>
      ) : (
        <DataTable
          name="organizations-traffic"
          caption={t.organizationsByRequests}
          rows={traffic}
          keyOf={({ organizationId }) => organizationId}
          columns={[
            { label: t.organization, render: ({ name }) => name, text: ({ name }) => name, className: "wrap-anywhere" },
            { label: t.requests, isNumber: true, render: (counts) => formatNumber(countAll(counts)), text: countAll },
            {
              label: t.rejected,
              isNumber: true,
              render: ({ refused }) => formatNumber(refused),
              text: ({ refused }) => refused,
            },
            {
              label: t.rateLimited,
              isNumber: true,
              render: ({ limited }) => formatNumber(limited),
              text: ({ limited }) => limited,
            },
            {
              label: t.failed,
              isNumber: true,
              render: ({ failed }) => formatNumber(failed),
              text: ({ failed }) => failed,
            },
            { label: t.errors, isNumber: true, render: formatErrors, text: formatErrors },
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
      <Loading what={t.loadingInstallation} />
      <Skeleton className="h-64 rounded-lg" />
      <Skeleton className="h-64 rounded-lg" />
      <Skeleton className="h-72 rounded-lg lg:col-span-2" />
    </div>
  );
}
