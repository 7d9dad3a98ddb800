import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { ChevronDown, TriangleAlert } from "lucide-react";
import { usePathname } from "next/navigation";
import { lazy, Suspense, useRef } from "react";
import { inBackground } from "../client/background.ts";
import { readError } from "../client/portal-error.ts";
import { useTRPC } from "../client/trpc.ts";
import { useOrganization } from "../shell/account-context.tsx";
import { Button } from "../ui/button.tsx";
import { LinkButton } from "../ui/link.tsx";
import { useToast } from "../ui/overlays/toast.tsx";
import { RelativeTime } from "../ui/relative-time.tsx";
import { listItems, type ShownItem } from "./attention-items.ts";
import { plural } from "../ui/plural.ts";

const ResumeKey = lazy(() => import("./resume-key.tsx").then((file) => ({ default: file.ResumeKey })));

/** On every screen of an organization: one line that opens a panel. */
export function AttentionLine() {
  const { can } = useOrganization();
  const trpc = useTRPC();
  const { data } = useQuery(trpc.keys.overview.queryOptions({}, { enabled: can("integrations:manage"), refetchInterval: 120_000, trpc: inBackground }));
  const path = usePathname();
  const items = data === undefined ? [] : listItems(data, path);
  const summary = useRef<HTMLElement>(null);
  if (items.length === 0) return null;
  // The button that had the focus goes with its item.
  const moveFocus = () => (items.length > 1 ? summary.current : document.getElementById("content"))?.focus();
  return (
    // Another screen closes it.
    <details key={path} className="group mb-6 rounded-lg border border-warning/30 bg-warning-soft text-sm">
      <summary ref={summary} className="flex h-11 cursor-pointer list-none items-center gap-3 rounded-lg px-4 font-semibold">
        <TriangleAlert aria-hidden className="size-4.5 shrink-0 text-warning" />
        <span className="min-w-0 flex-1 truncate">{plural(items.length, "# item needs attention", "# items need attention")}</span>
        <ChevronDown aria-hidden className="size-4.5 shrink-0 text-muted transition-transform group-open:rotate-180" />
      </summary>
      <ul aria-label="Items that need attention" className="max-h-[60dvh] divide-y divide-warning/30 overflow-y-auto border-t border-warning/30">
        {items.map((item) => (
          <Item key={`${item.kind} ${item.recordId}`} item={item} onSnoozed={moveFocus} />
        ))}
      </ul>
    </details>
  );
}

function Item({ item, onSnoozed }: { item: ShownItem; onSnoozed: () => void }) {
  const { name, title, consequence, expiresAt, path, action, kind, recordId } = item;
  const { href } = useOrganization();
  const trpc = useTRPC();
  const queries = useQueryClient();
  const showToast = useToast();
  const snooze = useMutation(
    trpc.keys.snoozeAttention.mutationOptions({
      onSuccess: async () => {
        onSnoozed();
        await queries.invalidateQueries(trpc.keys.overview.pathFilter());
        showToast("Snoozed for a day.");
      },
      onError: (error) => showToast(`Not snoozed. ${readError(error).message}`, "danger"),
    }),
  );
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
      <div className="min-w-0 flex-1 basis-64">
        <p className="font-semibold wrap-anywhere">{title}</p>
        <p>
          {expiresAt !== null && (
            <>
              Expires <RelativeTime instant={expiresAt} />.{" "}
            </>
          )}
          {consequence}
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        <LinkButton href={href(path)} size="sm">
          {action}
        </LinkButton>
        <Suspense>{kind === "leaked" && <ResumeKey id={recordId} name={name} title={title} />}</Suspense>
        <Button variant="ghost" size="sm" aria-label={`Snooze for a day: ${title}`} busy={snooze.isPending} onClick={() => snooze.mutate({ kind, recordId })}>
          Snooze for a day
        </Button>
      </div>
    </li>
  );
}
