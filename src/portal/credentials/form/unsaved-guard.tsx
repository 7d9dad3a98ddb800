"use client";

import { useRouter } from "next/navigation";
import { useEffect, useState } from "react";
import { AlertDialog } from "../../ui/overlays/alert-dialog.tsx";

interface UnsavedGuardProps {
  active: boolean;
  title: string;
  description: string;
  leave: string;
}

/** Asks before a link or closing the page discards unsaved changes. */
export function UnsavedGuard({ active, title, description, leave }: UnsavedGuardProps) {
  const router = useRouter();
  const [target, setTarget] = useState<string | null>(null);
  useEffect(() => {
    if (!active) return undefined;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    const hold = (event: MouseEvent) => {
      const destination = readDestination(event);
      if (destination === null) return;
      // Runs before the link's own handler.
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

/** The target of a click within the portal; null if it stays or opens elsewhere. */
function readDestination(event: MouseEvent): string | null {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return null;
  const link = event.target instanceof Element ? event.target.closest("a[href]") : null;
  if (!(link instanceof HTMLAnchorElement) || link.target === "_blank" || link.origin !== window.location.origin) return null;
  return link.pathname === window.location.pathname ? null : link.pathname + link.search + link.hash;
}
