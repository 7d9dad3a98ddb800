"use client";

import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import type { InfiniteData, QueryKey } from "@tanstack/react-query";

interface PagesOptions<Page> {
  enabled?: boolean;
  /** In how many milliseconds it is fetched again when one comes back to it. */
  staleTime?: number;
  /** Shows the former list while another filter's is fetched. */
  keepFormer?: boolean;
  /** In how many milliseconds the list is asked for again by itself; false: not. Its calls should then be `inBackground`. */
  pollEvery?: (pages: readonly Page[]) => number | false;
}

/**
 * A list that comes page by page, as LoadMore shows it. tRPC's own infinite queries want an input named `cursor`, and the
 * lists of the contract have `after`:
 * `usePages(trpc.notifications.list.queryKey(input), (place) => client.notifications.list.query({ ...input, ...place }))`.
 * @param key of the list and its filters; invalidating it, or the whole list, refetches
 */
export function usePages<Page extends { nextCursor: string | null }>(
  key: QueryKey,
  fetchPage: (place: { after?: string }) => Promise<Page>,
  { keepFormer = false, pollEvery, ...options }: PagesOptions<Page> = {},
) {
  return useInfiniteQuery<Page, Error, InfiniteData<Page, string | null>, QueryKey, string | null>({
    queryKey: [...key, "pages"],
    queryFn: ({ pageParam }) => fetchPage(pageParam === null ? {} : { after: pageParam }),
    initialPageParam: null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    ...(keepFormer && { placeholderData: keepPreviousData }),
    ...(pollEvery !== undefined && { refetchInterval: ({ state }) => pollEvery(state.data?.pages ?? []) }),
    ...options,
  });
}

export type Pages<Page extends { nextCursor: string | null }> = ReturnType<typeof usePages<Page>>;
