import { useQuery } from "@tanstack/react-query";
import { ChartColumn } from "lucide-react";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { writeSpanQuery } from "../requests/requests-href.ts";
import { useTRPC } from "../client/trpc.ts";
import { useOrganization } from "../shell/account-context.tsx";
import { Button } from "../ui/button.tsx";
import { SectionCard } from "../ui/card.tsx";
import { EmptyState } from "../ui/feedback/empty-state.tsx";
import { QueryFallback } from "../ui/feedback/query-fallback.tsx";
import { Loading, Skeleton } from "../ui/feedback/skeleton.tsx";
import { Select } from "../ui/forms/select.tsx";
import { TextLink } from "../ui/link.tsx";
import { DataTable } from "../ui/data-table.tsx";
import { UsageFigureRow } from "../usage/usage-figure-row.tsx";
import { countAll, formatShare, usageClasses } from "../usage/usage-figures.ts";
import { formatDuration } from "../ui/format-duration.ts";
import { formatNumber } from "../ui/format.ts";
import { describeWeek, formatHour, listChartHours, type ChartHour, type Traffic } from "./overview-figures.ts";
import { ReasonsCard } from "./reasons-card.tsx";
import { later } from "../ui/feedback/later.tsx";
import { trafficCard as t } from "./strings.ts";

const chartSize = "h-[22.5rem] w-full";
const title = t.requests;
const description = t.last24Hours;

const TrafficChart = later(
  () => import("./traffic-chart.tsx"),
  () => <Skeleton className={chartSize} />,
);

/** Requests and errors of the last 24 hours, of all keys or one. */
export function TrafficCards() {
  const trpc = useTRPC();
  const [keyId, setKeyId] = useState<string | null>(null);
  const traffic = useQuery(
    trpc.overview.traffic.queryOptions({ keyId }, { placeholderData: (previous) => previous, refetchInterval: 60_000 }),
  );
  if (traffic.data === undefined)
    return <QueryFallback query={traffic} what={t.requestsWhat} placeholder={<TrafficSkeleton />} />;
  return (
    <div className="grid gap-6" aria-busy={traffic.isPlaceholderData}>
      <RequestsCard traffic={traffic.data} keyId={keyId} onKey={setKeyId} />
      <ReasonsCard reasons={traffic.data.reasons} total={countAll(traffic.data.totals)} />
    </div>
  );
}

function RequestsCard({
  traffic,
  keyId,
  onKey,
}: {
  traffic: Traffic;
  keyId: string | null;
  onKey: (keyId: string | null) => void;
}) {
  const [isTable, setTable] = useState(false);
  const { href } = useOrganization();
  const router = useRouter();
  const { keys, totals, completeHours } = traffic;
  if (keys.length === 0) {
    return (
      <EmptyState icon={ChartColumn} title={t.noRequestsInLast}>
        {t.requestsWithYourApi}
      </EmptyState>
    );
  }
  const hours = listChartHours(traffic);
  const hrefOf = (hour: string) => href(`/request-logs?${writeSpanQuery(Date.parse(hour), 3_600_000, keyId) ?? ""}`);
  return (
    <SectionCard
      title={title}
      description={description}
      actions={
        <>
          <Select
            aria-label={t.key}
            className="w-56 max-w-full"
            value={keyId ?? ""}
            onChange={({ target }) => onKey(target.value === "" ? null : target.value)}
          >
            <option value="">{t.allKeys}</option>
            {keys.map((key) => (
              <option key={key.keyId} value={key.keyId}>
                {key.name}
              </option>
            ))}
          </Select>
          <Button aria-pressed={isTable} onClick={() => setTable(!isTable)}>
            {isTable ? t.showAsChart : t.showAsTable}
          </Button>
        </>
      }
    >
      <div className="grid gap-5">
        <UsageFigureRow totals={totals} change={describeWeek(completeHours.now, completeHours.weekBefore)} />
        {isTable ? (
          <HourTable hours={hours} hrefOf={hrefOf} />
        ) : (
          <div className={`min-h-[22.5rem] w-full`}>
            <TrafficChart hours={hours} summary={summarize(totals)} onOpen={(hour) => router.push(hrefOf(hour))} />
          </div>
        )}
        {keyId === null && <KeyLines keys={keys} />}
      </div>
    </SectionCard>
  );
}

