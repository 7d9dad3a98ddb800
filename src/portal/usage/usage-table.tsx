import { Cell, HeadCell, Row, Table, TableBody, TableHead } from "../ui/table.tsx";
import { countAll, formatDay, formatDuration, formatNumber, usageClasses, type UsageDay } from "./usage-figures.ts";

const number = "text-right tabular-nums max-sm:text-left";

export function UsageTable({ days }: { days: readonly UsageDay[] }) {
  const busy = days.filter((day) => countAll(day) > 0).toReversed();
  return (
    <Table caption="Requests per day (UTC) by result, with p95 latency">
      <TableHead>
        <HeadCell>Day</HeadCell>
        {usageClasses.map(({ name, label }) => (
          <HeadCell key={name} className="text-right">
            {label}
          </HeadCell>
        ))}
        <HeadCell className="text-right">p95 latency</HeadCell>
      </TableHead>
      <TableBody>
        {busy.map((day) => (
          <Row key={day.day}>
            <Cell head>
              <time dateTime={day.day}>{formatDay(day.day)}</time>
            </Cell>
            {usageClasses.map(({ name, label }) => (
              <Cell key={name} label={label} className={number}>
                {formatNumber(day[name])}
              </Cell>
            ))}
            <Cell label="p95 latency" className={number}>
              {formatDuration(day.p95Ms)}
            </Cell>
          </Row>
        ))}
      </TableBody>
    </Table>
  );
}
