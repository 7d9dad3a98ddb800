import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { inBackground } from "../client/background.ts";
import { useTRPC } from "../client/trpc.ts";
import { countNew, maxCountedEvents, pollIntervalMilliseconds } from "../events/use-new-events.ts";
import type { LoggedRequest } from "./request-labels.ts";
import type { RequestsInput } from "./requests-query.ts";

/** The log is written once a second. */
const liveMilliseconds = 2_000;

interface Following {
  list: { isFetching: boolean; isRefetchError: boolean };
  fetchAnew: () => Promise<unknown>;
}

/**
 * Counts requests since the list was fetched, while the page is visible; the list itself does not change, unless it is
 * live: then each new request refetches it, until that fails.
 *
 * @param shown the requests on the screen, newest first; undefined while they are fetched
 */
export function useNewRequests(
  input: RequestsInput,
  shown: readonly LoggedRequest[] | undefined,
  { list, fetchAnew }: Following,
) {
  const trpc = useTRPC();
  const [wantsLive, setLive] = useState(false);
  const isLive = wantsLive && input.until === undefined && !list.isRefetchError;
  const every = isLive ? liveMilliseconds : pollIntervalMilliseconds;
  // A span with an end gets no new requests.
  const isOpen = shown !== undefined && input.until === undefined;
  const { data } = useQuery(
    trpc.keys.listRequests.queryOptions(
      { ...input, limit: maxCountedEvents },
      { enabled: isOpen, refetchInterval: every, staleTime: every, trpc: inBackground },
    ),
  );
  const count = isOpen && data !== undefined ? countNew(data.requests, shown) : 0;
  useEffect(() => {
    if (isLive && count > 0 && !list.isFetching) void fetchAnew();
  });
  return { count, isLive, setLive };
}
