import { lazy, Suspense, useCallback, useEffect, useState, type ComponentType } from "react";
import { Offline } from "../../client/portal-error.ts";
import { Button } from "../button.tsx";
import { later as t } from "./strings.ts";

type Loaded<Props> = ComponentType<Props> | { default: ComponentType<Props> };

/**
 * A part of a screen whose script is fetched when it is first shown. If it cannot be fetched, a line with a button
 * appears instead of the error screen, which would discard what was typed. Next's `dynamic` would add 1.7 kB to a first
 * load.
 *
 * @param Waiting shown until then, by default nothing
 */
export function later<Props extends object>(
  load: () => Promise<Loaded<Props>>,
  Waiting: ComponentType = Nothing,
): ComponentType<Props> {
  const fetchPart = async () => {
    const loaded = await load();
    return "default" in loaded ? loaded.default : loaded;
  };
  const Part = lazy(async () => {
    try {
      return { default: await fetchPart() };
    } catch {
      return { default: (props: Props) => <Retried fetchPart={fetchPart} props={props} /> };
    }
  });
  return function Later(props) {
    return (
      <Suspense fallback={<Waiting />}>
        <Part {...props} />
      </Suspense>
    );
  };
}

const Nothing = () => null;

interface RetriedProps<Props> {
  fetchPart: () => Promise<ComponentType<Props>>;
  props: Props;
}

/** `lazy` keeps what the first attempt returned, so each mount fetches again. */
function Retried<Props extends object>({ fetchPart, props }: RetriedProps<Props>) {
  const [Part, setPart] = useState<ComponentType<Props> | null>(null);
  const [hasFailed, setFailed] = useState(false);
  const retry = useCallback(() => {
    fetchPart().then(
      (part) => setPart(() => part),
      () => setFailed(true),
    );
  }, [fetchPart]);
  useEffect(retry, [retry]);
  if (Part !== null) return <Part {...props} />;
  return hasFailed ? <NotLoaded onRetry={retry} /> : null;
}

function NotLoaded({ onRetry }: { onRetry: () => void }) {
  return (
    <span
      role="alert"
      className="fixed inset-x-4 bottom-4 z-50 ml-auto flex max-w-md flex-wrap items-center justify-between gap-3 rounded-lg border border-danger bg-surface px-4 py-2.5 text-sm shadow-lg"
    >
      {Offline.isNow() ? t.offline : t.notReached}
      <Button size="sm" onClick={onRetry}>
        {t.tryAgain}
      </Button>
    </span>
  );
}
