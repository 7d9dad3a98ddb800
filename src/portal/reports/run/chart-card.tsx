import dynamic from "next/dynamic";
import { SectionCard } from "../../ui/card.tsx";
import { Skeleton } from "../../ui/feedback/skeleton.tsx";
import { prepareDrawing, type Drawing, type Undrawn } from "./chart-data.ts";
import type { Chart } from "./choose-chart.ts";
import type { RunColumn, RunPage, RunRow, RunValue } from "../report-types.ts";

const ResultChart = dynamic(() => import("./result-chart.tsx"), { ssr: false, loading: () => <Skeleton className="h-80 w-full" /> });

interface ChartCardProps {
  chart: Chart;
  rows: readonly RunRow[];
  organizations: RunPage["organizations"];
  /** Whether the table has more rows to fetch. */
  isPart: boolean;
  write: (value: RunValue, column: RunColumn) => string;
}

/** The table below shows the same as text. */
export function ChartCard({ chart, rows, organizations, isPart, write }: ChartCardProps) {
  const drawing = prepareDrawing({ chart, rows, organizations, write });
  if (drawing === "nothing" || drawing === "one") return null;
  const title = `${chart.value.label} by ${chart.category.bucket ?? chart.category.label.toLowerCase()}`;
  return (
    <SectionCard title={title} {...(typeof drawing !== "string" && { description: formatLimits(drawing, rows.length, isPart) })}>
      {typeof drawing === "string" ? (
        <p className="text-sm text-muted">{undrawnLabels[drawing]}</p>
      ) : (
        <ResultChart drawing={drawing} type={chart.type} valueType={chart.value.type} summary={`${title}. The table below shows the same data.`} />
      )}
    </SectionCard>
  );
}

const undrawnLabels: Record<Exclude<Undrawn, "nothing" | "one">, string> = {
  not_comparable: "Not shown for several organizations because averages cannot be combined. See the table.",
};

/** What the chart omits, if anything. */
function formatLimits({ left, isTime, points }: Drawing, rows: number, isPart: boolean): string | undefined {
  const rest = isPart ? "“Show more” below the table adds the others" : "the table has all";
  if (left > 0) return `Shows the ${isTime ? "last" : "first"} ${points.length} of ${points.length + left}; ${rest}.`;
  return isPart ? `It counts the ${rows.toLocaleString("en-US")} rows that are loaded; ${rest}.` : undefined;
}
