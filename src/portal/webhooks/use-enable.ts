import { useTRPC } from "../client/trpc.ts";
import { useChange } from "../client/use-change.ts";
import { enable as t } from "./strings.ts";
import { useInvalidateWebhooks } from "./use-invalidate-webhooks.ts";
import type { Subscription } from "./webhook-types.ts";

export function useSwitching({ id, name }: Pick<Subscription, "id" | "name">): {
  enable: () => void;
  disable: () => void;
  isBusy: boolean;
} {
  const { webhookSubscriptions } = useTRPC();
  const invalidate = useInvalidateWebhooks();
  const enable = useChange(webhookSubscriptions.enable.mutationOptions(), {
    successMessage: () => t.wasEnabled(name),
    invalidate,
  });
  const disable = useChange(webhookSubscriptions.disable.mutationOptions(), {
    successMessage: () => t.wasDisabled(name),
    invalidate,
  });
  const input = { subscriptionId: id };
  return {
    enable: () => enable.mutate(input),
    disable: () => disable.mutate(input),
    isBusy: enable.isPending || disable.isPending,
  };
}
