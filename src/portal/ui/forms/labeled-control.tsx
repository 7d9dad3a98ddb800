import type { ReactNode } from "react";
import { cn } from "../class-names.ts";

interface LabeledControlProps {
  id: string;
  hintId: string | undefined;
  label: ReactNode;
  hint: ReactNode;
  /** Beside the label. */
  after?: ReactNode;
  className: string | undefined;
  /** Receives `id`, and `hintId` as its description. */
  children: ReactNode;
}

export function LabeledControl({ id, hintId, label, hint, after, className, children }: LabeledControlProps) {
  return (
    <div className={cn("flex items-start", className)}>
      {children}
      <div className="text-sm leading-normal">
        <div className="flex gap-1.5">
          <label htmlFor={id} className="cursor-pointer font-medium">
            {label}
          </label>
          {after}
        </div>
        {hint !== undefined && (
          <p id={hintId} className="text-muted">
            {hint}
          </p>
        )}
      </div>
    </div>
  );
}
