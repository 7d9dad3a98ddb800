import { useQueryClient } from "@tanstack/react-query";
import { useTRPC } from "../client/trpc.ts";

export function useInvalidateKeys(): () => Promise<void> {
  const trpc = useTRPC();
  const queries = useQueryClient();
  return async () => {
    await Promise.all([
      queries.invalidateQueries({ queryKey: trpc.serviceAccounts.pathKey() }),
      queries.invalidateQueries({ queryKey: trpc.keys.pathKey() }),
    ]);
  };
}
