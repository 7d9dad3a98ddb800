import { Columns3, Download } from "lucide-react";
import type { ComponentProps, KeyboardEvent, ReactNode } from "react";
import { Button } from "./button.tsx";
import { cn } from "./class-names.ts";
import { Offline } from "../client/portal-error.ts";
import type { CsvColumns } from "./csv.ts";
import { fetchAhead } from "./feedback/fetch-ahead.ts";
import { later } from "./feedback/strings.ts";
import { Menu, MenuCheck } from "./overlays/dropdown-menu.tsx";
import { useToast } from "./overlays/toast.tsx";
import { InRow } from "./relative-time.tsx";
import { dataTable as t } from "./strings.ts";
import { useColumnChoices, type WidthStep } from "./table-columns.ts";
import { Cell, HeadCell, Row, SortableHead, Table, TableBody, TableHead } from "./table.tsx";

export interface Column<Item> {
  label: string;
  render: (item: Item) => ReactNode;
  /** The value in a CSV file. A column without it is for controls: it has no visible heading and cannot be hidden. */
  text?: (item: Item) => string | number | null;
  isNumber?: boolean;
  /** Hidden until somebody chooses it. */
  isOptional?: boolean;
  /** In a narrower window (rem) it is hidden until somebody chooses it: it would be beyond the edge. */
  shownFrom?: WidthStep;
  /** On a phone: beside the row's name, as a line of its own, without its label, or not at all. */
  onPhone?: "beside" | "line" | "without-label" | "hidden";
  /** Takes a part of the width, gives it up for the other columns, and cuts a longer text to one line. */
  share?: keyof typeof shareClasses;
  className?: string;
  sort?: { direction: "asc" | "desc" | false; onSort: () => void };
}

interface DataTableProps<Item> {
  /** Names the remembered columns and the file. */
  name: string;
  caption: string;
  /** The first with a text names the row; it is always shown. */
  columns: readonly Column<Item>[];
  rows: readonly Item[];
  keyOf: (item: Item) => string;
  rowProps?: (item: Item) => ComponentProps<"tr">;
  /** Fetches the file's columns, if it has more than the table; null for no file. */
  file?: (() => Promise<CsvColumns<Item>>) | null;
  className?: string;
}

/** Wide for what names the row, narrow for a name beside it. */
const shareClasses = {
  wide: "sm:w-[36%] sm:max-w-0 sm:min-w-20 sm:truncate lg:min-w-40",
  narrow: "sm:w-[20%] sm:max-w-0 sm:min-w-20 sm:truncate lg:min-w-32",
} as const;

/**
 * Every table of the portal: columns to choose, rows that the arrow keys reach and Enter opens, and a CSV file of what
 * is shown.
 */
export function DataTable<Item>(props: DataTableProps<Item>) {
  return (
    <>
      <div className="mb-2 flex justify-end gap-2">
        <TableTools {...props} />
      </div>
      <TableRows {...props} />
    </>
  );
}

// No first load has it.
const fetchCsv = () => import("./csv.ts");
fetchAhead(fetchCsv);

type ToolsProps<Item> = Pick<DataTableProps<Item>, "name" | "caption" | "columns" | "rows" | "file">;

