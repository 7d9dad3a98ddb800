"use client";

import { useRouter } from "next/navigation";
import { useEffect, useState } from "react";
import { AlertDialog } from "../../ui/overlays/alert-dialog.tsx";

interface UnsavedGuardProps {
  /** Whether there is something to lose. */
  active: boolean;
  title: string;
  description: string;
  leave: string;
}

/** Asks before a link leads away from what was typed, or before it is lost with the page. */
export function UnsavedGuard({ active, title, description, leave }: UnsavedGuardProps) {
  const router = useRouter();
  const [target, setTarget] = useState<string | null>(null);
  useEffect(() => {
    if (!active) return undefined;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    const hold = (event: MouseEvent) => {
      const destination = readDestination(event);
      if (destination === null) return;
      // Before the link itself hears of it.
      event.preventDefault();
      event.stopPropagation();
      setTarget(destination);
    };
    window.addEventListener("beforeunload", warn);
    document.addEventListener("click", hold, { capture: true });
    return () => {
      window.removeEventListener("beforeunload", warn);
      document.removeEventListener("click", hold, { capture: true });
    };
  }, [active]);
  return (
    <AlertDialog
      open={active && target !== null}
      onOpenChange={(open) => {
        if (!open) setTarget(null);
      }}
      title={title}
      description={description}
      confirm={leave}
      onConfirm={() => {
        if (target !== null) router.push(target);
      }}
    />
  );
}

/** Where a click would lead within these pages; null when it stays here or opens elsewhere. */
function readDestination(event: MouseEvent): string | null {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return null;
  const link = event.target instanceof Element ? event.target.closest("a[href]") : null;
  if (!(link instanceof HTMLAnchorElement) || link.target === "_blank" || link.origin !== window.location.origin) return null;
  return link.pathname === window.location.pathname ? null : link.pathname + link.search + link.hash;
}
