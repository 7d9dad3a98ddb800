import { cn } from "../../ui/class-names.ts";
import { HeadCell, SortableHead } from "../../ui/table.tsx";
import { isNumeric } from "../is-numeric.ts";
import { noValue } from "./format-value.ts";
import type { Sort } from "../report-query.ts";
import type { RunColumn, RunPage, RunRow, RunValue } from "../report-types.ts";
import { resultTable as t } from "./strings.ts";

function findDirection(sort: Sort | null, column: string): "asc" | "desc" | false {
  if (sort?.column !== column) return false;
  return sort.descending ? "desc" : "asc";
}

interface ResultTableProps {
  caption: string;
  columns: readonly RunColumn[];
  rows: readonly RunRow[];
  totals: RunPage["totals"];
  /** With several, each row names its organization. */
  organizations: RunPage["organizations"];
  /** null for the report's own sort. */
  sort: Sort | null;
  onSort: (column: string) => void;
  write: (value: RunValue, column: RunColumn) => string;
}

/** Scrolls in its own frame with fixed headings and totals, also on a phone. */
export function ResultTable({ caption, columns, rows, totals, organizations, sort, onSort, write }: ResultTableProps) {
  const offices = organizations.length > 1 ? new Map(organizations.map(({ id, name }) => [id, name])) : null;
  return (
    // Safari scrolls by keyboard only what is focusable (WCAG 2.1.1).
    <section
      aria-label={caption}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      className="relative max-h-[min(46rem,75dvh)] overflow-auto rounded-lg border border-line bg-surface shadow-xs"
    >
      <table className="w-full border-collapse text-sm">
        <caption className="sr-only">{caption}</caption>
        <thead className="sticky top-0 z-20 bg-sunken text-left text-[0.8125rem] text-muted shadow-[inset_0_-1px_0_var(--line)]">
          <tr>
            {offices !== null && <HeadCell className="px-4">{t.organization}</HeadCell>}
            {columns.map((column) => (
              <SortableHead
                key={column.key}
                direction={findDirection(sort, column.key)}
                onSort={() => onSort(column.key)}
                className={cn(isNumeric(column) && "text-right")}
              >
                {column.label}
              </SortableHead>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {rows.map((row, place) => (
            // oxlint-disable-next-line react/no-array-index-key -- rows have no id of their own, and only more are added
            <tr key={place} className="align-top">
              {offices !== null && (
                <td className="px-4 py-2.5 whitespace-nowrap max-sm:max-w-36 max-sm:px-3 max-sm:whitespace-normal">
                  {offices.get(String(row["organizationId"])) ?? noValue}
                </td>
              )}
              {columns.map((column, index) => (
                <ValueCell
                  key={column.key}
                  column={column}
                  isHead={index === 0}
                  isHeld={index === 0 && offices === null}
                  text={write(row[column.key] ?? null, column)}
                />
              ))}
            </tr>
          ))}
        </tbody>
        {totals !== null && <Totals columns={columns} totals={totals} hasOffices={offices !== null} write={write} />}
      </table>
    </section>
  );
}

/** Names and case numbers stay on one line. */
const shortText = 24;

interface ValueCellProps {
  column: RunColumn;
  text: string;
  isHead: boolean;
  /** Stays at the left while the others scroll. */
  isHeld: boolean;
}

function ValueCell({ column, text, isHead, isHeld }: ValueCellProps) {
  const Tag = isHead ? "th" : "td";
  return (
    <Tag
      {...(isHead && { scope: "row" })}
      className={cn(
        "px-4 py-2.5 text-left font-normal max-sm:px-3",
        isNumeric(column) && "text-right tabular-nums",
        text.length > shortText ? "min-w-52 wrap-break-word" : "whitespace-nowrap",
        isHeld && "sticky left-0 z-10 bg-surface max-sm:shadow-[inset_0_-1px_0_var(--line)]",
        text === noValue && "text-muted",
      )}
    >
      {text}
    </Tag>
  );
}

type TotalsProps = Pick<ResultTableProps, "columns" | "write"> & {
  totals: Record<string, number>;
  hasOffices: boolean;
};

/** Totals over all rows, including those not fetched. */
function Totals({ columns, totals, hasOffices, write }: TotalsProps) {
  const sums = columns.map((column) => ({ column, total: totals[column.key] }));
  // The label is in the first column without a total.
  const word = hasOffices ? null : (sums.find(({ total }) => total === undefined)?.column.key ?? null);
  return (
    <tfoot className="sticky bottom-0 z-20 bg-sunken font-semibold shadow-[inset_0_1px_0_var(--line)]">
      <tr>
        {hasOffices && <td className="px-4 py-2.5 max-sm:px-3">{t.total}</td>}
        {sums.map(({ column, total }) => (
          <td
            key={column.key}
            className={cn("px-4 py-2.5 max-sm:px-3", isNumeric(column) && "text-right whitespace-nowrap tabular-nums")}
          >
            {total === undefined ? column.key === word && t.total : write(total, column)}
          </td>
        ))}
      </tr>
    </tfoot>
  );
}
