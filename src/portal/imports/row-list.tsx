import { useQuery } from "@tanstack/react-query";
import { useTRPC } from "../client/trpc.ts";
import { SectionCard } from "../ui/card.tsx";
import { QueryFallback } from "../ui/feedback/query-fallback.tsx";
import { SkeletonTab } from "../ui/feedback/skeleton.tsx";
import { formatMessage } from "../ui/format-message.ts";
import { formatNumber } from "../ui/format.ts";
import { TableRows } from "../ui/data-table.tsx";
import { importView as t } from "./lazy-strings.ts";

/** How many rows the screen shows; the file has all. */
const shownRows = 50;

interface RowListProps {
  importId: string;
  outcome: "rejected" | "kept";
  title: string;
  /** How many rows there are with this outcome. */
  count: number;
}

/** The first rows with an outcome, and why. */
export function RowList({ importId, outcome, title, count }: RowListProps) {
  const trpc = useTRPC();
  // A run begins without rejected rows, and what was read then would stay for a while after it.
  const query = useQuery({
    ...trpc.imports.rows.list.queryOptions({ importId, outcome, limit: shownRows }),
    staleTime: 0,
  });
  const isOld = query.isFetching && query.data?.rows.length === 0;
  return (
    <SectionCard
      title={title}
      {...(count > shownRows && {
        description: (outcome === "rejected" ? t.firstRejected : t.firstKept)(
          formatNumber(shownRows),
          formatNumber(count),
        ),
      })}
    >
      {query.data === undefined || isOld ? (
        <QueryFallback query={query} what={title} placeholder={<SkeletonTab />} />
      ) : (
        <TableRows
          name={`import-${outcome}`}
          caption={title}
          rows={query.data.rows}
          keyOf={({ number }) => String(number)}
          columns={[
            { label: t.row, render: ({ number }) => formatNumber(number), text: ({ number }) => number },
            {
              label: t.reason,
              render: ({ faults }) => <Faults faults={faults} />,
              text: ({ faults }) => faults.map(({ message }) => message).join("; "),
              onPhone: "without-label",
            },
          ]}
        />
      )}
    </SectionCard>
  );
}

export function Faults({ faults }: { faults: readonly { column: string | null; message: string }[] }) {
  return (
    <ul className="grid gap-1">
      {faults.map(({ column, message }) => (
        <li key={`${column} ${message}`} className="wrap-anywhere">
          {column !== null && <span className="font-semibold">{column}: </span>}
          {formatMessage(message)}
        </li>
      ))}
    </ul>
  );
}
