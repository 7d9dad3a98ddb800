import { useId, type ComponentProps, type ReactNode } from "react";
import { cn } from "../class-names.ts";

interface RadioCardProps extends Omit<ComponentProps<"input">, "type" | "title"> {
  title: ReactNode;
  hint?: ReactNode;
}

/** Goes into a FieldGroup; all share a name. */
export function RadioCard({ title, hint, className, ...rest }: RadioCardProps) {
  const id = useId();
  const hintId = hint === undefined ? undefined : `${id}-hint`;
  return (
    <label
      htmlFor={id}
      className={cn(
        "flex cursor-pointer items-start gap-2.5 rounded-md border border-edge bg-surface px-3 py-2.5 text-sm shadow-xs transition-colors hover:bg-sunken has-checked:border-accent has-checked:bg-accent-soft has-checked:ring-1 has-checked:ring-accent has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent has-disabled:cursor-not-allowed has-disabled:text-muted",
        className,
      )}
    >
      <input
        id={id}
        type="radio"
        aria-describedby={hintId}
        className="radio mt-0.5 size-4.5 shrink-0 outline-none!"
        {...rest}
      />
      <span className="leading-normal">
        <span className="font-medium">{title}</span>
        {hint !== undefined && (
          <span id={hintId} className="block text-muted">
            {hint}
          </span>
        )}
      </span>
    </label>
  );
}
