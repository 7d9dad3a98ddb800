import type { ReportBucket } from "../../../contract/reports/definition.ts";
import type { ReportChart } from "../../../areas/reports/schema.portal.ts";
import type { Chart } from "./choose-chart.ts";
import type { RunValue } from "../report-types.ts";
import { chartData as t } from "./strings.ts";

/** Maximum series and time spans of a legible chart. The server bounds them too; here are those without rows added. */
export const maxSeries = 6;
const maxPoints = 120;

const notSet = t.notSet;

/** A value per series and category; null for none. */
export interface Drawing {
  series: readonly string[];
  points: readonly { category: RunValue; label: string; values: readonly (number | null)[] }[];
  /** Whether categories are time spans, oldest first. */
  isTime: boolean;
  /** Whether the series add up to a whole and are stacked. */
  isStacked: boolean;
  /** How many categories the chart omits, and their sum if they can be added. */
  left: number;
  leftSum: number | null;
}

interface DrawingInput {
  chart: Chart;
  result: ReportChart;
  organizations: readonly { id: string; name: string }[];
  write: (value: RunValue, column: Chart["category"]) => string;
}

interface Line {
  category: RunValue;
  label: string;
  /** By series; null is the rest. */
  values: Map<string | null, number>;
}

/** Chart data; null without rows and for a single bar. */
export function prepareDrawing({ chart, result, organizations, write }: DrawingInput): Drawing | null {
  const { isAdditive, isTime } = result;
  // A series for nearly every category says nothing.
  const isCrowded = isAdditive && result.seriesBy === "column" && result.series > 2 * maxSeries;
  const offices = new Map(organizations.map(({ id, name }) => [id, name]));
  const nameSeries = (value: RunValue): string => {
    if (result.seriesBy === "organization") return offices.get(String(value)) ?? String(value);
    if (result.seriesBy === "none" || chart.series === null || isCrowded) return chart.value.label;
    return value === null ? notSet : write(value, chart.series);
  };
  const lines = new Map<string, Line>();
  let leftSum = 0;
  for (const { category, series, isOtherCategory, isOtherSeries, value } of result.points) {
    // A bar of all the others would dwarf the rest.
    if (isOtherCategory) leftSum += value;
    else {
      const key = JSON.stringify(category);
      const line = lines.get(key) ?? {
        category,
        label: category === null ? notSet : write(category, chart.category),
        values: new Map(),
      };
      const name = isOtherSeries && !isCrowded ? null : nameSeries(series);
      line.values.set(name, (line.values.get(name) ?? 0) + value);
      lines.set(key, line);
    }
  }
  const kept = isTime ? orderByTime([...lines.values()], result, chart.category, write) : [...lines.values()];
  if (kept.length < 2) return null;
  const beyond = result.categories - lines.size;
  const shown = isTime ? kept.slice(-maxPoints) : kept;
  const { series, group } = groupSeries(shown, result, isCrowded);
  // A month without rows counts 0; its average is unknown.
  const fill = (value: number | null) => (isTime && isAdditive ? (value ?? 0) : value);
  const points = shown.map(({ category, label, values }) => ({ category, label, values: group(values).map(fill) }));
  return {
    series,
    points,
    isTime,
    isStacked: isAdditive,
    left: beyond + kept.length - shown.length,
    leftSum: isAdditive && !isTime ? leftSum : null,
  };
}

/** The largest series; the rest combined if they can be added, otherwise omitted. */
function groupSeries(
  lines: readonly Line[],
  result: ReportChart,
  isCrowded: boolean,
): { series: string[]; group: (values: Line["values"]) => (number | null)[] } {
  const sums = new Map<string, number>();
  for (const { values } of lines)
    for (const [name, value] of values) if (name !== null) sums.set(name, (sums.get(name) ?? 0) + Math.abs(value));
  const names = [...sums].toSorted(([, a], [, b]) => b - a).map(([name]) => name);
  if (result.series <= maxSeries || isCrowded || !result.isAdditive)
    return { series: names, group: (values) => names.map((name) => values.get(name) ?? null) };
  const kept = names.slice(0, maxSeries - 1);
  const others = [...names.slice(maxSeries - 1), null];
  const addOthers = (values: Line["values"]) => others.reduce((sum, name) => sum + (values.get(name) ?? 0), 0);
  return {
    series: [...kept, t.others(result.series - kept.length)],
    group: (values) => [...kept.map((name) => values.get(name) ?? null), addOthers(values)],
  };
}

/** Oldest first, with empty time spans filled in. Values without a date come last. */
function orderByTime(
  lines: readonly Line[],
  { isAdditive }: ReportChart,
  category: Chart["category"],
  write: DrawingInput["write"],
): Line[] {
  const dated = lines
    .filter((line) => line.category !== null)
    .toSorted((a, b) => String(a.category).localeCompare(String(b.category)));
  const undated = lines.filter((line) => line.category === null).map((line) => ({ ...line, label: t.noDate }));
  const { bucket } = category;
  if (bucket === null || !isAdditive) return [...dated, ...undated];
  const byDay = new Map(dated.map((line) => [String(line.category).slice(0, 10), line]));
  const days = listSpans([...byDay.keys()], bucket);
  return [
    ...days.map(
      (day) => byDay.get(day) ?? { category: day, label: write(day, category), values: new Map<string, number>() },
    ),
    ...undated,
  ];
}

/** All spans from first to last; unchanged if there are too many or they fit no calendar span. */
function listSpans(days: readonly string[], bucket: ReportBucket): readonly string[] {
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined) return days;
  const spans: string[] = [];
  for (let day = first; day <= last; day = nextSpan(day, bucket)) {
    spans.push(day);
    if (spans.length > 5 * maxPoints) return days;
  }
  const known = new Set(spans);
  return days.every((day) => known.has(day)) ? spans : days;
}

function nextSpan(day: string, bucket: ReportBucket): string {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  const steps: Record<ReportBucket, [number, number, number]> = {
    day: [0, 0, 1],
    week: [0, 0, 7],
    month: [0, 1, 0],
    quarter: [0, 3, 0],
    year: [1, 0, 0],
  };
  const [years, months, daysOn] = steps[bucket];
  return new Date(Date.UTC(year + years, month - 1 + months, date + daysOn)).toISOString().slice(0, 10);
}
