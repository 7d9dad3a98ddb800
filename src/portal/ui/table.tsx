import { ArrowDown, ArrowUp, ArrowUpDown } from "lucide-react";
import type { ComponentProps, ReactNode } from "react";
import { cn } from "./class-names.ts";

// Explicit roles: on a phone rows are display: block, and browsers then drop the table semantics.
/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/prefer-tag-over-role, jsx-a11y/no-interactive-element-to-noninteractive-role */

interface TableProps extends ComponentProps<"table"> {
  /** For screen readers only. */
  caption: string;
}

/** On a phone a row is its name and a few lines of labeled values. Takes TableHead and TableBody. */
export function Table({ caption, className, children, ...rest }: TableProps) {
  return (
    <div className="stacked-on-phone relative sm:overflow-x-auto sm:rounded-lg sm:border sm:border-line sm:bg-surface sm:shadow-xs">
      <table role="table" className={cn("w-full border-collapse text-sm", className)} {...rest}>
        <caption className="sr-only">{caption}</caption>
        {children}
      </table>
    </div>
  );
}

export function TableHead({ children }: { children: ReactNode }) {
  return (
    <thead role="rowgroup" className="border-b border-line bg-sunken text-left text-[0.8125rem] text-muted">
      <tr role="row">{children}</tr>
    </thead>
  );
}

export function TableBody({ className, ...rest }: ComponentProps<"tbody">) {
  return <tbody role="rowgroup" className={cn("sm:divide-y sm:divide-line", className)} {...rest} />;
}

export function Row({ className, ...rest }: ComponentProps<"tr">) {
  return (
    <tr
      role="row"
      className={cn(
        "relative align-top transition-colors sm:h-12 hover:bg-sunken has-[a:focus-visible]:bg-accent-soft",
        className,
      )}
      {...rest}
    />
  );
}

export function HeadCell({ className, ...rest }: ComponentProps<"th">) {
  return (
    <th
      role="columnheader"
      scope="col"
      className={cn("px-3 py-2.5 font-semibold first:pl-4 last:pr-4 whitespace-nowrap", className)}
      {...rest}
    />
  );
}

interface SortableHeadProps {
  children: ReactNode;
  direction: "asc" | "desc" | false;
  onSort: () => void;
  className?: string;
}

const unsorted = { Icon: ArrowUpDown, sort: "none" } as const;
const sorted = {
  asc: { Icon: ArrowUp, sort: "ascending" },
  desc: { Icon: ArrowDown, sort: "descending" },
} as const;

export function SortableHead({ children, direction, onSort, className }: SortableHeadProps) {
  const { Icon, sort } = direction === false ? unsorted : sorted[direction];
  return (
    <th
      role="columnheader"
      scope="col"
      aria-sort={sort}
      className={cn("px-2 py-1 font-semibold whitespace-nowrap", className)}
    >
      <button
        type="button"
        onClick={onSort}
        className="is-printed inline-flex cursor-pointer items-center gap-1.5 rounded px-2 py-1.5 hover:bg-line/60 hover:text-text"
      >
        {children}
        <Icon aria-hidden className={cn("size-3.5", direction === false && "opacity-60")} />
      </button>
    </th>
  );
}

interface CellProps extends ComponentProps<"td"> {
  /** The column's name, shown before the value on a phone. */
  label?: string;
  head?: boolean;
}

export function Cell({ label, head = false, className, ...rest }: CellProps) {
  const Tag = head ? "th" : "td";
  return (
    <Tag
      role={head ? "rowheader" : "cell"}
      {...(head && { scope: "row" })}
      data-label={label}
      className={cn("text-left font-normal sm:px-3 sm:py-3 sm:first:pl-4 sm:last:pr-4", className)}
      {...rest}
    />
  );
}
