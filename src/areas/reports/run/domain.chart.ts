import type { ReportAggregate } from "../../../contract/reports/definition.ts";
import { typeOfAggregate } from "../catalog/domain.fields.ts";
import { numeric, type ResolvedColumn } from "../definition/domain.ts";
import type { ReportPlan } from "../definition/domain.plan.ts";
import type { RequestedChart } from "../schema.portal.ts";

/** Maximum categories, time spans and series of a chart; the others are combined if they can be added. */
export const chartBounds = { categories: 25, spans: 120, series: 6 } as const;

/** How the values of several organizations become one. Averages and distinct counts cannot be combined. */
const merges: Partial<Record<ReportAggregate, "sum" | "min" | "max">> = {
  count: "sum",
  sum: "sum",
  minimum: "min",
  maximum: "max",
};

export interface ChartPlan {
  entity: ReportPlan["entity"];
  filters: ReportPlan["filters"];
  only: ReportPlan["only"];
  /** The category, the value, and the series if a column has them. */
  parts: [ResolvedColumn, ResolvedColumn] | [ResolvedColumn, ResolvedColumn, ResolvedColumn];
  merge: "sum" | "min" | "max" | null;
  seriesBy: "column" | "organization" | "none";
  isTime: boolean;
  /** The categories' order: their own, or by their values. */
  order: { by: "category" | "value"; descending: boolean };
}

/**
 * Plans a chart of a report: its records grouped again by the chart's columns, so that it covers all rows of all
 * organizations. The values of a report without groups are summed. Several organizations are the series unless the
 * chart has its own and their values can be combined.
 *
 * @returns null for columns that cannot be drawn
 */
export function planChart(plan: ReportPlan, requested: RequestedChart, organizations: number): ChartPlan | null {
  const find = (key: string | undefined, fits: (column: ResolvedColumn) => boolean) =>
    plan.parts.find((part) => part.key === key && fits(part)) ?? null;
  const category = find(requested.category, ({ aggregate }) => aggregate === null);
  const named = find(
    requested.value,
    ({ type, aggregate }) => numeric.has(type) && (aggregate !== null || !plan.isGrouped),
  );
  const series = find(requested.series, ({ aggregate }) => aggregate === null);
  if (category === null || named === null) return null;
  const aggregate = named.aggregate ?? "sum";
  const value = { ...named, aggregate, type: typeOfAggregate(named.type, aggregate) };
  const merge = merges[aggregate] ?? null;
  const hasOwnSeries = series !== null && (organizations === 1 || merge !== null);
  const seriesOfOrganizations = organizations > 1 ? "organization" : "none";
  return {
    entity: plan.entity,
    filters: plan.filters,
    only: plan.only,
    parts: hasOwnSeries ? [category, value, series] : [category, value],
    merge,
    seriesBy: hasOwnSeries ? "column" : seriesOfOrganizations,
    isTime: category.type === "date" || category.type === "instant",
    order: chooseOrder(plan, category, named),
  };
}

/** As the report sorts its rows; the largest first where that says nothing of the chart. */
function chooseOrder(plan: ReportPlan, category: ResolvedColumn, value: ResolvedColumn): ChartPlan["order"] {
  const sorted = plan.order.find(({ part }) => plan.parts[part] === category || plan.parts[part] === value);
  if (sorted === undefined) return { by: "value", descending: true };
  return { by: plan.parts[sorted.part] === category ? "category" : "value", descending: sorted.descending };
}
