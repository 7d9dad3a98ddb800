import { useQuery } from "@tanstack/react-query";
import { inBackground } from "../client/background.ts";
import { useTRPC } from "../client/trpc.ts";
import { countNew, maxCountedEvents, pollIntervalMilliseconds } from "../events/use-new-events.ts";
import type { LoggedRequest } from "./request-labels.ts";
import type { RequestsInput } from "./requests-query.ts";

/**
 * Counts requests since the list was fetched, while the page is visible; the list itself does not change.
 * @param shown the requests on the screen, newest first; undefined while they are fetched
 */
export function useNewRequests(input: RequestsInput, shown: readonly LoggedRequest[] | undefined): number {
  const trpc = useTRPC();
  // A span with an end gets no new requests.
  const isOpen = shown !== undefined && input.until === undefined;
  const { data } = useQuery(
    trpc.keys.listRequests.queryOptions({ ...input, limit: maxCountedEvents }, { enabled: isOpen, refetchInterval: pollIntervalMilliseconds, staleTime: pollIntervalMilliseconds, trpc: inBackground }),
  );
  return isOpen && data !== undefined ? countNew(data.requests, shown) : 0;
}
