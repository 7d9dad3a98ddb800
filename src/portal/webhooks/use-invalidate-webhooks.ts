"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useTRPC } from "../client/trpc.ts";

/** After a change: whatever was fetched about webhooks is fetched anew, where it is on the screen; so is what stands above every screen. */
export function useInvalidateWebhooks(): () => Promise<void> {
  const trpc = useTRPC();
  const queries = useQueryClient();
  return async () => {
    await Promise.all([
      queries.invalidateQueries({ queryKey: trpc.webhooks.pathKey() }),
      queries.invalidateQueries(trpc.keys.overview.pathFilter()),
    ]);
  };
}
