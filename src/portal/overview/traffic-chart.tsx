"use client";

import { useId } from "react";
import { Bar, CartesianGrid, ComposedChart, Line, ResponsiveContainer, Tooltip, XAxis, YAxis } from "recharts";
import { countAll, formatDuration, formatNumber, usageClasses } from "../usage/usage-figures.ts";
import { UsagePattern, UsageSwatch } from "../usage/usage-pattern.tsx";
import { formatHour } from "./overview-figures.ts";
import type { ChartHour } from "./overview-figures.ts";

const axis = {
  stroke: "var(--edge)",
  tick: { fill: "var(--muted)", fontSize: 12 },
  tickLine: false,
} as const;
const margin = { top: 8, right: 8, bottom: 0, left: 0 };
const numbersWidth = 52;
const weekLine = { stroke: "var(--muted)", strokeWidth: 1.5, strokeDasharray: "4 3", dot: false, isAnimationActive: false } as const;

/** Recharts is loaded with this file only. Screen readers get the table. */
export default function TrafficChart({ hours, summary }: { hours: readonly ChartHour[]; summary: string }) {
  const id = useId();
  const data = [...hours];
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- two drawings that are one picture
    <div role="img" aria-label={summary}>
      <ChartTitle title="Requests per hour" />
      <div className="h-48">
        <ResponsiveContainer width="100%" height="100%">
          <ComposedChart data={data} syncId={id} margin={margin} accessibilityLayer={false} barCategoryGap="20%" maxBarSize={32}>
            <defs>
              {usageClasses.map(({ name }) => (
                <UsagePattern key={name} id={`${id}-${name}`} name={name} />
              ))}
            </defs>
            <CartesianGrid vertical={false} stroke="var(--line)" />
            <XAxis dataKey="hour" tickFormatter={formatHour} minTickGap={24} {...axis} />
            <YAxis width={numbersWidth} allowDecimals={false} tickFormatter={formatNumber} {...axis} axisLine={false} />
            <Tooltip content={<HourTooltip />} isAnimationActive={false} cursor={{ fill: "var(--sunken)" }} />
            {usageClasses.map(({ name }) => (
              <Bar key={name} dataKey={name} stackId="requests" fill={`url(#${id}-${name})`} stroke="var(--surface)" strokeWidth={0.75} isAnimationActive={false} />
            ))}
            <Line dataKey="weekBefore" type="step" {...weekLine} />
          </ComposedChart>
        </ResponsiveContainer>
      </div>
      <ChartTitle title="Latency (p95)" className="mt-4" />
      <div className="h-28">
        <ResponsiveContainer width="100%" height="100%">
          <ComposedChart data={data} syncId={id} margin={margin} accessibilityLayer={false}>
            <CartesianGrid vertical={false} stroke="var(--line)" />
            <XAxis dataKey="hour" tickFormatter={formatHour} minTickGap={24} {...axis} />
            <YAxis width={numbersWidth} tickCount={3} tickFormatter={formatDuration} {...axis} axisLine={false} />
            <Tooltip content={() => null} isAnimationActive={false} cursor={{ stroke: "var(--edge)" }} />
            <Line dataKey="weekBeforeP95Ms" connectNulls {...weekLine} />
            <Line dataKey="p95Ms" connectNulls stroke="var(--text)" strokeWidth={1.75} dot={{ r: 2, fill: "var(--text)", strokeWidth: 0 }} isAnimationActive={false} />
          </ComposedChart>
        </ResponsiveContainer>
      </div>
    </div>
  );
}

function ChartTitle({ title, className = "" }: { title: string; className?: string }) {
  return (
    <p aria-hidden className={`mb-1 flex flex-wrap justify-between gap-x-4 text-[0.8125rem] text-muted ${className}`}>
      <span className="font-semibold">{title}</span>
      <span className="flex items-center gap-2">
        <span className="w-5 border-t-[1.5px] border-dashed border-muted" />
        Week before
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
  return (
    <div className="min-w-52 rounded-md border border-line bg-surface px-3 py-2 text-[0.8125rem] shadow-lg">
      <p className="mb-1 font-semibold">
        {formatHour(hour.hour)}
        <span className="font-normal text-muted">, {formatNumber(countAll(hour))} requests</span>
      </p>
      <dl className="grid grid-cols-[auto_1fr_auto] items-center gap-x-2 gap-y-0.5">
        {usageClasses.map(({ name, label }) => (
          <div key={name} className="contents">
            <dt className="contents">
              <UsageSwatch name={name} />
              {label}
            </dt>
            <dd className="text-right tabular-nums">{formatNumber(hour[name])}</dd>
          </div>
        ))}
        <Pair label="Week before" value={formatNumber(hour.weekBefore)} />
        <Pair label="p95 latency" value={formatDuration(hour.p95Ms)} />
        <Pair label="p95 a week before" value={formatDuration(hour.weekBeforeP95Ms)} />
      </dl>
    </div>
  );
}

function Pair({ label, value }: { label: string; value: string }) {
  return (
    <div className="contents">
      <dt className="col-span-2">{label}</dt>
      <dd className="text-right tabular-nums">{value}</dd>
    </div>
  );
}
