import {
  keepPreviousData,
  useInfiniteQuery,
  useQueryClient,
  type InfiniteData,
  type QueryKey,
} from "@tanstack/react-query";
import { useRef } from "react";
import { useShowError } from "./use-show-error.ts";

interface PagesOptions<Page> {
  enabled?: boolean;
  /** Milliseconds until a refetch on return. */
  staleTime?: number;
  /** Shows the previous list while another filter's is fetched. */
  keepFormer?: boolean;
  /** Polling interval in milliseconds, or false. Its calls should be `inBackground`. */
  pollEvery?: (pages: readonly Page[]) => number | false;
}

/**
 * A paged list for LoadMore. tRPC's infinite queries require an input named `cursor`; these lists use `after`:
 * `usePages(trpc.notifications.list.queryKey(input), (place) => client.notifications.list.query({ ...input, ...place
 * }))`.
 *
 * @param key of the list and its filters; invalidating it, or a prefix, refetches
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

/**
 * Returns a function that refetches a list, for lists that stay until the user refetches. Refetches only the first
 * page; the others would be fetched one after the other.
 *
 * @param key as of `usePages`
 */
export function useFetchAnew<Page extends { nextCursor: string | null }>(
  key: QueryKey,
  { refetch }: Pick<Pages<Page>, "refetch">,
) {
  const queryClient = useQueryClient();
  return () => {
    queryClient.setQueryData<InfiniteData<Page>>(
      [...key, "pages"],
      (data) => data && { pages: data.pages.slice(0, 1), pageParams: data.pageParams.slice(0, 1) },
    );
    return refetch();
  };
}

/** The same, and moves the focus to the list's region, or shows why it could not be fetched. */
export function useShowNew<Page extends { nextCursor: string | null }>(
  key: QueryKey,
  list: Pick<Pages<Page>, "refetch">,
) {
  const fetchAnew = useFetchAnew(key, list);
  const showError = useShowError();
  const region = useRef<HTMLDivElement>(null);
  const showNew = async () => {
    const { error } = await fetchAnew();
    if (error === null) region.current?.focus();
    else showError(error);
  };
  return { region, showNew: () => void showNew() };
}
