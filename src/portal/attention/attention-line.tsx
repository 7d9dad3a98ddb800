import { useQuery } from "@tanstack/react-query";
import { ChevronDown, TriangleAlert } from "lucide-react";
import { usePathname } from "next/navigation";
import { useRef, useState } from "react";
import { inBackground } from "../client/background.ts";
import { useTRPC } from "../client/trpc.ts";
import { useOrganization } from "../shell/account-context.tsx";
import { later } from "../ui/feedback/later.tsx";
import { listItems, type OpenItem } from "./attention-items.ts";
import { attentionLine as t } from "./strings.ts";

const AttentionPanel = later(() => import("./attention-panel.tsx"));

/** On every screen of an organization: one line that opens a panel. */
export function AttentionLine() {
  const { can } = useOrganization();
  const trpc = useTRPC();
  const { data } = useQuery(
    trpc.keys.overview.queryOptions(
      {},
      { enabled: can("integrations:manage"), refetchInterval: 120_000, trpc: inBackground },
    ),
  );
  const path = usePathname();
  const items = data === undefined ? [] : listItems(data, path);
  // Another screen closes it.
  return items.length === 0 ? null : <Line key={path} items={items} />;
}

function Line({ items }: { items: readonly OpenItem[] }) {
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
