import type { ReportDefinition } from "../../../contract/reports/definition.ts";
import { isNumeric } from "../is-numeric.ts";
import type { RunColumn } from "../report-types.ts";

export interface Chart {
  type: "bar" | "line";
  category: RunColumn;
  value: RunColumn;
  series: RunColumn | null;
}

/** The definition's chart, or one that fits its columns; null if there is none. */
export function chooseChart(definition: ReportDefinition, columns: readonly RunColumn[]): Chart | null {
  const { chart } = definition;
  if (chart === null) return suggestChart(definition, columns);
  const find = (key: string | undefined) => columns.find((column) => column.key === key) ?? null;
  const [category, value] = [find(chart.category), find(chart.value)];
  if (category === null || value === null || !isNumeric(value)) return null;
  return { type: chart.type, category, value, series: find(chart.series) };
}

/** The sorted number, else money, else the first number; over time if there is a date. */
function suggestChart(definition: ReportDefinition, columns: readonly RunColumn[]): Chart | null {
  const counted = new Set(definition.columns.filter(({ aggregate }) => aggregate !== undefined).map(({ key }) => key));
  const numbers = columns.filter((column) => counted.has(column.key) && isNumeric(column));
  const groups = columns.filter(({ key }) => !counted.has(key));
  const sorted = definition.sort[0]?.column;
  const value = numbers.find(({ key }) => key === sorted) ?? numbers.find(({ type }) => type === "money") ?? numbers[0];
  const category = groups.find(({ bucket }) => bucket !== null) ?? groups[0];
  if (value === undefined || category === undefined) return null;
  const [series = null] = groups.length === 2 ? groups.filter((column) => column !== category) : [];
  const isFineTime = category.bucket !== null && category.bucket !== "quarter" && category.bucket !== "year";
  return { type: isFineTime ? "line" : "bar", category, value, series };
}
