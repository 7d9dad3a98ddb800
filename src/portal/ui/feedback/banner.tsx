import { CircleAlert, CircleCheck, Info, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { cn } from "../class-names.ts";

const tones = {
  info: ["border-accent/30 bg-accent-soft", "text-accent", Info],
  success: ["border-success/30 bg-success-soft", "text-success", CircleCheck],
  warning: ["border-warning/30 bg-warning-soft", "text-warning", TriangleAlert],
  danger: ["border-danger/30 bg-danger-soft", "text-danger", CircleAlert],
} as const;

interface BannerProps {
  tone?: keyof typeof tones;
  title?: ReactNode;
  children?: ReactNode;
  actions?: ReactNode;
  /** Announced at once: for new errors. */
  live?: boolean;
  className?: string;
}

export function Banner({ tone = "info", title, children, actions, live = false, className }: BannerProps) {
  const [ground, ink, Icon] = tones[tone];
  return (
    <div
      role={live ? "alert" : undefined}
      className={cn(
        "flex flex-wrap items-start gap-x-4 gap-y-3 rounded-lg border px-4 py-3 text-sm",
        ground,
        className,
      )}
    >
      <div className="flex min-w-0 flex-1 basis-64 gap-3">
        <Icon aria-hidden className={cn("mt-0.5 size-4.5 shrink-0", ink)} />
        <div className="min-w-0">
          {title !== undefined && <p className="font-semibold">{title}</p>}
          {children !== undefined && <div className="max-w-prose">{children}</div>}
        </div>
      </div>
      {actions !== undefined && <div className="flex flex-wrap gap-2">{actions}</div>}
    </div>
  );
}
