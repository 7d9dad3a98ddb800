import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useFormContext } from "react-hook-form";
import { readError } from "../../client/portal-error.ts";
import { useTRPC, type PortalInputs } from "../../client/trpc.ts";
import { useSettled } from "../../client/use-settled.ts";
import { useOrganization } from "../../shell/account-context.tsx";
import { SectionCard } from "../../ui/card.tsx";
import { cn } from "../../ui/class-names.ts";
import { SkeletonTab } from "../../ui/feedback/skeleton.tsx";
import { isNumeric } from "../is-numeric.ts";
import { writeValue } from "../run/format-value.ts";
import { HeadCell } from "../../ui/table.tsx";
import type { RunColumn, RunRow } from "../report-types.ts";
import type { ReportField } from "./draft.ts";
import type { ReportValues } from "./form.ts";
import { canRunUnasked } from "./filter-faults.ts";
import { preview as t } from "./lazy-strings.ts";
import { writeDefinition } from "./write-definition.ts";

const typingPause = 800;

/** The first rows of what is built, anew when its fields rest. */
export function Preview({ fields }: { fields: readonly ReportField[] }) {
  const trpc = useTRPC();
  const { timezone } = useOrganization();
  const { entity, definition } = useFormContext<ReportValues>().watch();
  // What the form itself rejects is not sent.
  const isWhole = canRunUnasked(definition, fields);
  const written = useSettled(
    JSON.stringify({ isWhole, input: { entity, definition: writeDefinition(definition, fields) } }),
    typingPause,
  );
  const { input, ...settled } = JSON.parse(written) as { isWhole: boolean; input: PortalInputs["reports"]["preview"] };
  const hasColumns = input.definition.columns.length > 0;
  const canRun = hasColumns && settled.isWhole;
  const found = useQuery(
    trpc.reports.preview.queryOptions(input, {
      enabled: canRun,
      staleTime: 60_000,
      placeholderData: keepPreviousData,
    }),
  );
  return (
    <SectionCard title={t.title} description={t.description}>
      {!canRun && <p className="text-sm text-muted">{hasColumns ? t.completeFilters : t.chooseColumns}</p>}
      {canRun && found.error !== null && (
        <p role="status" className="text-sm text-muted">
          {t.notYet(readError(found.error).message)}
        </p>
      )}
      {canRun && found.error === null && found.data === undefined && <SkeletonTab />}
      {canRun && found.error === null && found.data !== undefined && (
        <Rows {...found.data} zone={timezone} isOld={found.isPlaceholderData} />
      )}
    </SectionCard>
  );
}

interface RowsProps {
  columns: readonly RunColumn[];
  rows: readonly RunRow[];
  zone: string;
  /** Of the definition before, while the new one is read. */
  isOld: boolean;
}

function Rows({ columns, rows, zone, isOld }: RowsProps) {
  if (rows.length === 0) return <p className="text-sm text-muted">{t.noRows}</p>;
  return (
    <section
      aria-label={t.title}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- Safari scrolls by keyboard only what is focusable
      tabIndex={0}
      className={cn("overflow-x-auto rounded-lg border border-line", isOld && "opacity-60")}
    >
      <table className="w-full border-collapse text-sm">
        <caption className="sr-only">{t.title}</caption>
        <thead className="border-b border-line bg-sunken text-left text-[0.8125rem] text-muted">
          <tr>
            {columns.map((column) => (
              <HeadCell key={column.key} className={cn(isNumeric(column) && "text-right")}>
                {column.label}
              </HeadCell>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {rows.map((row, place) => (
            // oxlint-disable-next-line react/no-array-index-key -- rows have no id of their own
            <tr key={place}>
              {columns.map((column) => (
                <td
                  key={column.key}
                  className={cn(
                    "max-w-72 truncate px-3 py-2 first:pl-4 last:pr-4",
                    isNumeric(column) && "text-right tabular-nums",
                  )}
                >
                  {writeValue(row[column.key], column, zone)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
