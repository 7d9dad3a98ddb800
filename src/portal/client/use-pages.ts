"use client";

import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import type { QueryKey } from "@tanstack/react-query";

/**
 * A list that comes page by page, as LoadMore shows it. tRPC's own infinite queries want an input named `cursor`, and the
 * lists of the contract have `after`:
 * `usePages(trpc.notifications.list.queryKey(input), (place) => client.notifications.list.query({ ...input, ...place }))`.
 * @param key of the list and its filters; invalidating it, or the list as a whole, fetches anew
 */
export function usePages<Page extends { nextCursor: string | null }>(
  key: QueryKey,
  fetchPage: (place: { after?: string }) => Promise<Page>,
  { keepFormer = false, ...options }: { enabled?: boolean; /** Shows the former list while another filter's is fetched. */ keepFormer?: boolean } = {},
) {
  return useInfiniteQuery({
    queryKey: [...key, "pages"],
    queryFn: ({ pageParam }) => fetchPage(pageParam === null ? {} : { after: pageParam }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    ...(keepFormer && { placeholderData: keepPreviousData }),
    ...options,
  });
}

export type Pages<Page extends { nextCursor: string | null }> = ReturnType<typeof usePages<Page>>;
