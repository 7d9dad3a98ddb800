import type { ReactNode } from "react";
import { QueryFallback } from "../ui/feedback/query-fallback.tsx";
import { SkeletonTable } from "../ui/feedback/skeleton.tsx";
import { LoadMore } from "../ui/load-more.tsx";
import type { Pages } from "./use-pages.ts";

interface PagedListProps<Page extends { nextCursor: string | null }, Item> {
  list: Pages<Page>;
  items: (page: Page) => readonly Item[];
  /** For one and for several: ["key", "keys"]. */
  nouns: readonly [one: string, other: string];
  /** Names the list in a sentence, if not by the plural: "the audit log". */
  what?: string;
  /** Until the first page is there: a number of rows, or another skeleton. */
  placeholder: number | ReactNode;
  /** In the place of a list without items. */
  empty: ReactNode;
  /** Below the list. */
  note?: ReactNode;
  children: (items: readonly Item[]) => ReactNode;
}

/**
 * A list of usePages: skeleton, error, nothing, or the items with the button for more. Dimmed while another filter's
 * list is fetched.
 */
export function PagedList<Page extends { nextCursor: string | null }, Item>({
  list,
  items,
  nouns,
  what = nouns[1],
  placeholder,
  empty,
  note,
  children,
}: PagedListProps<Page, Item>) {
  if (list.data === undefined) {
    return (
      <QueryFallback
        query={list}
        what={what}
        placeholder={typeof placeholder === "number" ? <SkeletonTable rows={placeholder} /> : placeholder}
      />
    );
  }
  const shown = list.data.pages.flatMap(items);
  if (shown.length === 0 && !list.hasNextPage) return empty;
  return (
    <div
      aria-busy={list.isPlaceholderData}
      className={list.isPlaceholderData ? "opacity-60 transition-opacity delay-150" : undefined}
    >
      {shown.length > 0 && children(shown)}
      <LoadMore {...list} nouns={nouns} count={shown.length} />
      {note}
    </div>
  );
}
