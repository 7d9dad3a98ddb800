import { QueryClient, type InvalidateOptions, type InvalidateQueryFilters, type QueryKey } from "@tanstack/react-query";
import { isPassing } from "./portal-error.ts";

const retries = 3;

/** The key of every query about the signed-in person. */
export const accountKey = [["account"]];

/**
 * Asks anew also where the first answer is under way. @tanstack/query-core 5.108.0 restarts a request only for a query
 * that has data: the answer of before the change would arrive after it, count as fresh, and stand.
 */
class PortalQueryClient extends QueryClient {
  override invalidateQueries<Key extends QueryKey = QueryKey>(
    filters?: InvalidateQueryFilters<Key>,
    options?: InvalidateOptions,
  ): Promise<void> {
    for (const query of this.getQueryCache().findAll(filters))
      if (query.isActive() && query.state.data === undefined) void query.cancel({ silent: true });
    return super.invalidateQueries(filters, options);
  }
}

export function createQueryClient(): QueryClient {
  return new PortalQueryClient({
    defaultOptions: {
      queries: {
        staleTime: 10_000,
        retry: (count, error) => count < retries && isPassing(error),
        retryDelay: (count) => 500 * 2 ** count,
      },
      // The response to a commit can be lost: a retry would execute the mutation twice. Offline it fails at once instead of waiting.
      mutations: { retry: false, networkMode: "always" },
    },
  });
}
