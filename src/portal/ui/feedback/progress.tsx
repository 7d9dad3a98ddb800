import { LoaderCircle } from "lucide-react";
import { cn } from "../class-names.ts";

/** Turns while work is under way; says nothing itself, the text beside it does. */
export function Spinner({ className }: { className?: string }) {
  return <LoaderCircle aria-hidden className={cn("size-4 animate-spin motion-reduce:animate-none", className)} />;
}

/** How far something is. Without a value: only that it is under way. */
export function ProgressBar({ label, value }: { label: string; value?: number | undefined }) {
  return (
    <progress aria-label={label} max={100} {...(value !== undefined && { value })} className="progress h-1.5 w-full overflow-hidden rounded-full" />
  );
}
