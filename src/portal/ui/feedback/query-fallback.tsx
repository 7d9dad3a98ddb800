import type { ReactNode } from "react";
import { ErrorState } from "./error-state.tsx";
import { queryFallback as t } from "./strings.ts";

export interface QueryFallbackProps {
  query: { error: unknown; isFetching: boolean; refetch: () => unknown };
  /** What it loads, in a sentence: "webhooks". */
  what: string;
  placeholder: ReactNode;
}

/** Stands for a query's data until there is some: a placeholder, or the error and a button that tries again. */
export function QueryFallback({ query, what, placeholder }: QueryFallbackProps) {
  if (query.error === null) return placeholder;
  return (
    <ErrorState
      title={t.couldNotLoad(what)}
      error={query.error}
      busy={query.isFetching}
      onRetry={() => void query.refetch()}
    />
  );
}
