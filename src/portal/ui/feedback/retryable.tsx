import { useCallback, useEffect, useState, type ComponentType } from "react";
import { Offline } from "../../client/portal-error.ts";
import { Button } from "../button.tsx";

type Loaded<Props> = ComponentType<Props> | { default: ComponentType<Props> };

/**
 * Wraps what `lazy` or `dynamic` loads: if its script cannot be fetched, a line with a button appears instead of the error screen,
 * which would discard what was typed.
 */
export function retryable<Props extends object>(load: () => Promise<Loaded<Props>>): () => Promise<{ default: ComponentType<Props> }> {
  const fetchPart = async () => {
    const loaded = await load();
    return "default" in loaded ? loaded.default : loaded;
  };
  return async () => {
    try {
      return { default: await fetchPart() };
    } catch {
      return { default: (props: Props) => <Retried fetchPart={fetchPart} props={props} /> };
    }
  };
}

interface RetriedProps<Props> {
  fetchPart: () => Promise<ComponentType<Props>>;
  props: Props;
}

/** `lazy` keeps what the first attempt returned, so each mount fetches again. */
function Retried<Props extends object>({ fetchPart, props }: RetriedProps<Props>) {
  const [Part, setPart] = useState<ComponentType<Props> | null>(null);
  const [hasFailed, setFailed] = useState(false);
  const retry = useCallback(() => {
    fetchPart().then((part) => setPart(() => part), () => setFailed(true));
  }, [fetchPart]);
  useEffect(retry, [retry]);
  if (Part !== null) return <Part {...props} />;
  return hasFailed ? <NotLoaded onRetry={retry} /> : null;
}

function NotLoaded({ onRetry }: { onRetry: () => void }) {
  return (
    <span role="alert" className="fixed inset-x-4 bottom-4 z-50 ml-auto flex max-w-md flex-wrap items-center justify-between gap-3 rounded-lg border border-danger bg-surface px-4 py-2.5 text-sm shadow-lg">
      {Offline.isNow() ? "You’re offline" : "Caseport could not be reached"}. Nothing was changed.
      <Button size="sm" onClick={onRetry}>
        Try again
      </Button>
    </span>
  );
}
