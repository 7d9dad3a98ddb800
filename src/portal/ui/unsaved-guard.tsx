import { useRouter } from "next/navigation";
import { useEffect, useState } from "react";
import { readLink } from "../client/read-link.ts";
import { AlertDialog } from "./overlays/alert-dialog.tsx";
import { useBackGuard } from "./use-back-guard.ts";

interface UnsavedGuardProps {
  active: boolean;
  title: string;
  description: string;
  leave: string;
  /** Before the page is left. */
  onLeave?: () => void;
}

/** Requires a confirmation before a link, the Back button or closing the page discards unsaved changes. */
export function UnsavedGuard({ active, title, description, leave, onLeave }: UnsavedGuardProps) {
  const router = useRouter();
  const [target, setTarget] = useState<Target | null>(null);
  const goBack = useBackGuard(active, () => setTarget("back"));
  useEffect(() => {
    if (!active) return undefined;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    const hold = (event: MouseEvent) => {
      const link = readLink(event);
      if (link === null || link.pathname === window.location.pathname) return;
      // Runs before the link's own handler.
      event.preventDefault();
      event.stopPropagation();
      setTarget({ href: link.pathname + link.search + link.hash });
    };
    window.addEventListener("beforeunload", warn);
    document.addEventListener("click", hold, { capture: true });
    return () => {
      window.removeEventListener("beforeunload", warn);
      document.removeEventListener("click", hold, { capture: true });
    };
  }, [active]);
  const go = () => {
    onLeave?.();
    if (target === "back") {
      setTarget(null);
      goBack();
    }
    // In place of the guard's own entry.
    else if (target !== null) router.replace(target.href);
  };
  return (
    <AlertDialog
      open={active && target !== null}
      onOpenChange={(open) => {
        if (!open) setTarget(null);
      }}
      title={title}
      description={description}
      confirm={leave}
      onConfirm={go}
    />
  );
}

type Target = { href: string } | "back";
