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

export function EmptyState({ icon: Icon, title, children, actions, className }: EmptyStateProps) {
  return (
    <div
      className={cn(
        "grid justify-items-center gap-2 rounded-lg border border-dashed border-edge/60 bg-surface px-6 py-12 text-center",
        className,
      )}
    >
      {Icon !== undefined && (
        <span className="mb-1 grid size-11 place-items-center rounded-full bg-sunken text-muted">
          <Icon aria-hidden className="size-5" />
        </span>
      )}
      <h2 className="font-serif text-lg font-semibold">{title}</h2>
      {children !== undefined && <div className="max-w-prose text-sm text-muted">{children}</div>}
      {actions !== undefined && <div className="mt-3 flex flex-wrap justify-center gap-2.5">{actions}</div>}
    </div>
  );
}
