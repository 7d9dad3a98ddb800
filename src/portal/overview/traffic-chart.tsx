import { useId } from "react";
import { CartesianGrid, ComposedChart, Line, ResponsiveContainer, Tooltip, XAxis, YAxis } from "recharts";
import { clickableChart, openPoint } from "../ui/chart-click.ts";
import {
  axis,
  belowBars,
  ChartTooltip,
  drawRequestBars,
  latencyAxis,
  latencyLine,
  margin,
  numbersWidth,
} from "../usage/chart-parts.tsx";
import { formatDuration } from "../ui/format-duration.ts";
import { formatNumber } from "../ui/format.ts";
import { formatHour, type ChartHour } from "./overview-figures.ts";
import { trafficChart as t } from "./strings.ts";

const weekLine = {
  stroke: "var(--muted)",
  strokeWidth: 1.5,
  strokeDasharray: "4 3",
  dot: false,
  isAnimationActive: false,
} as const;

interface TrafficChartProps {
  hours: readonly ChartHour[];
  summary: string;
  /** Shows the requests of an hour. */
  onOpen: (hour: string) => void;
}

/**
 * Recharts is loaded with this file only. Screen readers get `summary` in place of the two drawings; "Show as table"
 * (traffic-card.tsx) has the numbers.
 */
export default function TrafficChart({ hours, summary, onOpen }: TrafficChartProps) {
  const id = useId();
  const data = [...hours];
  const open = openPoint((place) => {
    const hour = hours[place]?.hour;
    if (hour !== undefined) onOpen(hour);
  });
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- two drawings that are one picture
    <div role="img" aria-label={summary} className={clickableChart}>
      <ChartHeader title={t.requestsPerHour} />
      <div className="h-48">
        <ResponsiveContainer width="100%" height="100%">
          <ComposedChart
            data={data}
            syncId={id}
            margin={margin}
            accessibilityLayer={false}
            onClick={open}
            barCategoryGap="20%"
            maxBarSize={32}
          >
            <CartesianGrid vertical={false} stroke="var(--line)" />
            <XAxis dataKey="hour" tickFormatter={formatHour} minTickGap={24} {...axis} />
            <YAxis width={numbersWidth} allowDecimals={false} tickFormatter={formatNumber} {...axis} axisLine={false} />
            <Tooltip content={<HourTooltip />} isAnimationActive={false} cursor={{ fill: "var(--sunken)" }} />
            {drawRequestBars(id)}
            <Line dataKey="weekBeforeCount" type="step" {...weekLine} />
          </ComposedChart>
        </ResponsiveContainer>
      </div>
      <ChartHeader title={t.p95Latency} className="mt-4" />
      <div className="h-28">
        <ResponsiveContainer width="100%" height="100%">
          <ComposedChart data={data} syncId={id} margin={margin} accessibilityLayer={false} onClick={open}>
            <CartesianGrid vertical={false} stroke="var(--line)" />
            <XAxis dataKey="hour" tickFormatter={formatHour} minTickGap={24} {...belowBars} />
            <YAxis {...latencyAxis} />
            {/* Only for the cursor: HourTooltip of the synchronized chart above shows the values of both. */}
            <Tooltip content={() => null} isAnimationActive={false} cursor={{ stroke: "var(--edge)" }} />
            <Line dataKey="weekBeforeP95Ms" connectNulls {...weekLine} />
            <Line dataKey="p95Ms" connectNulls {...latencyLine} />
          </ComposedChart>
        </ResponsiveContainer>
      </div>
    </div>
  );
}

/** The title, and the legend of the dashed line. */
function ChartHeader({ title, className = "" }: { title: string; className?: string }) {
  return (
    <p aria-hidden className={`mb-1 flex flex-wrap justify-between gap-x-4 text-[0.8125rem] text-muted ${className}`}>
      <span className="font-semibold">{title}</span>
      <span className="flex items-center gap-2">
        <span className="w-5 border-t-[1.5px] border-dashed border-muted" />
        {t.weekBefore}
      </span>
    </p>
  );
}

interface Pointed {
  active?: boolean;
  payload?: readonly { payload?: ChartHour }[];
}

function HourTooltip({ active = false, payload }: Pointed) {
  const hour = payload?.[0]?.payload;
  if (!active || hour === undefined) return null;
  const pairs = [
    [t.weekBefore, formatNumber(hour.weekBeforeCount)],
    [t.p95Latency, formatDuration(hour.p95Ms)],
    [t.p95WeekBefore, formatDuration(hour.weekBeforeP95Ms)],
  ] as const;
  return <ChartTooltip title={formatHour(hour.hour)} separator=", " counts={hour} pairs={pairs} className="min-w-52" />;
}
