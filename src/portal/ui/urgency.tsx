import { TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { cn } from "./class-names.ts";

/** How near a day is that has consequences. Only these two have a color anywhere in the portal. */
export type Urgency = "overdue" | "soon" | null;

/** What is due within so many days is amber. */
export const soonDays = 7;

/** @param days until the last day to act; negative once it is past */
export function urgencyOf(days: number): Urgency {
  if (days < 0) return "overdue";
  return days <= soonDays ? "soon" : null;
}

const inks = { overdue: "font-semibold text-danger", soon: "font-medium text-warning" } as const;

/** Words in the color of their urgency; what is overdue has a sign, too, for those who see no color. */
export function Urgent({ urgency, children }: { urgency: Urgency; children: ReactNode }) {
  if (urgency === null) return <span>{children}</span>;
  return (
    <span className={cn("inline-flex items-baseline gap-1", inks[urgency])}>
      {urgency === "overdue" && <TriangleAlert aria-hidden className="size-3.5 shrink-0 self-center" />}
      {children}
    </span>
  );
}
