import type { ReactNode } from "react";
import { cn } from "../class-names.ts";

/** A count at the corner of an icon, which the icon's label repeats in words. */
export function CountBadge({ className, children }: { className: string; children: ReactNode }) {
  return (
    <span
      aria-hidden
      className={cn(
        "absolute -top-0.5 left-5 grid h-4.5 min-w-4.5 place-items-center rounded-full px-1 text-[0.6875rem] leading-none font-bold",
        className,
      )}
    >
      {children}
    </span>
  );
}
