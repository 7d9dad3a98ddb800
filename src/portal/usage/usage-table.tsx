import { DataTable } from "../ui/data-table.tsx";
import { countAll, formatDay, formatDuration, usageClasses, type UsageDay } from "./usage-figures.ts";
import { formatNumber } from "../ui/format.ts";
import { usageTable as t } from "./strings.ts";

export function UsageTable({ days }: { days: readonly UsageDay[] }) {
  const busy = days.filter((day) => countAll(day) > 0).toReversed();
  return (
    <DataTable
      name="usage"
      caption={t.requestsPerDayUtc}
      rows={busy}
      keyOf={({ day }) => day}
      columns={[
        { label: t.day, render: ({ day }) => <time dateTime={day}>{formatDay(day)}</time>, text: ({ day }) => day },
        ...usageClasses.map(({ name, label }) => ({ label, isNumber: true, render: (day: UsageDay) => formatNumber(day[name]), text: (day: UsageDay) => day[name] })),
        { label: t.p95Latency, isNumber: true, render: ({ p95Ms }) => formatDuration(p95Ms), text: ({ p95Ms }) => p95Ms },
      ]}
    />
  );
}
