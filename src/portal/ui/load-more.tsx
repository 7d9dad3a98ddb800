import { Button } from "./button.tsx";

interface LoadMoreProps {
  /** From useInfiniteQuery. */
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  fetchNextPage: () => unknown;
  noun: string;
  count: number;
}

export function LoadMore({ hasNextPage, isFetchingNextPage, fetchNextPage, noun, count }: LoadMoreProps) {
  return (
    <div className="mt-3 flex min-h-9.5 flex-wrap items-center justify-between gap-3 text-sm text-muted">
      <output>
        {count} {noun} {hasNextPage ? "shown, more available" : ""}
      </output>
      {hasNextPage && (
        <Button busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Show more
        </Button>
      )}
    </div>
  );
}
