import { Code } from "../ui/code-block.tsx";
import { TextLink } from "../ui/link.tsx";
import { DataTable, type Column } from "../ui/data-table.tsx";
import { countAll, formatDay, usageClasses, type Counts, type UsageDay } from "./usage-figures.ts";
import { formatDuration } from "../ui/format-duration.ts";
import { formatNumber } from "../ui/format.ts";
import { usageTable as t } from "./strings.ts";

type Counted = Counts & { p95Ms: number | null };

const countColumns: Column<Counted>[] = [
  ...usageClasses.map(({ name, label }) => ({
    label,
    isNumber: true,
    render: (row: Counted) => formatNumber(row[name]),
    text: (row: Counted) => row[name],
  })),
  { label: t.p95Latency, isNumber: true, render: ({ p95Ms }) => formatDuration(p95Ms), text: ({ p95Ms }) => p95Ms },
];

/** @param hrefOf where the requests of a day are; null if they are no longer kept */
export function UsageTable({ days, hrefOf }: { days: readonly UsageDay[]; hrefOf: (day: string) => string | null }) {
  const busy = days.filter((day) => countAll(day) > 0).toReversed();
  return (
    <DataTable
      name="usage"
      caption={t.requestsPerDayUtc}
      rows={busy}
      keyOf={({ day }) => day}
      columns={[
        {
          label: t.day,
          render: ({ day }) => {
            const href = hrefOf(day);
            const shown = <time dateTime={day}>{formatDay(day)}</time>;
            return href === null ? shown : <TextLink href={href}>{shown}</TextLink>;
          },
          text: ({ day }) => day,
        },
        ...countColumns,
      ]}
    />
  );
}

interface OperationRow extends Counted {
  operation: string | null;
  method: string | null;
  route: string | null;
}

const nameOf = ({ method, route, operation }: OperationRow) =>
  route === null ? (operation ?? t.unknownPath) : `${method ?? ""} ${route}`;

export function OperationTable({ rows }: { rows: readonly OperationRow[] }) {
  return (
    <DataTable
      name="usage-by-operation"
      caption={t.requestsPerOperation}
      rows={rows}
      keyOf={({ operation }) => operation ?? ""}
      columns={[
        {
          label: t.operation,
          render: (row) => (row.operation === null ? nameOf(row) : <Code>{nameOf(row)}</Code>),
          text: nameOf,
          className: "whitespace-normal",
        },
        ...countColumns,
      ]}
    />
  );
}
