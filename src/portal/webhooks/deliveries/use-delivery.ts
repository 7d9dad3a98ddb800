import { useQuery } from "@tanstack/react-query";
import { inBackground } from "../../client/background.ts";
import { useTRPC } from "../../client/trpc.ts";
import { pollingInterval } from "./delivery-polling.ts";
import type { Delivery } from "../webhook-types.ts";

export function useDelivery(deliveryId: string, initial?: Delivery) {
  const trpc = useTRPC();
  return useQuery(
    trpc.webhookDeliveries.get.queryOptions(
      { deliveryId },
      {
        trpc: inBackground,
        refetchInterval: ({ state }) =>
          pollingInterval(state.data === undefined ? [] : [state.data.webhookDelivery], Date.now(), false),
        ...(initial !== undefined && { placeholderData: { webhookDelivery: initial } }),
      },
    ),
  );
}
