import { useId } from "react";
import { BarChart, CartesianGrid, Line, LineChart, ResponsiveContainer, Tooltip, XAxis, YAxis } from "recharts";
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
} from "./chart-parts.tsx";
import { formatDay, type UsageDay } from "./usage-figures.ts";
import { formatDuration } from "../ui/format-duration.ts";
import { formatNumber } from "../ui/format.ts";
import { usageChart as t } from "./strings.ts";

interface UsageChartProps {
  days: readonly UsageDay[];
  summary: string;
  /** Shows the requests of a day. */
  onOpen: (day: string) => void;
}

/** Recharts is loaded with this file only. Screen readers and the keyboard get the table. */
export default function UsageChart({ days, summary, onOpen }: UsageChartProps) {
  const id = useId();
  const data = [...days];
  const open = openPoint((place) => {
    const day = days[place]?.day;
    if (day !== undefined) onOpen(day);
  });
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- two drawings that are one picture
    <div role="img" aria-label={summary} className={clickableChart}>
      <p aria-hidden className="mb-1 text-[0.8125rem] font-semibold text-muted">
        {t.requestsPerDay}
      </p>
      <div className="h-60">
        <ResponsiveContainer width="100%" height="100%">
          <BarChart
            data={data}
            syncId={id}
            margin={margin}
            accessibilityLayer={false}
            onClick={open}
            barCategoryGap="20%"
            maxBarSize={48}
          >
            <CartesianGrid vertical={false} stroke="var(--line)" />
            <XAxis dataKey="day" tickFormatter={formatDay} minTickGap={24} {...axis} />
            <YAxis width={numbersWidth} allowDecimals={false} tickFormatter={formatNumber} {...axis} axisLine={false} />
            <Tooltip content={<DayTooltip />} isAnimationActive={false} cursor={{ fill: "var(--sunken)" }} />
            {drawRequestBars(id)}
          </BarChart>
        </ResponsiveContainer>
      </div>
      <p aria-hidden className="mt-4 mb-1 text-[0.8125rem] font-semibold text-muted">
        {t.p95Latency}
      </p>
      <div className="h-36">
        <ResponsiveContainer width="100%" height="100%">
          <LineChart data={data} syncId={id} margin={margin} accessibilityLayer={false} onClick={open}>
            <CartesianGrid vertical={false} stroke="var(--line)" />
            <XAxis dataKey="day" tickFormatter={formatDay} minTickGap={24} {...belowBars} />
            <YAxis {...latencyAxis} />
            <Tooltip content={() => null} isAnimationActive={false} cursor={{ stroke: "var(--edge)" }} />
            <Line dataKey="p95Ms" {...latencyLine} />
          </LineChart>
        </ResponsiveContainer>
      </div>
    </div>
  );
}

interface Pointed {
  active?: boolean;
  payload?: readonly { payload?: UsageDay }[];
}

function DayTooltip({ active = false, payload }: Pointed) {
  const day = payload?.[0]?.payload;
  if (!active || day === undefined) return null;
  return (
    <ChartTooltip
      title={formatDay(day.day)}
      separator=" UTC, "
      counts={day}
      pairs={[[t.p95Latency, formatDuration(day.p95Ms)]]}
      className="min-w-48"
    />
  );
}
