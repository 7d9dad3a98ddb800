import { useQuery } from "@tanstack/react-query";
import { ChartColumn } from "lucide-react";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { writeSpanQuery } from "../requests/requests-href.ts";
import { useOrganization } from "../shell/account-context.tsx";
import { useTRPC, type PortalOutputs } from "../client/trpc.ts";
import { Banner } from "../ui/feedback/banner.tsx";
import { Button } from "../ui/button.tsx";
import { SectionCard } from "../ui/card.tsx";
import { EmptyState } from "../ui/feedback/empty-state.tsx";
import { QueryFallback } from "../ui/feedback/query-fallback.tsx";
import { Loading, Skeleton } from "../ui/feedback/skeleton.tsx";
import { UnusedScopes } from "./unused-scopes.tsx";
import { UsageFigureRow } from "./usage-figure-row.tsx";
import {
  countAll,
  countPeriodBefore,
  describeChange,
  findLongerPeriod,
  usageClasses,
  usagePeriods,
  type Counts,
  type UsageDay,
  type UsagePeriod,
} from "./usage-figures.ts";
import { addDays } from "../ui/calendar-days.ts";
import { formatNumber } from "../ui/format.ts";
import { OperationTable, UsageTable } from "./usage-table.tsx";
import { later } from "../ui/feedback/later.tsx";
import { usagePanel as t } from "./strings.ts";

const chartSize = "h-[27.5rem] w-full";

const UsageChart = later(
  () => import("./usage-chart.tsx"),
  () => <Skeleton className={chartSize} />,
);

interface UsagePanelProps {
  keyId: string;
  /** Where to remove scopes; null for a key that has ended. */
  editHref: string | null;
}

export function UsagePanel({ keyId, editHref }: UsagePanelProps) {
  const trpc = useTRPC();
  const [period, setPeriod] = useState<UsagePeriod>(30);
  const longer = findLongerPeriod(period);
  const [today] = useState(() => new Date().toISOString().slice(0, 10));
  const inputOf = (days: UsagePeriod, groupBy: "day" | "operation") => ({
    serviceAccountId: keyId,
    from: addDays(today, 1 - days),
    to: today,
    groupBy,
  });
  const keep = { placeholderData: <Data,>(previous: Data | undefined) => previous };
  const query = useQuery(trpc.serviceAccounts.usage.get.queryOptions(inputOf(period, "day"), keep));
  const long = useQuery(
    trpc.serviceAccounts.usage.get.queryOptions(inputOf(longer ?? 90, "day"), { enabled: longer !== null }),
  );
  const byOperation = useQuery(trpc.serviceAccounts.usage.get.queryOptions(inputOf(period, "operation"), keep));
  if (query.data === undefined) return <QueryFallback query={query} what={t.usage} placeholder={<UsageSkeleton />} />;
  const { usage } = query.data;
  // The previous period's days stay until the new ones arrive.
  const shown = usagePeriods.find((days) => days === usage.rows.length) ?? period;
  const isKnown = shown === period && longer !== null && long.data !== undefined;
  const before = isKnown ? countPeriodBefore(listDays(long.data.usage), period, today, usage.observedSince) : null;
  return (
    <div className="grid grid-cols-1 gap-6" aria-busy={query.isPlaceholderData}>
      <Requests keyId={keyId} usage={usage} shown={shown} period={period} before={before} onPeriodChange={setPeriod} />
      {usage.totals.requests > 0 && (
        <SectionCard title={t.operations} description={t.operationsDescription(shown)}>
          {byOperation.data === undefined ? (
            <QueryFallback query={byOperation} what={t.usage} placeholder={<Skeleton className="h-44" />} />
          ) : (
            <OperationTable rows={byOperation.data.usage.rows} />
          )}
        </SectionCard>
      )}
      <UnusedScopes scopes={usage.unusedScopes} observedSince={usage.observedSince} editHref={editHref} />
    </div>
  );
}

