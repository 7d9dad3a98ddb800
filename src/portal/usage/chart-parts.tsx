import { Bar } from "recharts";
import { cn } from "../ui/class-names.ts";
import { countAll, usageClasses, type Counts } from "./usage-figures.ts";
import { formatDuration } from "../ui/format-duration.ts";
import { formatNumber } from "../ui/format.ts";
import { chartParts as t } from "./strings.ts";
import { UsagePattern, UsageSwatch } from "./usage-pattern.tsx";

/** What the charts of requests by day and by hour have in common. */
export const axis = {
  stroke: "var(--edge)",
  tick: { fill: "var(--muted)", fontSize: 12 },
  tickLine: false,
} as const;
/** The x axis of a drawing below bars: its points are in their middles. Without bars, Recharts puts them at the edges. */
export const belowBars = { ...axis, scale: "band" } as const;
export const margin = { top: 8, right: 8, bottom: 0, left: 0 };
/** Both drawings of a chart share the x axis, so their y axes have the same width. */
export const numbersWidth = 56;
/** A label stays on one line: Recharts breaks at spaces, and the line above the topmost tick would be cut off. */
export const latencyAxis = {
  ...axis,
  width: numbersWidth,
  tickCount: 3,
  tickFormatter: (value: number) => formatDuration(value).replaceAll(" ", "\u00a0"),
  axisLine: false,
} as const;
export const latencyLine = {
  stroke: "var(--text)",
  strokeWidth: 1.75,
  dot: { r: 2, fill: "var(--text)", strokeWidth: 0 },
  isAnimationActive: false,
} as const;

/**
 * The stacked bars of requests by result, for a chart of Recharts.
 *
 * @param id of the chart: its patterns have ids of their own in the document
 */
export function drawRequestBars(id: string) {
  return (
    <>
      <defs>
        {usageClasses.map(({ name }) => (
          <UsagePattern key={name} id={`${id}-${name}`} name={name} />
        ))}
      </defs>
      {usageClasses.map(({ name }) => (
        <Bar
          key={name}
          dataKey={name}
          stackId="requests"
          fill={`url(#${id}-${name})`}
          stroke="var(--surface)"
          strokeWidth={0.75}
          isAnimationActive={false}
        />
      ))}
    </>
  );
}

interface ChartTooltipProps {
  title: string;
  /** Between the title and the number of requests. */
  separator: string;
  counts: Counts;
  /** Further values, each with its label. */
  pairs: readonly (readonly [label: string, value: string])[];
  className: string;
}

/** The requests at a point of a chart, by result. */
export function ChartTooltip({ title, separator, counts, pairs, className }: ChartTooltipProps) {
  return (
    <div className={cn("rounded-md border border-line bg-surface px-3 py-2 text-[0.8125rem] shadow-lg", className)}>
      <p className="mb-1 font-semibold">
        {title}
        <span className="font-normal text-muted">
          {separator}
          {t.requests(formatNumber(countAll(counts)))}
        </span>
      </p>
      <dl className="grid grid-cols-[auto_1fr_auto] items-center gap-x-2 gap-y-0.5">
        {usageClasses.map(({ name, label }) => (
          <div key={name} className="contents">
            <dt className="contents">
              <UsageSwatch name={name} />
              {label}
            </dt>
            <dd className="text-right tabular-nums">{formatNumber(counts[name])}</dd>
          </div>
        ))}
        {pairs.map(([label, value]) => (
          <div key={label} className="contents">
            <dt className="col-span-2">{label}</dt>
            <dd className="text-right tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-1.5 text-muted">{t.openRequests}</p>
    </div>
  );
}
