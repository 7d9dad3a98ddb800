import { QueryClient } from "@tanstack/react-query";
import { isPassing } from "./portal-error.ts";

const retries = 3;

/** The key of every query about the signed-in person. */
export const accountKey = [["account"]];

export function createQueryClient(): QueryClient {
  return new QueryClient({
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
