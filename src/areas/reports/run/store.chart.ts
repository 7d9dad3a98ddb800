import { sql, type RawBuilder } from "kysely";
import { isOnCluster } from "../../../platform/database/database.ts";
import type { Context } from "../../../rpc/context.ts";
import { reportSources } from "../catalog/store.sources.ts";
import type { ReportChart } from "../schema.portal.ts";
import { chartBounds, type ChartPlan } from "./domain.chart.ts";
import { cutText, ranksOf, wireText } from "./store.expressions.ts";
import { asReader } from "./store.reader.ts";
import { readValue } from "./store.rows.ts";
import { fromEach, selectGroups, type Span } from "./store.statement.ts";

interface ChartRow {
  category: string | null;
  series: string | null;
  value: string;
  place: number;
  nth: number;
  categories: number;
  allSeries: number;
}

/**
 * The values of a chart over all rows, at most `chartBounds` categories and series; those beyond are one more if they
 * can be added, otherwise omitted.
 *
 * @param organizationIds authorized organizations
 * @throws VALIDATION_FAILED if a value is too large to be exact; the database's error on timeout
 */
export async function readChart(
  { transaction }: Pick<Context, "transaction">,
  plan: ChartPlan,
  organizationIds: readonly string[],
): Promise<ReportChart> {
  const { rows } = await asReader(transaction, organizationIds, () =>
    selectChart(plan, { organizationIds, onCluster: isOnCluster(transaction) }).execute(transaction),
  );
  const {
    parts: [category, value, series],
    seriesBy,
    isTime,
    merge,
  } = plan;
  const bound = boundOf(plan);
  return {
    seriesBy,
    isAdditive: merge === "sum",
    isTime,
    valueType: value.type,
    categories: rows[0]?.categories ?? 0,
    series: rows[0]?.allSeries ?? 0,
    points: rows.map((row) => ({
      category: readValue(category.type, category.key, row.category),
      series: readValue(series?.type ?? "text", series?.key ?? "", row.series),
      isOtherCategory: row.place > bound,
      isOtherSeries: row.nth > chartBounds.series,
      value: Number(readValue(value.type, value.key, row.value)),
    })),
  };
}

const boundOf = ({ isTime }: ChartPlan): number => (isTime ? chartBounds.spans : chartBounds.categories);

/** What the series of a point is, by where the chart has its series from. */
const seriesValues: Readonly<Record<ChartPlan["seriesBy"], RawBuilder<unknown>>> = {
  column: sql`r.x2`,
  organization: sql`r."organizationId"`,
  none: sql`NULL::text`,
};

/** Several values at one point; without a merge there is one at each. */
function mergeValues(merge: ChartPlan["merge"], value: RawBuilder<unknown>): RawBuilder<unknown> {
  if (merge === "sum") return sql`sum(${value})`;
  return merge === "min" ? sql`min(${value})` : sql`max(${value})`;
}

/** The order in which categories are kept: of time spans the latest, whatever the report's order. */
function orderCategories({ isTime, order }: ChartPlan, ranks: readonly string[] | null): RawBuilder<unknown> {
  if (isTime) return sql`category DESC NULLS FIRST`;
  const own = ranks === null ? sql`category` : sql`array_position(${[...ranks]}::text[], category)`;
  const direction = order.descending ? sql`DESC` : sql`ASC`;
  return order.by === "category"
    ? sql`${own} ${direction} NULLS LAST, category`
    : sql`total ${direction}, ${own} NULLS LAST, category`;
}

/** Places and series are ranked in one pass over the groups; the number of groups, not of records, is what is sorted. */
export function selectChart(plan: ChartPlan, span: Span): RawBuilder<ChartRow> {
  const {
    parts: [category, , series],
    seriesBy,
    isTime,
    merge,
  } = plan;
  const bound = boundOf(plan);
  const ranks = ranksOf(reportSources[plan.entity], category);
  const cut = merge === "sum" ? sql`` : sql`AND nth <= ${chartBounds.series}::integer`;
  const kept = merge === "sum" && !isTime ? cut : sql`AND place <= ${bound}::integer ${cut}`;
  const show = (type: (typeof category)["type"], named: RawBuilder<unknown>) =>
    type === "text" ? cutText(named) : wireText(type, named);
  return sql<ChartRow>`/* once */
    WITH points AS (
      SELECT r.x0 AS category, ${seriesValues[seriesBy]} AS series, ${mergeValues(merge, sql`r.x1`)}::numeric AS value
      FROM ${fromEach(span, selectGroups(plan))} WHERE r.x1 IS NOT NULL GROUP BY 1, 2
    ), sized AS (
      SELECT category, series, value, sum(value) OVER (PARTITION BY category) AS total,
        sum(abs(value)) OVER (PARTITION BY series) AS size
      FROM points
    ), ranked AS (
      SELECT category, series, value, dense_rank() OVER (ORDER BY ${orderCategories(plan, ranks)}) AS place,
        dense_rank() OVER (ORDER BY size DESC, series) AS nth
      FROM sized
    ), counted AS (
      SELECT coalesce(max(place), 0)::integer AS categories, coalesce(max(nth), 0)::integer AS "allSeries" FROM ranked
    ),
    bounded AS (
      SELECT CASE WHEN place <= ${bound}::integer THEN category END AS category, CASE WHEN nth <= ${chartBounds.series}::integer THEN series END AS series, value,
        least(place, ${bound + 1}::integer)::integer AS place, least(nth, ${chartBounds.series + 1}::integer)::integer AS nth
      FROM ranked WHERE true ${kept}
    )
    SELECT ${show(category.type, sql`category`)} AS category, ${show(series?.type ?? "text", sql`series`)} AS series,
      ${mergeValues(merge, sql`value`)}::text AS value, place, nth,
      max(categories) AS categories, max("allSeries") AS "allSeries"
    FROM bounded CROSS JOIN counted GROUP BY bounded.category, bounded.series, place, nth ORDER BY place, nth`;
}
