import { DataTable } from "../ui/data-table.tsx";
import { formatCents } from "../ui/format.ts";
import { shareCard as t, waterfall } from "./lazy-strings.ts";
import { namePayee, type Line } from "./views.ts";

/** The lines of a statement as a table, with a CSV file. */
export function LineTable({ lines }: { lines: readonly Line[] }) {
  return (
    <DataTable
      name="statement-lines"
      caption={t.lines}
      rows={lines}
      keyOf={({ key }) => key}
      columns={[
        { label: t.line, render: ({ label }) => label, text: ({ label }) => label, className: "wrap-anywhere" },
        {
          label: t.kind,
          render: ({ kind }) => waterfall.kinds[kind],
          text: ({ kind }) => waterfall.kinds[kind],
          isOptional: true,
        },
        {
          label: t.payee,
          render: (line) => namePayee(line) ?? t.none,
          text: namePayee,
          className: "wrap-anywhere",
        },
        {
          label: t.amount,
          render: ({ amountCents }) => formatCents(amountCents),
          text: ({ amountCents }) => amountCents / 100,
          isNumber: true,
        },
        {
          label: t.before,
          render: ({ computedCents, reductionCents }) => (reductionCents === 0 ? t.none : formatCents(computedCents)),
          text: ({ computedCents }) => computedCents / 100,
          isNumber: true,
          isOptional: true,
        },
        {
          label: t.paid,
          render: ({ disbursedCents }) => formatCents(disbursedCents),
          text: ({ disbursedCents }) => disbursedCents / 100,
          isNumber: true,
        },
        {
          label: t.explanation,
          render: ({ explanation }) => explanation,
          text: ({ explanation }) => explanation,
          onPhone: "line",
        },
      ]}
    />
  );
}
