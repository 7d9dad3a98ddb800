import { useQueryClient, type QueryFilters } from "@tanstack/react-query";
import { useTRPC } from "./trpc.ts";

/**
 * Returns a function that refetches the queries of a filter, after a change: `useInvalidate((trpc) =>
 * [trpc.exports.pathFilter()])`.
 */
export function useInvalidate(
  choose: (trpc: ReturnType<typeof useTRPC>) => readonly QueryFilters[],
): () => Promise<void> {
  const trpc = useTRPC();
  const queries = useQueryClient();
  return async () => {
    await Promise.all(choose(trpc).map((filter) => queries.invalidateQueries(filter)));
  };
}
