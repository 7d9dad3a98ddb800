import type { ReactNode } from "react";
import { countAll, formatShare, usageClasses, type Counts } from "./usage-figures.ts";
import { formatDuration } from "../ui/format-duration.ts";
import { formatNumber } from "../ui/format.ts";
import { usageFigureRow as t } from "./strings.ts";
import { UsageSwatch } from "./usage-pattern.tsx";

interface UsageFigureRowProps {
  totals: Counts & { p95Ms: number | null };
  /** How the number of requests compares with before; null if unknown. */
  change: string | null;
}

export function UsageFigureRow({ totals, change }: UsageFigureRowProps) {
  const all = countAll(totals);
  return (
    <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-lg border border-line bg-line sm:grid-cols-3 xl:grid-cols-6">
      <Figure label={t.requests} value={formatNumber(all)} note={change} />
      {usageClasses.map(({ name, label, hint }) => (
        <Figure
          key={name}
          label={label}
          mark={<UsageSwatch name={name} />}
          value={formatNumber(totals[name])}
          note={all === 0 ? hint : `${formatShare(totals[name], all)} · ${hint}`}
        />
      ))}
      <Figure label={t.p95Latency} value={formatDuration(totals.p95Ms)} />
    </dl>
  );
}

interface FigureProps {
  label: string;
  mark?: ReactNode;
  value: string;
  note?: string | null;
}

function Figure({ label, mark, value, note = null }: FigureProps) {
  return (
    <div className="grid content-start bg-surface px-4 py-3">
      <dt className="flex items-center gap-2 text-[0.8125rem] text-muted">
        {mark}
        {label}
      </dt>
      <dd>
        <span className="block text-2xl leading-tight font-semibold tabular-nums">{value}</span>
        <span className="block min-h-4 text-xs leading-4 text-muted">{note}</span>
      </dd>
    </div>
  );
}
