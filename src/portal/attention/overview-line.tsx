import { ChevronDown, TriangleAlert } from "lucide-react";
import { useRef, useState } from "react";
import { later } from "../ui/feedback/later.tsx";
import type { OpenItem } from "./attention-items.ts";
import { attentionLine as t } from "./strings.ts";

const AttentionPanel = later(() => import("./attention-panel.tsx"));

/** The line of the Overview: it opens to what needs attention. */
export function OverviewLine({ items }: { items: readonly OpenItem[] }) {
  const [wasOpened, setOpened] = useState(false);
  const summary = useRef<HTMLElement>(null);
  // The button that had the focus goes with its item.
  const moveFocus = () => (items.length > 1 ? summary.current : document.getElementById("content"))?.focus();
  return (
    <details
      onToggle={() => setOpened(true)}
      className="group mb-6 rounded-lg border border-warning/30 bg-warning-soft text-sm"
    >
      <summary
        ref={summary}
        className="flex h-11 cursor-pointer list-none items-center gap-3 rounded-lg px-4 font-semibold"
      >
        <TriangleAlert aria-hidden className="size-4.5 shrink-0 text-warning" />
        <span className="min-w-0 flex-1 truncate">{t.needsAttention(items.length)}</span>
        <ChevronDown aria-hidden className="size-4.5 shrink-0 text-muted transition-transform group-open:rotate-180" />
      </summary>
      {wasOpened && <AttentionPanel items={items} onSnoozed={moveFocus} />}
    </details>
  );
}
