import type { ReportBucket } from "../../../contract/reports/definition.ts";
import type { Chart, Merge } from "./choose-chart.ts";
import type { RunRow, RunValue } from "../report-types.ts";

/** Maximum series and bars of a legible chart. */
export const maxSeries = 6;
const maxCategories = 25;
const maxPoints = 120;

const notSet = "Not set";

/** A value per series and category; null for none. */
export interface Drawing {
  series: readonly string[];
  points: readonly { label: string; values: readonly (number | null)[] }[];
  /** Whether categories are time spans, oldest first. */
  isTime: boolean;
  /** Whether the series add up to a whole and are stacked. */
  isStacked: boolean;
  /** How many of the table's categories the chart omits. */
  left: number;
}

export type Undrawn = "nothing" | "one" | "not_comparable";

interface DrawingInput {
  chart: Chart;
  rows: readonly RunRow[];
  organizations: readonly { id: string; name: string }[];
  write: (value: RunValue, column: Chart["category"]) => string;
}

interface Place {
  category: RunValue;
  label: string;
  series: string;
  value: number;
}

/**
 * Chart data, or why there is none: no rows, a single bar, or several values at one point that cannot be combined. Several organizations
 * become series unless the report has its own.
 */
export function prepareDrawing({ chart, rows, organizations, write }: DrawingInput): Drawing | Undrawn {
  const offices = new Map(organizations.map(({ id, name }) => [id, name]));
  const formatSeries = chooseSeries({ chart, rows, organizations, write }, offices);
  const places = rows.flatMap((row) => {
    const [category, value] = [row[chart.category.key] ?? null, row[chart.value.key]];
    return typeof value === "number" ? [{ category, label: category === null ? notSet : write(category, chart.category), series: formatSeries(row), value }] : [];
  });
  const table = tabulate(places, chart.merge);
  if (table === null) return "not_comparable";
  const isTime = chart.category.type === "date" || chart.category.type === "instant";
  const lines = isTime ? orderByTime(table, chart, write) : table;
  if (lines.length < 2) return lines.length === 0 ? "nothing" : "one";
  const shown = isTime ? lines.slice(-maxPoints) : lines.slice(0, maxCategories);
  const isStacked = chart.merge !== null && isAddition(chart.merge);
  const { series, group } = groupSeries(shown, isStacked);
  // A month without rows counts 0; its average is unknown.
  const fill = (value: number | null) => (isTime && isStacked ? (value ?? 0) : value);
  const points = shown.map(({ label, values }) => ({ label, values: group(values).map(fill) }));
  return { series, points, isTime, isStacked, left: lines.length - shown.length };
}

interface Line {
  category: RunValue;
  label: string;
  values: Map<string, number>;
}

/** null if several values at one point cannot be combined. */
function tabulate(places: readonly Place[], merge: Merge | null): Line[] | null {
  const lines = new Map<RunValue, Line>();
  for (const { category, label, series, value } of places) {
    const line = lines.get(category) ?? { category, label, values: new Map() };
    const former = line.values.get(series);
    if (former !== undefined && merge === null) return null;
    line.values.set(series, former === undefined || merge === null ? value : merge(former, value));
    lines.set(category, line);
  }
  return [...lines.values()];
}

/** The report's own series unless there are too many; otherwise organizations, otherwise one. */
function chooseSeries({ chart: { series, value, merge }, rows, write }: DrawingInput, offices: ReadonlyMap<string, string>): (row: RunRow) => string {
  const areOffices = new Set(rows.map(({ organizationId }) => organizationId)).size > 1;
  const distinct = series === null ? 0 : new Set(rows.map((row) => row[series.key])).size;
  const isReadable = series !== null && (merge === null || distinct <= 2 * maxSeries);
  if (series !== null && isReadable && !(areOffices && merge === null)) return (row) => (row[series.key] === null ? notSet : write(row[series.key] ?? null, series));
  if (areOffices) return ({ organizationId }) => offices.get(String(organizationId)) ?? String(organizationId);
  return () => value.label;
}

function isAddition(merge: Merge): boolean {
  return merge(1, 2) === 3;
}

/** The largest series; the rest combined if they can be added, otherwise omitted. */
function groupSeries(lines: readonly Line[], canAdd: boolean): { series: string[]; group: (values: ReadonlyMap<string, number>) => (number | null)[] } {
  const sums = new Map<string, number>();
  for (const { values } of lines) for (const [name, value] of values) sums.set(name, (sums.get(name) ?? 0) + Math.abs(value));
  const names = [...sums].toSorted(([, a], [, b]) => b - a).map(([name]) => name);
  if (names.length <= maxSeries) return { series: names, group: (values) => names.map((name) => values.get(name) ?? null) };
  const kept = names.slice(0, canAdd ? maxSeries - 1 : maxSeries);
  const others = canAdd ? names.slice(maxSeries - 1) : [];
  const addOthers = (values: ReadonlyMap<string, number>) => others.reduce((sum, name) => sum + (values.get(name) ?? 0), 0);
  return {
    series: canAdd ? [...kept, `${others.length} others`] : kept,
    group: (values) => [...kept.map((name) => values.get(name) ?? null), ...(canAdd ? [addOthers(values)] : [])],
  };
}

/** Oldest first, with empty time spans filled in. Values without a date come last. */
function orderByTime(lines: readonly Line[], { category, merge }: Chart, write: DrawingInput["write"]): Line[] {
  const dated = lines.filter((line) => line.category !== null).toSorted((a, b) => String(a.category).localeCompare(String(b.category)));
  const undated = lines.filter((line) => line.category === null).map((line) => ({ ...line, label: "No date" }));
  const { bucket } = category;
  if (bucket === null || merge === null || !isAddition(merge)) return [...dated, ...undated];
  const byDay = new Map(dated.map((line) => [String(line.category).slice(0, 10), line]));
  const days = listSpans([...byDay.keys()], bucket);
  return [...days.map((day) => byDay.get(day) ?? { category: day, label: write(day, category), values: new Map<string, number>() }), ...undated];
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
  const steps: Record<ReportBucket, [number, number, number]> = { day: [0, 0, 1], week: [0, 0, 7], month: [0, 1, 0], quarter: [0, 3, 0], year: [1, 0, 0] };
  const [years, months, daysOn] = steps[bucket];
  return new Date(Date.UTC(year + years, month - 1 + months, date + daysOn)).toISOString().slice(0, 10);
}
