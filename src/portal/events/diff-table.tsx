import { Cell, HeadCell, Row, Table, TableBody, TableHead } from "../ui/table.tsx";
import { FieldName, Value } from "./record-view.tsx";

export function DiffTable({ diff }: { diff: Readonly<Record<string, unknown>> }) {
  return (
    <Table caption="Changes" className="table-fixed">
      <TableHead>
        <HeadCell>Field</HeadCell>
        <HeadCell className="px-3">From</HeadCell>
        <HeadCell className="px-3">To</HeadCell>
      </TableHead>
      <TableBody>
        {Object.entries(diff).map(([field, change]) => {
          const { from, to } = readChange(change);
          return (
            <Row key={field}>
              <Cell head label="Field">
                <FieldName field={field} />
              </Cell>
              <Cell label="From" className="wrap-anywhere text-muted sm:px-3">
                <Value value={from} />
              </Cell>
              <Cell label="To" className="wrap-anywhere sm:px-3">
                <Value value={to} />
              </Cell>
            </Row>
          );
        })}
      </TableBody>
    </Table>
  );
}

/** A change is `{ from, to }`; anything else is shown as the new value. */
function readChange(change: unknown): { from?: unknown; to?: unknown } {
  return typeof change === "object" && change !== null && ("from" in change || "to" in change) ? change : { to: change };
}
