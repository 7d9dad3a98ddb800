import type { ReactNode } from "react";
import { cn } from "../class-names.ts";

interface LabeledControlProps {
  id: string;
  hintId: string | undefined;
  label: ReactNode;
  hint: ReactNode;
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
        <label htmlFor={id} className="cursor-pointer font-medium">
          {label}
        </label>
        {hint !== undefined && (
          <p id={hintId} className="text-muted">
            {hint}
          </p>
        )}
        {after}
      </div>
    </div>
  );
}
