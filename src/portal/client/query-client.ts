import {
  MutationCache,
  QueryClient,
  type InvalidateOptions,
  type InvalidateQueryFilters,
  type QueryKey,
} from "@tanstack/react-query";
import { isBusy, isPassing } from "./portal-error.ts";

const retries = 3;
/** Half a second, one, two and four: longer than a report may run. */
const retriesWhileBusy = 4;

/** The key of every query about the signed-in person. */
export const accountKey = [["account"]];

/**
 * Asks anew also where an answer is under way: it may be of before the change, would arrive after it, count as fresh,
 * and stand. @tanstack/query-core 5.108.0 restarts a request only for a query that is shown and has data.
 */
class PortalQueryClient extends QueryClient {
  override invalidateQueries<Key extends QueryKey = QueryKey>(
    filters?: InvalidateQueryFilters<Key>,
    options?: InvalidateOptions,
  ): Promise<void> {
    for (const query of this.getQueryCache().findAll(filters)) {
      if (query.state.fetchStatus === "idle") continue;
      if (!query.isActive()) void query.cancel({ revert: true });
      else if (query.state.data === undefined) void query.cancel({ silent: true });
    }
    return super.invalidateQueries(filters, options);
  }
}

export function createQueryClient(): QueryClient {
  // What other screens show can depend on any change: they ask anew when they are opened. A change that failed may have been made.
  const outdateOtherScreens = () => client.invalidateQueries({ type: "inactive", refetchType: "none" });
  const client: QueryClient = new PortalQueryClient({
    mutationCache: new MutationCache({ onSuccess: outdateOtherScreens, onError: outdateOtherScreens }),
    defaultOptions: {
      queries: {
        staleTime: 10_000,
        retry: (count, error) => (count < retries && isPassing(error)) || (count < retriesWhileBusy && isBusy(error)),
        retryDelay: (count) => 500 * 2 ** count,
      },
      // The response to a commit can be lost: a retry would execute the mutation twice. Offline it fails at once instead of waiting.
      mutations: { retry: false, networkMode: "always" },
    },
  });
  return client;
}
