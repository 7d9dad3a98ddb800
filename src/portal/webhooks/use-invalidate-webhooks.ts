import { useQueryClient } from "@tanstack/react-query";
import { useTRPC } from "../client/trpc.ts";

/** Refetches webhook queries and the shell's banners after a change. */
export function useInvalidateWebhooks(): () => Promise<void> {
  const trpc = useTRPC();
  const queries = useQueryClient();
  return async () => {
    await Promise.all([
      queries.invalidateQueries({ queryKey: trpc.webhookSubscriptions.pathKey() }),
      queries.invalidateQueries({ queryKey: trpc.webhookDeliveries.pathKey() }),
      queries.invalidateQueries(trpc.keys.overview.pathFilter()),
    ]);
  };
}