type Usage = PortalOutputs["serviceAccounts"]["usage"]["get"]["usage"];

/** The rows of a usage by day. */
function listDays({ rows }: Usage): UsageDay[] {
  return rows.map((row) => ({ ...row, day: row.day ?? "" }));
}

interface RequestsProps {
  keyId: string;
  usage: Usage;
  /** The shown period, and the chosen one. */
  shown: UsagePeriod;
  period: UsagePeriod;
  before: Counts | null;
  onPeriodChange: (period: UsagePeriod) => void;
}

function Requests({ keyId, usage, shown, period, before, onPeriodChange }: RequestsProps) {
  const [isTable, setTable] = useState(false);
  const { totals, lostRequests } = usage;
  return (
    <SectionCard
      title={t.requests}
      description={t.requestsDescription}
      actions={
        <>
          <PeriodChoice period={period} onPeriodChange={onPeriodChange} />
          <Button size="sm" aria-pressed={isTable} onClick={() => setTable(!isTable)}>
            {isTable ? t.showAsChart : t.showAsTable}
          </Button>
        </>
      }
    >
      <div className="grid gap-5">
        <UsageFigureRow
          totals={totals}
          change={before === null ? null : describeChange(totals.requests, countAll(before), shown)}
        />
        <Days keyId={keyId} days={listDays(usage)} totals={totals} isTable={isTable} period={shown} />
        {lostRequests > 0 && <Banner title={t.requestsAreMissing(lostRequests)}>{t.missingRequestsGotResponse}</Banner>}
      </div>
    </SectionCard>
  );
}

interface DaysProps {
  keyId: string;
  days: readonly UsageDay[];
  totals: Counts;
  isTable: boolean;
  period: UsagePeriod;
}

function Days({ keyId, days, totals, isTable, period }: DaysProps) {
  const { href } = useOrganization();
  const router = useRouter();
  /** On the tab of the same page. */
  const hrefOf = (day: string) => {
    const query = writeSpanQuery(Date.parse(`${day}T00:00:00Z`), 86_400_000);
    return query === null ? null : href(`/credentials/${keyId}?tab=requests&${query}`);
  };
  const open = (day: string) => {
    const to = hrefOf(day);
    if (to !== null) router.push(to);
  };
  if (countAll(totals) === 0) {
    return (
      <EmptyState icon={ChartColumn} title={t.noRequestsInLast(period)} className="min-h-[27.5rem] content-center">
        {t.requestsWithThisKey}
      </EmptyState>
    );
  }
  if (isTable) return <UsageTable days={days} hrefOf={hrefOf} />;
  const summary = usageClasses
    .map(({ name, label }) => `${formatNumber(totals[name])} ${label.toLowerCase()}`)
    .join(", ");
  return (
    <div className="min-h-[27.5rem] w-full">
      <UsageChart days={days} summary={t.requestsOfLastDays(period, summary)} onOpen={open} />
    </div>
  );
}

function PeriodChoice({
  period,
  onPeriodChange,
}: {
  period: UsagePeriod;
  onPeriodChange: (period: UsagePeriod) => void;
}) {
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a fieldset would want a legend that is seen
    <div role="group" aria-label={t.period} className="flex gap-1">
      {usagePeriods.map((days) => (
        <Button
          key={days}
          size="sm"
          variant={days === period ? "primary" : "secondary"}
          aria-pressed={days === period}
          onClick={() => onPeriodChange(days)}
        >
          {t.days(days)}
        </Button>
      ))}
    </div>
  );
}

function UsageSkeleton() {
  return (
    <SectionCard
      title={t.requests}
      description={t.requestsDescription}
      actions={<Skeleton className="h-8 w-80 max-w-full max-sm:h-18" />}
    >
      <Loading what={t.loadingUsage} />
      <div className="grid gap-5">
        <Skeleton className="h-44 rounded-lg xl:h-24" />
        <Skeleton className={chartSize} />
      </div>
    </SectionCard>
  );
}
