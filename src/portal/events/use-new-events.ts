import { useQuery } from "@tanstack/react-query";
import { inBackground } from "../client/background.ts";
import { useTRPC } from "../client/trpc.ts";
import type { EventRecord } from "./event-labels.ts";
import type { EventsInput } from "./events-query.ts";

export const pollIntervalMilliseconds = 10_000;
/** "20 or more". */
export const maxCountedEvents = 20;

/**
 * Counts events since the list was fetched; the list itself does not change.
 *
 * @param shown the events on the screen, newest first; undefined while they are fetched
 */
export function useNewEvents(input: EventsInput, shown: readonly EventRecord[] | undefined): number {
  const trpc = useTRPC();
  // A span with an end gets no new events.
  const isOpen = shown !== undefined && input.until === undefined;
  const { data } = useQuery(
    trpc.events.listNewest.queryOptions(
      { ...input, limit: maxCountedEvents },
      {
        enabled: isOpen,
        refetchInterval: pollIntervalMilliseconds,
        staleTime: pollIntervalMilliseconds,
        trpc: inBackground,
      },
    ),
  );
  return isOpen && data !== undefined ? countNew(data.events, shown) : 0;
}

/** Without older events from a response that preceded the list. */
export function countNew(
  found: readonly Pick<EventRecord, "id" | "occurredAt">[],
  shown: readonly Pick<EventRecord, "id" | "occurredAt">[],
): number {
  const known = new Set(shown.map(({ id }) => id));
  const since = shown[0]?.occurredAt ?? "";
  return found.filter(({ id, occurredAt }) => !known.has(id) && occurredAt >= since).length;
}
