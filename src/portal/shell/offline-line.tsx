import { onlineManager } from "@tanstack/react-query";
import { TriangleAlert } from "lucide-react";
import { useEffect, useSyncExternalStore } from "react";
import { readLink } from "../client/read-link.ts";
import { offlineLine as t } from "./strings.ts";

/**
 * On every screen while the browser is offline. Changes fail at once; lists are fetched again when it is connected.
 * Until then links do nothing: they would lead to the browser's error page, and discard what was typed.
 */
export function OfflineLine() {
  const isOnline = useSyncExternalStore(
    (onChange) => onlineManager.subscribe(onChange),
    () => onlineManager.isOnline(),
    () => true,
  );
  useEffect(() => {
    if (isOnline) return undefined;
    const hold = (event: MouseEvent) => {
      const link = readLink(event);
      if (link === null || link.pathname + link.search === window.location.pathname + window.location.search) return;
      event.preventDefault();
      event.stopPropagation();
    };
    // Before the guard of unsaved changes, which would show its dialog.
    window.addEventListener("click", hold, { capture: true });
    return () => window.removeEventListener("click", hold, { capture: true });
  }, [isOnline]);
  return (
    <output className="sticky top-16 z-20 block">
      {!isOnline && (
        <span className="mb-6 flex min-h-11 items-center gap-3 rounded-lg border border-line bg-sunken px-4 py-2 text-sm shadow-lg">
          <TriangleAlert aria-hidden className="size-4.5 shrink-0 text-warning" />
          <span>
            {t.offline((text) => (
              <strong className="font-semibold">{text}</strong>
            ))}
          </span>
        </span>
      )}
    </output>
  );
}
