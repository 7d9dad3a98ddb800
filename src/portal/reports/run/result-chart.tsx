import { useId, useRef } from "react";
import { Bar, BarChart, CartesianGrid, Line, LineChart, ResponsiveContainer, Tooltip, XAxis, YAxis } from "recharts";
import type { ReportColumnType } from "../../../contract/reports/definition.ts";
import { clickableChart, openPoint } from "../../ui/chart-click.ts";
import type { Drawing } from "./chart-data.ts";
import { noValue, writeShort, writeValue } from "./format-value.ts";
import { SeriesFill, SeriesSwatch, colorOf } from "./series-fill.tsx";
import { resultChart as t } from "./strings.ts";

const axis = { stroke: "var(--edge)", tick: { fill: "var(--muted)", fontSize: 12 }, tickLine: false } as const;
const margin = { top: 8, right: 12, bottom: 0, left: 0 };
const dashes = ["0", "7 3", "2 3", "9 3 2 3", "4 2", "12 4"];

interface ResultChartProps {
  drawing: Drawing;
  type: "bar" | "line";
  valueType: ReportColumnType;
  summary: string;
  /** Shows the rows of a point. */
  onOpen: (place: number) => void;
}

/**
 * The key by which Recharts moves to the next or the previous of bars that stand one below the other: it has no others,
 * and takes these for the wrong direction.
 */
const turnedKeys: Readonly<Record<string, string>> = {
  ArrowDown: "ArrowLeft",
  ArrowRight: "ArrowLeft",
  ArrowUp: "ArrowRight",
  ArrowLeft: "ArrowRight",
};

type Point = Record<string, string | number | null>;

/**
 * Recharts is loaded with this file only. Arrow keys move between points; a click or Enter shows the rows of one. The
 * table below shows the same as text.
 */
export default function ResultChart(props: ResultChartProps) {
  const { drawing, onOpen } = props;
  const place = useRef<HTMLDivElement>(null);
  const data = drawing.points.map(({ label, values }): Point => ({
    label,
    ...Object.fromEntries(values.map((value, series) => [`s${series}`, value])),
  }));
  const isLine = props.type === "line" && drawing.points.length > 2;
  const isBars = !isLine && !drawing.isTime;
  const Blocks = isBars ? Bars : Columns;
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the chart in it has the focus */}
      <div
        ref={place}
        className={clickableChart}
        onKeyDownCapture={(event) => {
          const { key, target } = event;
          const turned = isBars && event.nativeEvent.isTrusted ? turnedKeys[key] : undefined;
          if (key !== "Enter" && turned === undefined) return;
          event.stopPropagation();
          event.preventDefault();
          if (turned !== undefined) {
            target.dispatchEvent(new KeyboardEvent("keydown", { key: turned, bubbles: true }));
            return;
          }
          const pointed = place.current?.querySelector<HTMLElement>("[data-place]")?.dataset["place"];
          if (pointed !== undefined) onOpen(Number(pointed));
        }}
      >
        {isLine ? <Lines {...props} data={data} /> : <Blocks {...props} data={data} />}
      </div>
      {drawing.series.length > 1 && <SeriesLegend drawing={drawing} />}
    </>
  );
}

type DrawnProps = ResultChartProps & { data: Point[] };

const categoryAxis = { dataKey: "label", interval: "preserveStartEnd", minTickGap: 16, ...axis } as const;

function formatPlace({ drawing, valueType }: ResultChartProps) {
  return (
    <Tooltip
      content={<PlaceTooltip drawing={drawing} valueType={valueType} />}
      isAnimationActive={false}
      cursor={{ fill: "var(--sunken)", stroke: "var(--edge)" }}
    />
  );
}

/** Names at the left, so that long ones stay readable on a phone. */
function Bars(props: DrawnProps) {
  const { drawing, data, valueType, summary } = props;
  const id = useId();
  const longest = Math.max(...drawing.points.map(({ label }) => label.length));
  return (
    <div style={{ height: `${drawing.points.length * barHeight(drawing) + 48}px` }}>
      <ResponsiveContainer width="100%" height="100%">
        <BarChart
          layout="vertical"
          data={data}
          margin={margin}
          accessibilityLayer
          title={summary}
          onClick={openPoint(props.onOpen)}
          barCategoryGap="22%"
          maxBarSize={28}
        >
          <Fills id={id} drawing={drawing} />
          <CartesianGrid horizontal={false} stroke="var(--line)" />
          <XAxis
            type="number"
            tickFormatter={(value: number) => writeShort(value, valueType)}
            {...axis}
            axisLine={false}
          />
          <YAxis type="category" dataKey="label" width={Math.min(160, 24 + longest * 7)} interval={0} {...axis} />
          {formatPlace(props)}
          {listBars(id, drawing)}
        </BarChart>
      </ResponsiveContainer>
    </div>
  );
}

