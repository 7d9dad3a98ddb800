import { Button } from "./button.tsx";
import { plural } from "./plural.ts";
import { loadMore as t } from "./strings.ts";

interface LoadMoreProps {
  /** From useInfiniteQuery. */
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  fetchNextPage: () => unknown;
  /** For one and for several: ["key", "keys"]. */
  nouns: readonly [one: string, other: string];
  count: number;
}

export function LoadMore({
  hasNextPage,
  isFetchingNextPage,
  fetchNextPage,
  nouns: [one, other],
  count,
}: LoadMoreProps) {
  return (
    <div className="mt-3 flex min-h-9.5 flex-wrap items-center justify-between gap-3 text-sm text-muted">
      <output>
        {plural(count, `# ${one}`, `# ${other}`)} {hasNextPage ? t.shown : ""}
      </output>
      {hasNextPage && (
        <Button busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t.showMore}
        </Button>
      )}
    </div>
  );
}
