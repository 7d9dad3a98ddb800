import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { RejectionAlert } from "../client/rejection-alert.tsx";
import { useTRPC } from "../client/trpc.ts";
import { useChange } from "../client/use-change.ts";
import { Button } from "../ui/button.tsx";
import { SectionCard } from "../ui/card.tsx";
import { Code } from "../ui/code-block.tsx";
import { AlertDialog } from "../ui/overlays/alert-dialog.tsx";
import { RelativeTime } from "../ui/relative-time.tsx";
import { useInvalidateKeys } from "./use-invalidate-keys.ts";
import type { Key } from "./portal-types.ts";
import { secretsSection as t } from "./lazy-strings.ts";

type Secret = Key["secrets"][number];

/** The live secrets with their last use, which shows whether the old one of a rotation can end. */
export function Secrets({ serviceAccount: { id, secrets, status } }: { serviceAccount: Key }) {
  const trpc = useTRPC();
  const isUsable = secrets.length > 0 && status !== "expired";
  const { data } = useQuery(trpc.keys.listSecretUses.queryOptions({ keyId: id }, { enabled: isUsable }));
  const [ending, setEnding] = useState<Secret | null>(null);
  return (
    <SectionCard title={t.title} description={t.description}>
      {isUsable ? (
        <ul className="grid gap-3 text-sm">
          {secrets.map((secret) => (
            <li key={secret.prefix} className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
              <div>
                <Code>{secret.prefix}…</Code>
                <p className="mt-1 text-muted">
                  {secret.expiresAt === null
                    ? t.created(<RelativeTime instant={secret.createdAt} />)
                    : t.rotated(<RelativeTime instant={secret.expiresAt} />)}
                  <LastUse uses={data?.uses} prefix={secret.prefix} />
                </p>
              </div>
              {secret.expiresAt !== null && (
                <Button size="sm" variant="danger-quiet" onClick={() => setEnding(secret)}>
                  {t.endNow(<span className="sr-only">: {secret.prefix}</span>)}
                </Button>
              )}
            </li>
          ))}
        </ul>
      ) : (
        <p className="text-sm text-muted">{t.none}</p>
      )}
      {ending !== null && (
        <EndDialog keyId={id} prefix={ending.prefix} uses={data?.uses} onClose={() => setEnding(null)} />
      )}
    </SectionCard>
  );
}

interface Uses {
  uses: readonly { prefix: string; lastUsedAt: string | null }[] | undefined;
  prefix: string;
}

/** Nothing until it is known. */
function LastUse({ uses, prefix }: Uses) {
  const use = uses?.find((each) => each.prefix === prefix);
  if (use === undefined) return null;
  return (
    <span className="block">
      {use.lastUsedAt === null ? t.noRecordedUse : t.lastUsed(<RelativeTime instant={use.lastUsedAt} />)}
    </span>
  );
}

function EndDialog({ keyId, prefix, uses, onClose }: Uses & { keyId: string; onClose: () => void }) {
  const invalidate = useInvalidateKeys();
  const end = useChange(useTRPC().keys.endSecret.mutationOptions(), {
    successMessage: () => t.oldSecretNoLonger,
    onSuccess: onClose,
    onRejected: null,
    invalidate,
  });
  return (
    <AlertDialog
      open
      onOpenChange={onClose}
      title={t.endOldSecretNow}
      description={
        <>
          {t.requestsWithFailImmediately(<Code>{prefix}…</Code>)}
          <LastUse uses={uses} prefix={prefix} />
        </>
      }
      confirm={t.endSecret}
      busy={end.isPending}
      onConfirm={() => end.mutate({ keyId, prefix })}
    >
      <RejectionAlert error={end.error} />
    </AlertDialog>
  );
}
