import { LoaderCircle } from "lucide-react";
import { cn } from "../class-names.ts";

/** A spinner without its own text. */
export function Spinner({ className }: { className?: string }) {
  return <LoaderCircle aria-hidden className={cn("size-4 animate-spin", className)} />;
}

/** Without a value: indeterminate. */
export function ProgressBar({ label, value }: { label: string; value?: number | undefined }) {
  return (
    <progress
      aria-label={label}
      max={100}
      {...(value !== undefined && { value })}
      className="progress h-1.5 w-full overflow-hidden rounded-full"
    />
  );
}
