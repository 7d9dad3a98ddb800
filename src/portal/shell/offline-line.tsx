import { onlineManager } from "@tanstack/react-query";
import { TriangleAlert } from "lucide-react";
import { useSyncExternalStore } from "react";

/** On every screen while the browser is offline. Changes fail at once; lists are fetched again when it is connected. */
export function OfflineLine() {
  const isOnline = useSyncExternalStore((onChange) => onlineManager.subscribe(onChange), () => onlineManager.isOnline(), () => true);
  return (
    <output className="block">
      {!isOnline && (
        <span className="mb-6 flex min-h-11 items-center gap-3 rounded-lg border border-line bg-sunken px-4 py-2 text-sm">
          <TriangleAlert aria-hidden className="size-4.5 shrink-0 text-warning" />
          <span>
            <strong className="font-semibold">You’re offline.</strong> This page may be out of date. Changes are not saved; what you typed stays.
          </span>
        </span>
      )}
    </output>
  );
}
