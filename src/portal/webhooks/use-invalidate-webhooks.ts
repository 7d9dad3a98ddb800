import { useInvalidate } from "../client/use-invalidate.ts";

/** Refetches webhook queries and the shell's banners after a change. */
export const useInvalidateWebhooks = () =>
  useInvalidate((trpc) => [
    trpc.webhookSubscriptions.pathFilter(),
    trpc.webhookDeliveries.pathFilter(),
    trpc.keys.overview.pathFilter(),
  ]);
