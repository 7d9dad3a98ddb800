"use client";

import { useQuery } from "@tanstack/react-query";
import { inBackground } from "../client/background.ts";
import { useTRPC } from "../client/trpc.ts";
import type { EventRecord } from "./event-labels.ts";
import type { EventsInput } from "./events-query.ts";

/** Frequency it is looked whether there is something new; nobody being there, nothing is asked. */
export const pollIntervalMilliseconds = 10_000;
/** So many new events are counted; beyond it is "20 or more". */
export const maxCountedEvents = 20;

/**
 * How many events happened since the list was fetched. The list itself stays as it is: nothing that one reads moves away.
 * @param shown the events on the screen, newest first; undefined while they are fetched
 */
export function useNewEvents(input: EventsInput, shown: readonly EventRecord[] | undefined): number {
  const trpc = useTRPC();
  // A span that ends gets nothing new.
  const isOpen = shown !== undefined && input.until === undefined;
  const { data } = useQuery(
    trpc.events.listNewest.queryOptions({ ...input, limit: maxCountedEvents }, { enabled: isOpen, refetchInterval: pollIntervalMilliseconds, staleTime: pollIntervalMilliseconds, trpc: inBackground }),
  );
  return isOpen && data !== undefined ? countNew(data.events, shown) : 0;
}

/** The events that are not shown yet; older ones, of an answer that came before the list did, are none. */
export function countNew(found: readonly Pick<EventRecord, "id" | "occurredAt">[], shown: readonly Pick<EventRecord, "id" | "occurredAt">[]): number {
  const known = new Set(shown.map(({ id }) => id));
  const since = shown[0]?.occurredAt ?? "";
  return found.filter(({ id, occurredAt }) => !known.has(id) && occurredAt >= since).length;
}
