import { ArrowUp } from "lucide-react";
import { Button } from "../ui/button.tsx";
import { pollIntervalMilliseconds, maxCountedEvents } from "./use-new-events.ts";
import { newEventsLine as t } from "./strings.ts";

interface NewEventsLineProps {
  count: number;
  noun: string;
  busy: boolean;
  onShow: () => void;
}

/** Has a fixed height, so that nothing moves. */
export function NewEventsLine({ count, noun, busy, onShow }: NewEventsLineProps) {
  const label = t.new(Math.min(count, maxCountedEvents), noun, count >= maxCountedEvents);
  return (
    <div className="mb-2 flex min-h-8 items-center gap-3 text-sm text-muted">
      <output className={count === 0 ? undefined : "sr-only"}>
        {count === 0 ? t.newestFirst(pollIntervalMilliseconds / 1000) : label}
      </output>
      {count > 0 && (
        <Button
          size="sm"
          busy={busy}
          onClick={onShow}
          className="border-accent/30 bg-accent-soft text-accent hover:bg-accent-soft"
        >
          <ArrowUp aria-hidden className="size-4" />
          {t.show(label)}
        </Button>
      )}
    </div>
  );
}
