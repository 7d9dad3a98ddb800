"use client";

import { createColumnHelper, tableFeatures, useTable } from "@tanstack/react-table";
import type { keySorts } from "../../../contract/integration-keys.ts";
import { useOrganization } from "../../shell/account-context.tsx";
import { Code } from "../../ui/code-block.tsx";
import { PlainLink } from "../../ui/link.tsx";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { StatusBadge } from "../../ui/feedback/status-badge.tsx";
import { Cell, HeadCell, Row, SortableHead, Table, TableBody, TableHead } from "../../ui/table.tsx";
import type { Key } from "../portal-types.ts";
import { summarizeScopes, summarizeSpecial } from "../form/scope-grid.ts";

type Sort = (typeof keySorts)[number];

const features = tableFeatures({});
const column = createColumnHelper<typeof features, Key>();

// The server sorts and filters: the table shows its pages in order.
const columns = column.columns([
  column.accessor("name", { header: "Name", cell: ({ row }) => <NameCell serviceAccount={row.original} /> }),
  column.accessor("status", { header: "Status", cell: ({ getValue }) => <StatusCell status={getValue()} /> }),
  column.display({
    id: "scopes",
    header: "Scopes",
    cell: ({ row }) => <ScopesCell serviceAccount={row.original} />,
  }),
  column.accessor("actingAttorney", {
    header: "Acting attorney",
    cell: ({ getValue }) => {
      const attorney = getValue();
      return attorney === null ? <span className="text-muted">None</span> : `${attorney.firstName} ${attorney.lastName}`;
    },
  }),
  column.accessor("expiresAt", { header: "Expires", cell: ({ getValue }) => <Ending instant={getValue()} /> }),
  column.accessor("lastUsedAt", { header: "Last used", cell: ({ getValue }) => <RelativeTime instant={getValue()} /> }),
  column.accessor("createdBy", { header: "Created by", cell: ({ getValue }) => getValue()?.name ?? <span className="text-muted">—</span> }),
]);

/** Seven columns leave no room for wide gaps. */
const tight = "sm:px-3 sm:first:pl-4 sm:last:pr-4";

const sortable: Readonly<Record<string, { sort: Sort; direction: "asc" | "desc" }>> = {
  name: { sort: "name", direction: "asc" },
  expiresAt: { sort: "expires", direction: "asc" },
};

interface KeyTableProps {
  keys: Key[];
  sort: Sort;
  onSort: (sort: Sort) => void;
}

export function KeyTable({ keys, sort, onSort }: KeyTableProps) {
  const table = useTable({ features, columns, data: keys, getRowId: ({ id }) => id });
  return (
    <Table caption="API keys">
      <TableHead>
        {table.getHeaderGroups().flatMap(({ headers }) =>
          headers.map((header) => {
            const order = sortable[header.column.id];
            if (order === undefined) {
              return (
                <HeadCell key={header.id} className={tight}>
                  <table.FlexRender header={header} />
                </HeadCell>
              );
            }
            const isOn = sort === order.sort;
            return (
              <SortableHead key={header.id} className="sm:px-1 sm:first:pl-2" direction={isOn ? order.direction : false} onSort={() => onSort(isOn ? "newest" : order.sort)}>
                <table.FlexRender header={header} />
              </SortableHead>
            );
          }),
        )}
      </TableHead>
      <TableBody>
        {table.getRowModel().rows.map((row) => (
          <Row key={row.id}>
            {row.getAllCells().map((cell) => (
              <Cell key={cell.id} className={tight} head={cell.column.id === "name"} {...labelOf(cell.column.id, cell.column.columnDef.header)}>
                <table.FlexRender cell={cell} />
              </Cell>
            ))}
          </Row>
        ))}
      </TableBody>
    </Table>
  );
}

function labelOf(id: string, header: unknown): { label?: string } {
  return id === "name" || typeof header !== "string" ? {} : { label: header };
}

function NameCell({ serviceAccount: { id, name, keyPrefix } }: { serviceAccount: Key }) {
  const { href } = useOrganization();
  return (
    <div className="grid max-w-72 min-w-36 gap-1">
      <PlainLink href={href(`/credentials/${id}`)} className="rounded font-semibold text-accent wrap-anywhere hover:underline">
        {name}
      </PlainLink>
      <span>
        <Code>{keyPrefix}</Code>
      </span>
    </div>
  );
}

function StatusCell({ status }: Pick<Key, "status">) {
  // On a phone the cell is a grid, which would stretch the badge.
  return (
    <div>
      <StatusBadge status={status} />
    </div>
  );
}

function ScopesCell({ serviceAccount: { scopes, elevatedScopes, pendingScopes } }: { serviceAccount: Key }) {
  const special = summarizeSpecial(elevatedScopes.length, pendingScopes.length);
  return (
    <div className="min-w-20">
      {summarizeScopes(scopes.length, 0, 0)}
      {special !== "" && <span className="block text-[0.8125rem] text-muted">{special}</span>}
    </div>
  );
}

function Ending({ instant }: { instant: string }) {
  return (
    <span className="whitespace-nowrap">
      <RelativeTime instant={instant} />
    </span>
  );
}
