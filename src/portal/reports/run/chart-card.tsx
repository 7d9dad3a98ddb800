import { SectionCard } from "../../ui/card.tsx";
import { Skeleton } from "../../ui/feedback/skeleton.tsx";
import type { ReportChart } from "../../../areas/reports/schema.portal.ts";
import { prepareDrawing, type Drawing } from "./chart-data.ts";
import type { Chart } from "./choose-chart.ts";
import { writeValue } from "./format-value.ts";
import type { RunColumn, RunPage, RunValue } from "../report-types.ts";
import type { Narrowing } from "./use-run.ts";
import { later } from "../../ui/feedback/later.tsx";
import { chartCard as t } from "./strings.ts";

const ResultChart = later(
  () => import("./result-chart.tsx"),
  () => <Skeleton className="h-80 w-full" />,
);

interface ChartCardProps {
  chart: Chart;
  /** Over all rows, also those that the table has not loaded. */
  result: ReportChart;
  organizations: RunPage["organizations"];
  write: (value: RunValue, column: RunColumn) => string;
  /** Shows the rows of a category. */
  onOpen: (narrowing: Narrowing) => void;
}

/** The table below shows the same as text. */
export function ChartCard({ chart, result, organizations, write, onOpen }: ChartCardProps) {
  const drawing = prepareDrawing({ chart, result, organizations, write });
  if (drawing === null) return null;
  const title = t.by(chart.value.label, chart.category.bucket ?? chart.category.label.toLowerCase());
  return (
    <SectionCard title={title} {...(drawing.left > 0 && { description: describeLimits(drawing, result) })}>
      <ResultChart
        drawing={drawing}
        type={chart.type}
        valueType={result.valueType}
        summary={t.tableBelowShowsSame(title)}
        onOpen={(place) => {
          const point = drawing.points[place];
          if (point !== undefined) onOpen({ column: chart.category, value: point.category, label: point.label });
        }}
      />
    </SectionCard>
  );
}

function describeLimits({ left, leftSum, isTime, points }: Drawing, { valueType }: ReportChart): string {
  const shown = t.showsOf(isTime, points.length, points.length + left);
  return leftSum === null
    ? t.tableHasAll(shown)
    : t.othersAddUp(shown, writeValue(leftSum, { type: valueType, bucket: null }, "UTC"));
}