function Columns(props: DrawnProps) {
  const { drawing, data, valueType, summary } = props;
  const id = useId();
  return (
    <div className="h-80">
      <ResponsiveContainer width="100%" height="100%">
        <BarChart
          data={data}
          margin={margin}
          accessibilityLayer
          title={summary}
          onClick={openPoint(props.onOpen)}
          barCategoryGap="20%"
          maxBarSize={48}
        >
          <Fills id={id} drawing={drawing} />
          <CartesianGrid vertical={false} stroke="var(--line)" />
          <XAxis {...categoryAxis} />
          <YAxis
            width={64}
            tickFormatter={(value: number) => writeShort(value, valueType)}
            {...axis}
            axisLine={false}
          />
          {formatPlace(props)}
          {listBars(id, drawing)}
        </BarChart>
      </ResponsiveContainer>
    </div>
  );
}

function Lines(props: DrawnProps) {
  const { drawing, data, valueType, summary } = props;
  return (
    <div className="h-80">
      <ResponsiveContainer width="100%" height="100%">
        <LineChart data={data} margin={margin} accessibilityLayer title={summary} onClick={openPoint(props.onOpen)}>
          <CartesianGrid vertical={false} stroke="var(--line)" />
          <XAxis {...categoryAxis} padding={{ left: 8, right: 8 }} />
          <YAxis
            width={64}
            tickFormatter={(value: number) => writeShort(value, valueType)}
            {...axis}
            axisLine={false}
          />
          {formatPlace(props)}
          {drawing.series.map((name, series) => (
            <Line
              key={name}
              name={name}
              dataKey={`s${series}`}
              stroke={colorOf(series)}
              strokeWidth={2}
              strokeDasharray={dashes[series] ?? "0"}
              dot={{ r: 2.5, fill: colorOf(series), strokeWidth: 0 }}
              connectNulls
              isAnimationActive={false}
            />
          ))}
        </LineChart>
      </ResponsiveContainer>
    </div>
  );
}

function Fills({ id, drawing }: { id: string; drawing: Drawing }) {
  return (
    <defs>
      {drawing.series.map((name, series) => (
        <SeriesFill key={name} id={`${id}-${series}`} series={series} />
      ))}
    </defs>
  );
}

/** Grouped bars need more room than stacked ones. */
function barHeight({ isStacked, series }: Drawing): number {
  return isStacked ? 30 : 14 + 14 * series.length;
}

function listBars(id: string, { series, isStacked }: Drawing) {
  return series.map((name, index) => (
    <Bar
      key={name}
      name={name}
      dataKey={`s${index}`}
      {...(isStacked && { stackId: "all" })}
      fill={`url(#${id}-${index})`}
      stroke="var(--surface)"
      strokeWidth={0.75}
      isAnimationActive={false}
    />
  ));
}

function SeriesLegend({ drawing }: { drawing: Drawing }) {
  return (
    <ul className="flex flex-wrap justify-center gap-x-5 gap-y-1.5 pt-3 text-[0.8125rem]">
      {drawing.series.map((name, series) => (
        <li key={name} className="flex items-center gap-2">
          <SeriesSwatch series={series} />
          {name}
        </li>
      ))}
    </ul>
  );
}

interface PlaceTooltipProps {
  active?: boolean;
  label?: string | number;
  drawing: Drawing;
  valueType: ReportColumnType;
}

function PlaceTooltip({ active = false, label, drawing, valueType }: PlaceTooltipProps) {
  const place = drawing.points.findIndex((each) => each.label === label);
  const point = drawing.points[place];
  if (!active || point === undefined) return null;
  const isSeveral = drawing.series.length > 1;
  const isShown = (value: number | null | undefined) =>
    !isSeveral || (value !== null && value !== undefined && value !== 0);
  const write = (value: number | null) =>
    value === null ? noValue : writeValue(value, { type: valueType, bucket: null }, "UTC");
  return (
    <div
      data-place={place}
      className="min-w-40 rounded-md border border-line bg-surface px-3 py-2 text-[0.8125rem] shadow-lg"
    >
      <p className="mb-1 font-semibold">{point.label}</p>
      {!point.values.some(isShown) && <p className="text-muted">{t.noValue}</p>}
      <dl className="grid grid-cols-[auto_1fr_auto] items-center gap-x-2 gap-y-0.5">
        {drawing.series.map((name, series) => {
          const value = point.values[series] ?? null;
          if (!isShown(value)) return null;
          return (
            <div key={name} className="contents">
              <dt className="contents">
                <SeriesSwatch series={series} />
                {name}
              </dt>
              <dd className="text-right tabular-nums">{write(value)}</dd>
            </div>
          );
        })}
      </dl>
      <p className="mt-1.5 text-muted">{t.openRows}</p>
    </div>
  );
}
