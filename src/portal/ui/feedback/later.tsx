import { useCallback, useEffect, useState, type ComponentType } from "react";
import { Offline } from "../../client/portal-error.ts";
import { Button } from "../button.tsx";
import { fetchAhead } from "./fetch-ahead.ts";
import { later as t } from "./strings.ts";

type Loaded<Props> = ComponentType<Props> | { default: ComponentType<Props> };

/**
 * A part of a screen whose script is fetched when it is first shown; one that shows nothing until then, such as a
 * dialog, before, once the person does something on the page. If it cannot be fetched, a line with a button appears
 * instead of the error screen, which would discard what was typed. Next's `dynamic` would add 1.7 kB to a first load.
 *
 * Not `lazy`: React shows what a Suspense boundary waited for no sooner than 300 ms after it last showed a fallback, so
 * a dialog within a dialog's script took 600 ms although its scripts were there after 70 (decision 0213).
 *
 * @param Waiting shown until then, by default nothing
 */
export function later<Props extends object>(
  load: () => Promise<Loaded<Props>>,
  Waiting: ComponentType = Nothing,
): ComponentType<Props> {
  let fetched: ComponentType<Props> | null = null;
  // Each call after a failure fetches again.
  const fetchPart = async () => {
    const loaded = await load();
    fetched = "default" in loaded ? loaded.default : loaded;
    return fetched;
  };
  if (Waiting === Nothing) fetchAhead(fetchPart);
  return function Later(props: Props) {
    const [Part, setPart] = useState(() => fetched);
    const [hasFailed, setFailed] = useState(false);
    const fetchIt = useCallback(() => {
      fetchPart().then(
        (part) => setPart(() => part),
        () => setFailed(true),
      );
    }, []);
    const isFetched = Part !== null;
    useEffect(() => {
      if (!isFetched) fetchIt();
    }, [isFetched, fetchIt]);
    if (Part !== null) return <Part {...props} />;
    return hasFailed ? <NotLoaded onRetry={fetchIt} /> : <Waiting />;
  };
}

const Nothing = () => null;

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
