import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useMutationWithConfirmation } from "../client/confirmation.tsx";
import { useTRPC } from "../client/trpc.ts";
import { useShowError } from "../client/use-show-error.ts";
import { useToast } from "../ui/overlays/toast.tsx";
import { useInvalidateKeys } from "./use-invalidate-keys.ts";
import { guessResumed } from "./list/key-status.ts";
import type { Key } from "./portal-types.ts";
import { pause as t } from "./strings.ts";

/** The update is optimistic and rolled back when the server rejects it. */
export function usePausing({ id: serviceAccountId, name }: Pick<Key, "id" | "name">): {
  pause: () => void;
  resume: () => void;
  isBusy: boolean;
} {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const showToast = useToast();
  const showError = useShowError();
  const invalidate = useInvalidateKeys();
  const input = { serviceAccountId };
  const queryKey = trpc.serviceAccounts.get.queryKey(input);
  const show = async (change: (key: Key) => Partial<Key>) => {
    await queries.cancelQueries({ queryKey });
    const before = queries.getQueryData(queryKey);
    queries.setQueryData(queryKey, (held) =>
      held === undefined ? held : { serviceAccount: { ...held.serviceAccount, ...change(held.serviceAccount) } },
    );
    return { before };
  };
  const takeBack = (error: unknown, before: Awaited<ReturnType<typeof show>>["before"] | undefined) => {
    if (before !== undefined) queries.setQueryData(queryKey, before);
    showError(error);
  };
  const resume = useMutationWithConfirmation(
    trpc.serviceAccounts.resume.mutationOptions({
      onMutate: () => show((key) => ({ status: guessResumed(key), pausedAt: null })),
      onSuccess: () => showToast(t.wasResumed(name)),
      onError: (error, _, prepared) => takeBack(error, prepared?.before),
      onSettled: invalidate,
    }),
  );
  const pause = useMutation(
    trpc.serviceAccounts.pause.mutationOptions({
      onMutate: () => show(() => ({ status: "paused", pausedAt: new Date().toISOString() })),
      onSuccess: () => showToast(<Paused name={name} onUndo={() => resume.mutate(input)} />),
      onError: (error, _, prepared) => takeBack(error, prepared?.before),
      onSettled: invalidate,
    }),
  );
  return {
    pause: () => pause.mutate(input),
    resume: () => resume.mutate(input),
    isBusy: pause.isPending || resume.isPending,
  };
}

function Paused({ name, onUndo }: { name: string; onUndo: () => void }) {
  return t.wasPaused(name, (text) => (
    <button
      type="button"
      onClick={onUndo}
      className="cursor-pointer rounded py-0.5 font-semibold text-accent underline underline-offset-3"
    >
      {text}
    </button>
  ));
}
