import { useId, type ComponentProps, type ReactNode } from "react";
import { cn } from "./class-names.ts";
import { Why, type GuideAnchor } from "./forms/why.tsx";

export function Card({ className, ...rest }: ComponentProps<"div">) {
  return <div className={cn("rounded-lg border border-line bg-surface p-5 shadow-xs sm:p-6", className)} {...rest} />;
}

interface SectionCardProps {
  title: ReactNode;
  description?: ReactNode;
  actions?: ReactNode;
  /** Where the guides say why the section's fields exist. */
  why?: GuideAnchor | undefined;
  id?: string;
  className?: string;
  children?: ReactNode;
}

export function SectionCard({ title, description, actions, why, id, className, children }: SectionCardProps) {
  const headingId = useId();
  return (
    <section
      id={id}
      aria-labelledby={headingId}
      className={cn("rounded-lg border border-line bg-surface p-5 shadow-xs sm:p-6", className)}
    >
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          <div className="flex items-baseline gap-x-1.5">
            <h2 id={headingId} className="text-base leading-snug font-semibold">
              {title}
            </h2>
            {why !== undefined && <Why at={why} of={title} />}
          </div>
          {description !== undefined && (
            <p className="mt-1 max-w-prose text-sm text-pretty text-muted">{description}</p>
          )}
        </div>
        {actions !== undefined && <div className="flex flex-wrap gap-2">{actions}</div>}
      </div>
      {children !== undefined && <div className="mt-5">{children}</div>}
    </section>
  );
}
