import { useQuery } from "@tanstack/react-query";
import { useTRPC } from "../client/trpc.ts";
import { SectionCard } from "../ui/card.tsx";
import { QueryFallback } from "../ui/feedback/query-fallback.tsx";
import { SkeletonTab } from "../ui/feedback/skeleton.tsx";
import { formatNumber } from "../ui/format.ts";
import { healthCard as t } from "./lazy-strings.ts";

/** The server counts no further. */
const mostUnlinked = 1_000;

/** What became of messages in the last day. */
export function HealthCard() {
  const trpc = useTRPC();
  const found = useQuery(trpc.communicationSettings.health.queryOptions({}));
  return (
    <SectionCard title={t.title}>
      {found.data === undefined ? (
        <QueryFallback query={found} what={t.numbers} placeholder={<SkeletonTab />} />
      ) : (
        <Figures {...found.data.health} />
      )}
    </SectionCard>
  );
}

function Figures({ sent, failed, blocked, unlinked }: Record<"sent" | "failed" | "blocked" | "unlinked", number>) {
  const figures = [
    [t.sent, formatNumber(sent), false],
    [t.failed, formatNumber(failed), failed > 0],
    [t.blocked, formatNumber(blocked), false],
    [t.unlinked, unlinked < mostUnlinked ? formatNumber(unlinked) : t.atLeast(formatNumber(unlinked)), unlinked > 0],
  ] as const;
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-4 sm:grid-cols-4">
      {figures.map(([label, value, needsAttention]) => (
        <div key={label} className="flex flex-col-reverse justify-end">
          <dt className="text-sm text-muted">{label}</dt>
          <dd className={`text-2xl font-semibold tabular-nums ${needsAttention ? "text-warning" : ""}`}>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
