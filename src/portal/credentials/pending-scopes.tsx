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
import { pendingScopes as t } from "./lazy-strings.ts";

type Pending = Key["pendingScopes"][number];

export function PendingScopes({ serviceAccount: { scopes, pendingScopes } }: { serviceAccount: Key }) {
  const [chosen, setChosen] = useState<Pending | null>(null);
  return (
    <SectionCard title={t.waitingForPlatformAdministrator} description={t.waitingForPlatformDescription}>
      <ul className="divide-y divide-line">
        {pendingScopes.map((pending) => (
          <li
            key={pending.requestId}
            className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2 py-3 text-sm first:pt-0 last:pb-0"
          >
            <div className="min-w-0 flex-1 basis-64">
              <p className="flex flex-wrap items-center gap-2">
                <Code>{pending.scope}</Code>
                <StatusBadge status="pending" />
                {scopes.some((held) => held === pending.scope) && <span className="text-muted">{t.renewal}</span>}
              </p>
              <p className="mt-1.5 wrap-anywhere">“{pending.purpose}”</p>
              <p className="mt-1 text-muted">
                {t.requestedBy(
                  pending.requestedBy.name,
                  <RelativeTime instant={pending.requestedAt} />,
                  <RelativeTime instant={pending.lapsesAt} />,
                )}
              </p>
            </div>
            <Button size="sm" onClick={() => setChosen(pending)}>
              {t.withdrawRequest(
                (text) => (
                  <span className="sr-only">{text}</span>
                ),
                pending.scope,
              )}
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
      onSuccess: () => showToast(t.requestForWithdrawn(pending.scope)),
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
      title={t.withdrawRequestFor(pending.scope)}
      description={t.description}
      confirm={t.withdrawRequestConfirm}
      danger={false}
      busy={withdraw.isPending}
      onConfirm={() => withdraw.mutate({ requestId: pending.requestId })}
    />
  );
}
