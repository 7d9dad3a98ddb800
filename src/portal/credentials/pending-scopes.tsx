import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { readError } from "../client/portal-error.ts";
import { useTRPC } from "../client/trpc.ts";
import { AlertDialog } from "../ui/overlays/alert-dialog.tsx";
import { Button } from "../ui/button.tsx";
import { SectionCard } from "../ui/card.tsx";
import { Code } from "../ui/code-block.tsx";
import { RelativeTime } from "../ui/relative-time.tsx";
import { StatusBadge } from "../ui/feedback/status-badge.tsx";
import { useToast } from "../ui/overlays/toast.tsx";
import { useInvalidateKeys } from "./use-invalidate-keys.ts";
import type { Key } from "./portal-types.ts";

type Pending = Key["pendingScopes"][number];

export function PendingScopes({ serviceAccount: { scopes, pendingScopes } }: { serviceAccount: Key }) {
  const [chosen, setChosen] = useState<Pending | null>(null);
  return (
    <SectionCard title="Waiting for a platform administrator" description="The key works without this scope until it is granted. Requests expire after 14 days.">
      <ul className="divide-y divide-line">
        {pendingScopes.map((pending) => (
          <li key={pending.requestId} className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2 py-3 text-sm first:pt-0 last:pb-0">
            <div className="min-w-0 flex-1 basis-64">
              <p className="flex flex-wrap items-center gap-2">
                <Code>{pending.scope}</Code>
                <StatusBadge status="pending" />
                {scopes.some((held) => held === pending.scope) && <span className="text-muted">Renewal: the key keeps the scope.</span>}
              </p>
              <p className="mt-1.5 wrap-anywhere">“{pending.purpose}”</p>
              <p className="mt-1 text-muted">
                Requested by {pending.requestedBy.name} <RelativeTime instant={pending.requestedAt} />, expires <RelativeTime instant={pending.lapsesAt} />
              </p>
            </div>
            <Button size="sm" onClick={() => setChosen(pending)}>
              Withdraw request<span className="sr-only"> for {pending.scope}</span>
            </Button>
          </li>
        ))}
      </ul>
      {chosen !== null && <WithdrawDialog pending={chosen} onClose={() => setChosen(null)} />}
    </SectionCard>
  );
}

function WithdrawDialog({ pending, onClose }: { pending: Pending; onClose: () => void }) {
  const trpc = useTRPC();
  const showToast = useToast();
  const invalidate = useInvalidateKeys();
  const withdraw = useMutation(
    trpc.keys.withdrawScopeRequest.mutationOptions({
      onSuccess: () => showToast(`Request for ${pending.scope} withdrawn.`),
      onError: (error) => showToast(readError(error).message, "danger"),
      onSettled: async () => {
        await invalidate();
        onClose();
      },
    }),
  );
  return (
    <AlertDialog
      open
      onOpenChange={onClose}
      title={`Withdraw the request for ${pending.scope}?`}
      description="Platform administrators will no longer see it. You can request the scope again under Edit."
      confirm="Withdraw request"
      danger={false}
      busy={withdraw.isPending}
      onConfirm={() => withdraw.mutate({ requestId: pending.requestId })}
    />
  );
}
