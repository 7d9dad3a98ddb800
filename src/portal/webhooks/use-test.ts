import { useState } from "react";
import { useMutationWithConfirmation } from "../client/confirmation.tsx";
import { readError } from "../client/portal-error.ts";
import { useTRPC, useTRPCClient } from "../client/trpc.ts";
import { useToast } from "../ui/overlays/toast.tsx";
import { useInvalidateWebhooks } from "./use-invalidate-webhooks.ts";

export function useTest(subscriptionId: string) {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const showToast = useToast();
  const invalidate = useInvalidateWebhooks();
  const [deliveryId, setDeliveryId] = useState<string | null>(null);
  const test = useMutationWithConfirmation(
    trpc.webhooks.test.mutationOptions({
      onSuccess: async () => {
        // The event exists only after the commit; the newest test is the one just sent.
        const { webhookDeliveries } = await client.webhooks.listDeliveries.query({ subscriptionId, limit: 20 });
        setDeliveryId(webhookDeliveries.find(({ trigger }) => trigger === "test")?.id ?? null);
      },
      onError: (error) => {
        const { code, message } = readError(error);
        if (code !== "CANCELLED") showToast(`The test was not sent. ${message}`, "danger");
      },
      onSettled: invalidate,
    }),
  );
  const send = () => test.mutateAsync({ subscriptionId }).catch(() => undefined);
  return { send, isBusy: test.isPending, deliveryId, close: () => setDeliveryId(null) };
}
