import { useInvalidate } from "../client/use-invalidate.ts";

export const useInvalidateKeys = () =>
  useInvalidate((trpc) => [trpc.serviceAccounts.pathFilter(), trpc.keys.pathFilter()]);
