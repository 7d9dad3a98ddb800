import { readSortedPage, type SortedList, type SortedPage } from "../../platform/database/lists/sorted-list.ts";

/**
 * The page of a sorted list as its store gets it, for its plan.
 *
 * @param after a row with `id` and the sorted column, after which the page begins; null for the first page
 */
export async function describePage<Name extends string>(
  list: SortedList<Name>,
  sort: Name,
  limit: number,
  after: { id: string } | null,
): Promise<SortedPage> {
  const begun =
    after === null ? null : await readSortedPage(list, { limit: 1, sort }, () => Promise.resolve([after, after]));
  const { promise, resolve } = Promise.withResolvers<SortedPage>();
  await readSortedPage(
    list,
    { limit, sort, ...(begun !== null && begun.nextCursor !== null && { after: begun.nextCursor }) },
    (page) => {
      resolve(page);
      return Promise.resolve([]);
    },
  );
  return promise;
}
