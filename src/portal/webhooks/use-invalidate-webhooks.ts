"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useTRPC } from "../client/trpc.ts";

/** After a change: refetches the queries about webhooks that are on the screen, and the shell's banners. */
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