export function TableTools<Item>({ name, caption, columns, rows, file }: ToolsProps<Item>) {
  const { isShown, isInFile, choose } = useColumnChoices(name);
  const named = columns.filter(({ text }) => text !== undefined);
  const showToast = useToast();
  const save = async () => {
    const shown: CsvColumns<Item> =
      (await file?.()) ??
      named.flatMap((column, index) =>
        column.text !== undefined && (index === 0 || isInFile(column)) ? [[column.label, column.text] as const] : [],
      );
    const { saveFile, writeHead, writeRows } = await fetchCsv();
    saveFile([writeHead(shown), writeRows(shown, rows)], `${name}-${new Date().toISOString().slice(0, 10)}.csv`);
  };
  const explain = () => showToast(Offline.isNow() ? later.offline : later.notReached, "danger");
  return (
    <>
      <Menu
        trigger={
          <Button size="sm" variant="ghost">
            <Columns3 aria-hidden className="size-4" />
            {t.columns}
          </Button>
        }
      >
        {named.slice(1).map((column) => (
          <MenuCheck key={column.label} checked={isShown(column)} onCheckedChange={(isOn) => choose(column, isOn)}>
            {column.label}
          </MenuCheck>
        ))}
      </Menu>
      {file !== null && (
        <Button size="sm" variant="ghost" disabled={rows.length === 0} onClick={() => void save().catch(explain)}>
          <Download aria-hidden className="size-4" />
          {t.exportCsv(
            (text) => (
              <span className="sr-only">{text}</span>
            ),
            caption,
          )}
        </Button>
      )}
    </>
  );
}

export function TableRows<Item>({ name, caption, columns, rows, keyOf, rowProps, className }: DataTableProps<Item>) {
  const { isShown } = useColumnChoices(name);
  const head = columns.find(({ text }) => text !== undefined);
  const shown = columns.filter((column) => column === head || column.text === undefined || isShown(column));
  const headAt = head === undefined ? 0 : shown.indexOf(head);
  return (
    <Table caption={caption} {...(className !== undefined && { className })}>
      <TableHead>
        {shown.map((column) => (
          <Heading key={column.label} column={column} />
        ))}
      </TableHead>
      <TableBody onKeyDown={moveBetweenRows}>
        <InRow value>
          {rows.map((item) => (
            <Row key={keyOf(item)} {...rowProps?.(item)}>
              {shown.map(({ label, render, text, isNumber = false, onPhone, share, className: look }, index) => (
                <Cell
                  key={label}
                  head={index === headAt}
                  {...(share !== undefined && { title: String(text?.(item) ?? "") })}
                  className={cn(
                    share !== undefined && shareClasses[share],
                    look,
                    isNumber && "whitespace-nowrap tabular-nums sm:text-right",
                    onPhone !== undefined && phoneClasses[onPhone],
                  )}
                  {...(index > headAt && text !== undefined && onPhone === undefined && { label })}
                >
                  {render(item)}
                </Cell>
              ))}
            </Row>
          ))}
        </InRow>
      </TableBody>
    </Table>
  );
}

const phoneClasses = {
  beside: "max-sm:order-1",
  line: "max-sm:basis-full",
  "without-label": "",
  hidden: "max-sm:hidden!",
} as const;

function Heading<Item>({ column: { label, text, isNumber = false, sort, className } }: { column: Column<Item> }) {
  const look = cn(className, isNumber && "text-right");
  if (text === undefined) {
    return (
      <HeadCell className={look}>
        <span className="sr-only">{label}</span>
      </HeadCell>
    );
  }
  if (sort === undefined) return <HeadCell className={look}>{label}</HeadCell>;
  return (
    <SortableHead direction={sort.direction} onSort={sort.onSort} className={cn(look, "sm:px-1 sm:first:pl-2")}>
      {label}
    </SortableHead>
  );
}

const rowSteps: Readonly<Record<string, 1 | -1>> = { ArrowDown: 1, ArrowUp: -1 };

/** Arrow keys move between rows, to the first control of each, which Enter opens. */
function moveBetweenRows(event: KeyboardEvent<HTMLElement>): void {
  const { target, currentTarget, key, defaultPrevented } = event;
  const step = rowSteps[key];
  if (
    step === undefined ||
    defaultPrevented ||
    !(target instanceof Element) ||
    target.matches("input, select, textarea")
  )
    return;
  const controls = [...currentTarget.querySelectorAll("tr")].flatMap(
    (row) => row.querySelector<HTMLElement>("a[href], button:not(:disabled)") ?? [],
  );
  const row = target.closest("tr");
  const next = controls[controls.findIndex((control) => control.closest("tr") === row) + step];
  if (next === undefined) return;
  event.preventDefault();
  next.focus();
}
