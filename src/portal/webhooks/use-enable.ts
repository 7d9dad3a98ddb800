import { useMutationWithConfirmation } from "../client/confirmation.tsx";
import { useTRPC } from "../client/trpc.ts";
import { useShowError } from "../client/use-show-error.ts";
import { useToast } from "../ui/overlays/toast.tsx";
import { useInvalidateWebhooks } from "./use-invalidate-webhooks.ts";
import type { Subscription } from "./webhook-types.ts";

export function useSwitching({ id, name }: Pick<Subscription, "id" | "name">): { enable: () => void; disable: () => void; isBusy: boolean } {
  const trpc = useTRPC();
  const showToast = useToast();
  const showError = useShowError();
  const invalidate = useInvalidateWebhooks();
  const onError = (error: unknown) => showError(error);
  const enable = useMutationWithConfirmation(
    trpc.webhookSubscriptions.enable.mutationOptions({
      onSuccess: () => showToast(`${name} was enabled. Use “Recover events” to send missed events.`),
      onError,
      onSettled: invalidate,
    }),
  );
  const disable = useMutationWithConfirmation(
    trpc.webhookSubscriptions.disable.mutationOptions({
      onSuccess: () => showToast(`${name} was disabled. Pending deliveries were abandoned.`),
      onError,
      onSettled: invalidate,
    }),
  );
  const input = { subscriptionId: id };
  return { enable: () => enable.mutate(input), disable: () => disable.mutate(input), isBusy: enable.isPending || disable.isPending };
}
