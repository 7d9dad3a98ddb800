import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { cn } from "../class-names.ts";

interface EmptyStateProps {
  icon?: LucideIcon;
  title: ReactNode;
  children?: ReactNode;
  actions?: ReactNode;
  className?: string;
}

/** Three sheets of paper, of which the front one bears the icon. */
function Sheets() {
  return (
    <svg viewBox="0 0 112 80" className="absolute inset-0" fill="var(--surface)" stroke="var(--edge)">
      <rect x="20" y="14" width="44" height="56" rx="4" transform="rotate(-9 42 42)" fill="var(--sunken)" />
      <rect x="48" y="14" width="44" height="56" rx="4" transform="rotate(9 70 42)" fill="var(--sunken)" />
      <rect x="32" y="8" width="48" height="64" rx="4" />
      <path d="M40 62h32M40 18h12" stroke="var(--line)" strokeWidth="3" strokeLinecap="round" />
    </svg>
  );
}

export function EmptyState({ icon: Icon, title, children, actions, className }: EmptyStateProps) {
  return (
    <div
      className={cn(
        "grid justify-items-center gap-2 rounded-lg border border-dashed border-edge/60 bg-surface px-6 py-12 text-center",
        className,
      )}
    >
      {Icon !== undefined && (
        <span aria-hidden className="relative mb-2 grid h-20 w-28 place-items-center text-accent">
          <Sheets />
          <Icon className="relative size-7" strokeWidth={1.5} />
        </span>
      )}
      <h2 className="text-base font-semibold">{title}</h2>
      {children !== undefined && <div className="max-w-prose text-sm text-muted">{children}</div>}
      {actions !== undefined && <div className="mt-3 flex flex-wrap justify-center gap-2.5">{actions}</div>}
    </div>
  );
}
