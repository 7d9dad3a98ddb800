import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";
import { isPassing, readError } from "./portal-error.ts";
import { goToSignIn } from "./sign-in-address.ts";

const retries = 3;

/** @param endSession called if the session has ended */
export function createQueryClient(endSession: () => void): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({
      onError: (error, query) => {
        if (readError(error).code !== "UNAUTHORIZED") return;
        if (query.state.data === undefined) goToSignIn();
        else endSession();
      },
    }),
    mutationCache: new MutationCache({
      onError: (error) => {
        if (readError(error).code === "UNAUTHORIZED") endSession();
      },
    }),
    defaultOptions: {
      queries: { staleTime: 10_000, retry: (count, error) => count < retries && isPassing(error), retryDelay: (count) => 500 * 2 ** count },
      // The response to a commit can be lost: a retry would execute the mutation twice.
      mutations: { retry: false },
    },
  });
}
