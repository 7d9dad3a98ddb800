import { ArrowUp } from "lucide-react";
import { Button } from "../ui/button.tsx";
import { pollIntervalMilliseconds, maxCountedEvents } from "./use-new-events.ts";
import { plural } from "../ui/plural.ts";

interface NewEventsLineProps {
  count: number;
  noun: string;
  busy: boolean;
  onShow: () => void;
}

/** Has a fixed height, so that nothing moves. */
export function NewEventsLine({ count, noun, busy, onShow }: NewEventsLineProps) {
  const label = plural(Math.min(count, maxCountedEvents), `# new ${noun}`, count >= maxCountedEvents ? `# or more new ${noun}s` : `# new ${noun}s`);
  return (
    <div className="mb-2 flex min-h-8 items-center gap-3 text-sm text-muted">
      <output className={count === 0 ? undefined : "sr-only"}>{count === 0 ? `Newest first. Refreshed every ${pollIntervalMilliseconds / 1000} seconds.` : label}</output>
      {count > 0 && (
        <Button size="sm" busy={busy} onClick={onShow} className="border-accent/30 bg-accent-soft text-accent hover:bg-accent-soft">
          <ArrowUp aria-hidden className="size-4" />
          Show {label}
        </Button>
      )}
    </div>
  );
}
