import { cn } from "./class-names.ts";
import { CopyButton } from "./copy-button.tsx";

/** A long id, shortened in the middle to the room it has. The whole id is selected, read aloud and copied. */
export function ShortId({ id, className }: { id: string; className?: string }) {
  return (
    <span className={cn("flex max-w-44 items-center gap-0.5", className)}>
      <code title={id} className="flex min-w-0 font-mono text-xs">
        <span className="truncate">{id.slice(0, -6)}</span>
        {id.slice(-6)}
      </code>
      <CopyButton compact text={id} what={id} className="relative z-10 size-6" />
    </span>
  );
}
