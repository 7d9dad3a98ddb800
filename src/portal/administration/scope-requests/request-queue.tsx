import { CircleCheck, Inbox } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { useTRPC, useTRPCClient } from "../../client/trpc.ts";
import { usePages } from "../../client/use-pages.ts";
import { EmptyState } from "../../ui/feedback/empty-state.tsx";
import { QueryFallback } from "../../ui/feedback/query-fallback.tsx";
import { LoadMore } from "../../ui/load-more.tsx";
import { Loading, SkeletonText } from "../../ui/feedback/skeleton.tsx";
import type { Status } from "../../ui/feedback/status-badge.tsx";
import { ScopeRequestCard } from "./scope-request-card.tsx";
import type { Decision, QueuedRequest, RequestPage } from "../views.ts";

const DecisionDialog = lazy(() => import("./decision-dialog.tsx").then((file) => ({ default: file.DecisionDialog })));

interface RequestQueueProps {
  status: Extract<Status, "pending" | "granted" | "denied" | "lapsed" | "withdrawn">;
}

export function RequestQueue({ status }: RequestQueueProps) {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const [deciding, setDeciding] = useState<{ request: QueuedRequest; decision: Decision } | null>(null);
  const input = { status, limit: 50 };
  const list = usePages<RequestPage>(trpc.administration.listScopeRequests.queryKey(input), (place) =>
    client.administration.listScopeRequests.query({ ...input, ...place }),
  );
  if (list.data === undefined) return <QueryFallback query={list} what="requests" placeholder={<QueueSkeleton />} />;
  const requests = list.data.pages.flatMap((page) => page.requests);
  if (requests.length === 0) return <Nothing isPending={status === "pending"} />;
  return (
    <>
      <ul className="grid gap-4">
        {requests.map((request) => (
          <li key={request.id}>
            <ScopeRequestCard request={request} onDecide={(decision) => setDeciding({ request, decision })} />
          </li>
        ))}
      </ul>
      <LoadMore {...list} nouns={["request", "requests"]} count={requests.length} />
      {deciding !== null && (
        <Suspense>
          <DecisionDialog {...deciding} onClose={() => setDeciding(null)} />
        </Suspense>
      )}
    </>
  );
}

function Nothing({ isPending }: { isPending: boolean }) {
  if (!isPending) {
    return (
      <EmptyState icon={Inbox} title="None">
        No requests with this status.
      </EmptyState>
    );
  }
  return (
    <EmptyState icon={CircleCheck} title="No pending requests">
      Requests for elevated scopes are listed here until a decision, for at most 14 days. We notify you by email.
    </EmptyState>
  );
}

function QueueSkeleton() {
  return (
    <div className="grid gap-4">
      <Loading what="Loading requests" />
      {[1, 2].map((card) => (
        <div key={card} className="min-h-64 rounded-lg border border-line bg-surface p-6 shadow-xs">
          <SkeletonText lines={6} className="max-w-prose" />
        </div>
      ))}
    </div>
  );
}
