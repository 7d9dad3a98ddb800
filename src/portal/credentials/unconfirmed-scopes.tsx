import { useMutationWithConfirmation } from "../client/confirmation.tsx";
import { readError } from "../client/portal-error.ts";
import { useTRPC } from "../client/trpc.ts";
import { Button } from "../ui/button.tsx";
import { SectionCard } from "../ui/card.tsx";
import { Code } from "../ui/code-block.tsx";
import { useToast } from "../ui/overlays/toast.tsx";
import { useInvalidateKeys } from "./use-invalidate-keys.ts";
import { listActions } from "./list/key-status.ts";
import type { Key } from "./portal-types.ts";
import { orderScopes } from "./scopes/scope-grid.ts";
import { unconfirmedScopes as t } from "./lazy-strings.ts";

/** Scopes that the key was given before they existed, with what turns them on. */
export function UnconfirmedScopes({ serviceAccount }: { serviceAccount: Key }) {
  const trpc = useTRPC();
  const showToast = useToast();
  const invalidate = useInvalidateKeys();
  const { id, scopes, unconfirmedScopes, revision } = serviceAccount;
  const update = useMutationWithConfirmation(
    trpc.serviceAccounts.update.mutationOptions({
      onSuccess: () => showToast(t.turnedOn(unconfirmedScopes.join(", "))),
      onError: (error) => showToast(readError(error).message, "danger"),
      onSettled: invalidate,
    }),
  );
  const turnOn = () =>
    update.mutate({
      serviceAccountId: id,
      scopes: orderScopes([...scopes, ...unconfirmedScopes]),
      expectedRevision: revision,
    });
  const action = listActions(serviceAccount).change && (
    <Button size="sm" busy={update.isPending} onClick={turnOn}>
      {t.turnOn(unconfirmedScopes.length)}
    </Button>
  );
  return (
    <SectionCard title={t.title} description={t.description} actions={action === false ? undefined : action}>
      <p className="flex flex-wrap gap-2 text-sm">
        {unconfirmedScopes.map((scope) => (
          <Code key={scope}>{scope}</Code>
        ))}
      </p>
    </SectionCard>
  );
}
