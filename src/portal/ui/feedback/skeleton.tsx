import { cn } from "../class-names.ts";
import { skeleton as t } from "./strings.ts";

export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden className={cn("h-4 animate-pulse rounded bg-line/70", className)} />;
}

export function SkeletonText({ lines = 3, className }: { lines?: number; className?: string }) {
  return (
    <div aria-hidden className={cn("grid gap-2.5", className)}>
      {Array.from({ length: lines }, (_, line) => (
        <Skeleton key={line} className={line === lines - 1 ? "w-2/3" : "w-full"} />
      ))}
    </div>
  );
}

export function SkeletonTable({ rows = 6 }: { rows?: number }) {
  return (
    // Below the height of the table's tools.
    <div className="mt-10 overflow-hidden rounded-lg border border-line bg-surface shadow-xs">
      <Loading />
      <div aria-hidden className="h-10 border-b border-line bg-sunken" />
      <div aria-hidden className="divide-y divide-line">
        {Array.from({ length: rows }, (_, row) => (
          <div key={row} className="flex h-13 items-center gap-6 px-4">
            <Skeleton className="w-1/4" />
            <Skeleton className="w-1/6 max-sm:hidden" />
            <Skeleton className="w-1/5" />
            <Skeleton className="ml-auto w-1/12" />
          </div>
        ))}
      </div>
    </div>
  );
}

export function SkeletonTab() {
  return (
    <div className="grid gap-5 pt-6">
      <Loading />
      <Skeleton className="h-72 rounded-lg" />
      <Skeleton className="h-52 rounded-lg" />
    </div>
  );
}

/** Before the tabs of a record are known. */
export function SkeletonTabs() {
  return (
    <>
      <Skeleton className="h-11 w-full max-w-lg" />
      <SkeletonTab />
    </>
  );
}

export function Loading({ what }: { what?: string }) {
  return <output className="sr-only">{what === undefined ? t.loading : t.waiting(what)}</output>;
}
