import { useState } from "react";
import { useMutationWithConfirmation } from "../client/confirmation.tsx";
import { useTRPC, useTRPCClient } from "../client/trpc.ts";
import { useShowError } from "../client/use-show-error.ts";
import { test as t } from "./strings.ts";
import { useInvalidateWebhooks } from "./use-invalidate-webhooks.ts";

export function useTest(subscriptionId: string) {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const showError = useShowError();
  const invalidate = useInvalidateWebhooks();
  const [deliveryId, setDeliveryId] = useState<string | null>(null);
  const test = useMutationWithConfirmation(
    trpc.webhookSubscriptions.test.mutationOptions({
      onSuccess: async () => {
        // The event exists only after the commit; the newest test is the one just sent.
        const { webhookDeliveries } = await client.webhookSubscriptions.deliveries.list.query({
          subscriptionId,
          limit: 20,
        });
        setDeliveryId(webhookDeliveries.find(({ trigger }) => trigger === "test")?.id ?? null);
      },
      onError: (error) => showError(error, t.testWasNotSent),
      onSettled: invalidate,
    }),
  );
  const send = () => test.mutateAsync({ subscriptionId }).catch(() => undefined);
  return { send, isBusy: test.isPending, deliveryId, close: () => setDeliveryId(null) };
}
