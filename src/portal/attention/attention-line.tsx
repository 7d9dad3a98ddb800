import { useQuery } from "@tanstack/react-query";
import { TriangleAlert } from "lucide-react";
import { usePathname, useSearchParams } from "next/navigation";
import { useId, useRef, useState } from "react";
import { inBackground } from "../client/background.ts";
import { useTRPC } from "../client/trpc.ts";
import { useOrganization } from "../shell/account-context.tsx";
import { buttonLook } from "../ui/button.tsx";
import { cn } from "../ui/class-names.ts";
import { CountBadge } from "../ui/feedback/count-badge.tsx";
import { later } from "../ui/feedback/later.tsx";
import { listItems, type OpenItem } from "./attention-items.ts";
import { attentionLine as t } from "./strings.ts";

const AttentionPanel = later(() => import("./attention-panel.tsx"));
// Other screens do without it.
const OverviewLine = later(() => import("./overview-line.tsx").then((file) => file.OverviewLine));

/** What needs attention on the screen that is shown, and whether that is the Overview. */
function useItems() {
  const { can, href } = useOrganization();
  const trpc = useTRPC();
  const { data } = useQuery(
    trpc.keys.overview.queryOptions(
      {},
      { enabled: can("integrations:manage"), refetchInterval: 120_000, trpc: inBackground },
    ),
  );
  const path = usePathname();
  return { items: data === undefined ? [] : listItems(data, path), path, isOverview: path === href("") };
}

/** On the Overview: one line that opens a panel. */
export function AttentionLine() {
  const { items, isOverview } = useItems();
  return items.length === 0 || !isOverview ? null : <OverviewLine items={items} />;
}

/** On every other screen: a count in the header that opens the same panel. */
export function AttentionCount() {
  const { items, path, isOverview } = useItems();
  const query = useSearchParams();
  // Another screen, and a dialog that its own links open, close it.
  return items.length === 0 || isOverview ? null : <Count key={`${path}?${query}`} items={items} />;
}

function Count({ items }: { items: readonly OpenItem[] }) {
  const [wasOpened, setOpened] = useState(false);
  const panel = useRef<HTMLDivElement>(null);
  const id = useId();
  const moveFocus = () => (items.length > 1 ? panel.current : document.getElementById("content"))?.focus();
  const label = t.needsAttention(items.length);
  return (
    <>
      <button
        type="button"
        aria-label={label}
        title={label}
        popoverTarget={id}
        className={cn(buttonLook({ variant: "ghost", size: "icon" }), "relative")}
      >
        <TriangleAlert aria-hidden className="size-5 text-warning" />
        <CountBadge className="bg-warning text-ground">{items.length > 9 ? "9+" : items.length}</CountBadge>
      </button>
      <div
        ref={panel}
        id={id}
        popover="auto"
        tabIndex={-1}
        onToggle={() => setOpened(true)}
        className="fixed inset-x-3 top-14 bottom-auto m-0 rounded-lg border border-line bg-surface text-sm text-text shadow-lg sm:left-auto sm:w-[32rem]"
      >
        <p className="px-4 py-3 font-semibold">{label}</p>
        {wasOpened && <AttentionPanel items={items} onSnoozed={moveFocus} />}
      </div>
    </>
  );
}