function summarize(totals: Traffic["totals"]): string {
  const counts = usageClasses
    .map(({ name, label }) => `${formatNumber(totals[name])} ${label.toLowerCase()}`)
    .join(", ");
  return t.requestsOfLast24(counts);
}

function HourTable({ hours, hrefOf }: { hours: readonly ChartHour[]; hrefOf: (hour: string) => string }) {
  return (
    <DataTable
      name="requests-by-hour"
      caption={t.requestsByHour}
      rows={hours.toReversed()}
      keyOf={({ hour }) => hour}
      columns={[
        {
          label: t.hour,
          render: ({ hour }) => <TextLink href={hrefOf(hour)}>{formatHour(hour)}</TextLink>,
          text: ({ hour }) => hour,
          className: "whitespace-nowrap",
        },
        ...usageClasses.map(({ name, label }) => ({
          label,
          isNumber: true,
          render: (hour: ChartHour) => formatNumber(hour[name]),
          text: (hour: ChartHour) => hour[name],
        })),
        {
          label: t.weekBefore,
          isNumber: true,
          render: ({ weekBeforeCount }) => formatNumber(weekBeforeCount),
          text: ({ weekBeforeCount }) => weekBeforeCount,
        },
        {
          label: t.p95Latency,
          isNumber: true,
          render: ({ p95Ms }) => formatDuration(p95Ms),
          text: ({ p95Ms }) => p95Ms,
        },
        {
          label: t.p95WeekBefore,
          isNumber: true,
          render: ({ weekBeforeP95Ms }) => formatDuration(weekBeforeP95Ms),
          text: ({ weekBeforeP95Ms }) => weekBeforeP95Ms,
        },
      ]}
    />
  );
}

function KeyLines({ keys }: Pick<Traffic, "keys">) {
  const { href } = useOrganization();
  return (
    <DataTable
      name="requests-by-key"
      caption={t.requestsByKey}
      rows={keys}
      keyOf={({ keyId }) => keyId}
      columns={[
        {
          label: t.key,
          render: ({ keyId, name }) => (
            <TextLink href={href(`/credentials/${keyId}?tab=usage`)} className="inline-block py-0.5">
              {name}
            </TextLink>
          ),
          text: ({ name }) => name,
          className: "wrap-anywhere",
        },
        {
          label: t.requests,
          isNumber: true,
          render: ({ now }) => formatNumber(countAll(now)),
          text: ({ now }) => countAll(now),
        },
        {
          label: t.weekBefore,
          isNumber: true,
          render: ({ weekBefore }) => formatNumber(countAll(weekBefore)),
          text: ({ weekBefore }) => countAll(weekBefore),
          className: "text-muted",
        },
        { label: t.errors, isNumber: true, render: formatErrors, text: formatErrors },
        {
          label: t.p95Latency,
          isNumber: true,
          render: ({ now }) => formatDuration(now.p95Ms),
          text: ({ now }) => now.p95Ms,
        },
        {
          label: t.p95WeekBefore,
          isNumber: true,
          render: ({ weekBefore }) => formatDuration(weekBefore.p95Ms),
          text: ({ weekBefore }) => weekBefore.p95Ms,
          onPhone: "hidden",
          className: "text-muted",
        },
      ]}
    />
  );
}

function formatErrors({ now }: Traffic["keys"][number]): string {
  return formatShare(countAll(now) - now.succeeded, countAll(now));
}

function TrafficSkeleton() {
  return (
    <SectionCard title={title} description={description} actions={<Skeleton className="h-9.5 w-80 max-w-full" />}>
      <Loading what={t.loadingRequests} />
      <div className="grid gap-5">
        <Skeleton className="h-44 rounded-lg xl:h-24" />
        <Skeleton className={chartSize} />
        <Skeleton className="h-44 rounded-lg" />
      </div>
    </SectionCard>
  );
}
