"use client";

import { useQuery } from "@tanstack/react-query";
import { ChartColumn } from "lucide-react";
import dynamic from "next/dynamic";
import { useState } from "react";
import { useTRPC } from "../client/trpc.ts";
import { useOrganization } from "../shell/account-context.tsx";
import { Button } from "../ui/button.tsx";
import { SectionCard } from "../ui/card.tsx";
import { EmptyState } from "../ui/feedback/empty-state.tsx";
import { QueryFallback } from "../ui/feedback/query-fallback.tsx";
import { Loading, Skeleton } from "../ui/feedback/skeleton.tsx";
import { Select } from "../ui/forms/select.tsx";
import { TextLink } from "../ui/link.tsx";
import { Cell, HeadCell, Row, Table, TableBody, TableHead } from "../ui/table.tsx";
import { UsageFigureRow } from "../usage/usage-figure-row.tsx";
import { countAll, formatDuration, formatNumber, formatShare, usageClasses } from "../usage/usage-figures.ts";
import { describeWeek, formatHour, listChartHours } from "./overview-figures.ts";
import type { ChartHour, Traffic } from "./overview-figures.ts";
import { ReasonsCard } from "./reasons-card.tsx";

const chartSize = "h-[22.5rem] w-full";
const title = "Requests";
const description = "Last 24 hours by hour, compared with the same hours a week before.";

const TrafficChart = dynamic(() => import("./traffic-chart.tsx"), { ssr: false, loading: () => <Skeleton className={chartSize} /> });

/** Requests and errors of the last 24 hours, of all keys or one. */
export function TrafficCards() {
  const trpc = useTRPC();
  const [keyId, setKeyId] = useState<string | null>(null);
  const traffic = useQuery(trpc.overview.traffic.queryOptions({ keyId }, { placeholderData: (previous) => previous, refetchInterval: 60_000 }));
  if (traffic.data === undefined) return <QueryFallback query={traffic} what="requests" placeholder={<TrafficSkeleton />} />;
  return (
    <div className="grid gap-6" aria-busy={traffic.isPlaceholderData}>
      <RequestsCard traffic={traffic.data} keyId={keyId} onKey={setKeyId} />
      <ReasonsCard reasons={traffic.data.reasons} total={countAll(traffic.data.totals)} />
    </div>
  );
}

function RequestsCard({ traffic, keyId, onKey }: { traffic: Traffic; keyId: string | null; onKey: (keyId: string | null) => void }) {
  const [isTable, setTable] = useState(false);
  const { keys, totals, completeHours } = traffic;
  if (keys.length === 0) {
    return (
      <EmptyState icon={ChartColumn} title="No requests in the last 24 hours">
        Requests with your API keys are counted here by hour, with their errors and latency.
      </EmptyState>
    );
  }
  const hours = listChartHours(traffic);
  return (
    <SectionCard
      title={title}
      description={description}
      actions={
        <>
          <Select aria-label="Key" className="w-56 max-w-full" value={keyId ?? ""} onChange={({ target }) => onKey(target.value === "" ? null : target.value)}>
            <option value="">All keys</option>
            {keys.map((key) => (
              <option key={key.keyId} value={key.keyId}>
                {key.name}
              </option>
            ))}
          </Select>
          <Button aria-pressed={isTable} onClick={() => setTable(!isTable)}>
            {isTable ? "Show as chart" : "Show as table"}
          </Button>
        </>
      }
    >
      <div className="grid gap-5">
        <UsageFigureRow totals={totals} change={describeWeek(completeHours.now, completeHours.weekBefore)} />
        {isTable ? <HourTable hours={hours} /> : <div className={`min-h-[22.5rem] w-full`}><TrafficChart hours={hours} summary={summarize(totals)} /></div>}
        {keyId === null && <KeyLines keys={keys} />}
      </div>
    </SectionCard>
  );
}

function summarize(totals: Traffic["totals"]): string {
  const counts = usageClasses.map(({ name, label }) => `${formatNumber(totals[name])} ${label.toLowerCase()}`).join(", ");
  return `Requests of the last 24 hours by hour: ${counts}. The table shows the same data.`;
}

function HourTable({ hours }: { hours: readonly ChartHour[] }) {
  return (
    <Table caption="Requests by hour, newest first">
      <TableHead>
        <HeadCell>Hour</HeadCell>
        {usageClasses.map(({ name, label }) => (
          <HeadCell key={name} className="text-right">
            {label}
          </HeadCell>
        ))}
        <HeadCell className="text-right">Week before</HeadCell>
        <HeadCell className="text-right">p95 latency</HeadCell>
        <HeadCell className="text-right">p95 a week before</HeadCell>
      </TableHead>
      <TableBody>
        {hours.toReversed().map((hour) => (
          <Row key={hour.hour}>
            <Cell head label="Hour" className="whitespace-nowrap">
              {formatHour(hour.hour)}
            </Cell>
            {usageClasses.map(({ name, label }) => (
              <Cell key={name} label={label} className="text-right tabular-nums">
                {formatNumber(hour[name])}
              </Cell>
            ))}
            <Cell label="Week before" className="text-right tabular-nums">
              {formatNumber(hour.weekBefore)}
            </Cell>
            <Cell label="p95 latency" className="text-right tabular-nums">
              {formatDuration(hour.p95Ms)}
            </Cell>
            <Cell label="p95 a week before" className="text-right tabular-nums">
              {formatDuration(hour.weekBeforeP95Ms)}
            </Cell>
          </Row>
        ))}
      </TableBody>
    </Table>
  );
}

function KeyLines({ keys }: Pick<Traffic, "keys">) {
  const { href } = useOrganization();
  return (
    <Table caption="Requests by key, the busiest first">
      <TableHead>
        <HeadCell>Key</HeadCell>
        <HeadCell className="text-right">Requests</HeadCell>
        <HeadCell className="text-right">Week before</HeadCell>
        <HeadCell className="text-right">Errors</HeadCell>
        <HeadCell className="text-right">p95 latency</HeadCell>
        <HeadCell className="text-right">p95 a week before</HeadCell>
      </TableHead>
      <TableBody>
        {keys.map(({ keyId, name, now, weekBefore }) => (
          <Row key={keyId}>
            <Cell head className="wrap-anywhere">
              <TextLink href={href(`/credentials/${keyId}?tab=usage`)}>{name}</TextLink>
            </Cell>
            <Cell label="Requests" className="text-right tabular-nums">
              {formatNumber(countAll(now))}
            </Cell>
            <Cell label="Week before" className="text-right text-muted tabular-nums">
              {formatNumber(countAll(weekBefore))}
            </Cell>
            <Cell label="Errors" className="text-right tabular-nums">
              {formatShare(countAll(now) - now.succeeded, countAll(now))}
            </Cell>
            <Cell label="p95 latency" className="text-right tabular-nums">
              {formatDuration(now.p95Ms)}
            </Cell>
            <Cell label="p95 a week before" className="text-right text-muted tabular-nums">
              {formatDuration(weekBefore.p95Ms)}
            </Cell>
          </Row>
        ))}
      </TableBody>
    </Table>
  );
}

function TrafficSkeleton() {
  return (
    <SectionCard title={title} description={description} actions={<Skeleton className="h-9.5 w-80 max-w-full" />}>
      <Loading what="Loading requests" />
      <div className="grid gap-5">
        <Skeleton className="h-44 rounded-lg xl:h-24" />
        <Skeleton className={chartSize} />
        <Skeleton className="h-44 rounded-lg" />
      </div>
    </SectionCard>
  );
}
