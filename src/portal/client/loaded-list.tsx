import type { ReactNode } from "react";
import { QueryFallback, type QueryFallbackProps } from "../ui/feedback/query-fallback.tsx";

interface LoadedListProps<Item> extends QueryFallbackProps {
  /** Undefined until the query has data. */
  items: readonly Item[] | undefined;
  /** Shown instead of a list without items. */
  empty: ReactNode;
  children: (items: readonly Item[]) => ReactNode;
}

/** A list that comes on one page: placeholder, error, empty state or the items. `PagedList` is for several pages. */
export function LoadedList<Item>({ items, empty, children, ...fallback }: LoadedListProps<Item>) {
  if (items === undefined) return <QueryFallback {...fallback} />;
  return items.length === 0 ? empty : children(items);
}
