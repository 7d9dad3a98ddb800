import { CircleCheck, Inbox } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useTRPC, useTRPCClient } from "../../client/trpc.ts";
import { PagedList } from "../../client/paged-list.tsx";
import { usePages } from "../../client/use-pages.ts";
import { EmptyState } from "../../ui/feedback/empty-state.tsx";
import { Loading, SkeletonText } from "../../ui/feedback/skeleton.tsx";
import type { Status } from "../../ui/feedback/status-badge.tsx";
import { ScopeRequestCard } from "./scope-request-card.tsx";
import type { Decision, QueuedRequest, RequestGroup, RequestPage } from "../views.ts";
import { groupByKey } from "./group-requests.ts";
import { later } from "../../ui/feedback/later.tsx";
import { requestQueue as t } from "./strings.ts";

const DecisionDialog = later(() => import("./decision-dialog.tsx").then((file) => file.DecisionDialog));

interface RequestQueueProps {
  status: Extract<Status, "pending" | "granted" | "denied" | "lapsed" | "withdrawn">;
}

export function RequestQueue({ status }: RequestQueueProps) {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const [deciding, setDeciding] = useState<{ requests: RequestGroup; decision: Decision } | null>(null);
  const input = { status, limit: 50 };
  const list = usePages<RequestPage>(trpc.administration.listScopeRequests.queryKey(input), (place) =>
    client.administration.listScopeRequests.query({ ...input, ...place }),
  );
  const requests = list.data?.pages.flatMap((page) => page.requests) ?? [];
  const { cards, noteDecided } = useNextCard(requests);
  return (
    <>
      <PagedList
        list={list}
        items={(page) => page.requests}
        nouns={t.nouns}
        placeholder={<QueueSkeleton />}
        empty={<Nothing isPending={status === "pending"} />}
      >
        {(shown) => (
          <ul ref={cards} className="grid gap-4">
            {(status === "pending" ? groupByKey(shown) : shown.map((request) => [request] as const)).map((group) => (
              <li key={group[0].id} tabIndex={-1} className="rounded-lg">
                <ScopeRequestCard
                  requests={group}
                  onDecide={(decision, decided) => {
                    noteDecided(decided[0].id);
                    setDeciding({ requests: decided, decision });
                  }}
                />
              </li>
            ))}
          </ul>
        )}
      </PagedList>
      {deciding !== null && <DecisionDialog {...deciding} onClose={() => setDeciding(null)} />}
    </>
  );
}

/** A decided request leaves the list, and the focus with it: it moves to the card in its place. */
function useNextCard(requests: readonly QueuedRequest[]) {
  const cards = useRef<HTMLUListElement>(null);
  const decided = useRef({ id: "", index: -1 });
  useEffect(() => {
    const { id, index } = decided.current;
    if (index === -1 || requests.some((request) => request.id === id)) return;
    decided.current = { id: "", index: -1 };
    const items = cards.current?.children;
    const next = items?.item(Math.min(index, items.length - 1)) ?? document.getElementById("content");
    if (next instanceof HTMLElement) next.focus();
  }, [requests]);
  const noteDecided = (id: string) => {
    decided.current = { id, index: requests.findIndex((request) => request.id === id) };
  };
  return { cards, noteDecided };
}

function Nothing({ isPending }: { isPending: boolean }) {
  if (!isPending) {
    return (
      <EmptyState icon={Inbox} title={t.none}>
        {t.noRequests}
      </EmptyState>
    );
  }
  return (
    <EmptyState icon={CircleCheck} title={t.noPendingRequests}>
      {t.requestsForElevatedScopes}
    </EmptyState>
  );
}

function QueueSkeleton() {
  return (
    <div className="grid gap-4">
      <Loading what={t.loadingRequests} />
      {[1, 2].map((card) => (
        <div key={card} className="min-h-64 rounded-lg border border-line bg-surface p-6 shadow-xs">
          <SkeletonText lines={6} className="max-w-prose" />
        </div>
      ))}
    </div>
  );
}
