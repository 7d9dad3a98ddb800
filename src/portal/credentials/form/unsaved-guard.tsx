import { useRouter } from "next/navigation";
import { useEffect, useRef, useState } from "react";
import { readLink } from "../../client/read-link.ts";
import { AlertDialog } from "../../ui/overlays/alert-dialog.tsx";

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

/** Marks the guard's entry of the history, so that it is known again after a reload. */
const mark = "isGuard";
const isGuard = (state: unknown) => typeof state === "object" && state !== null && mark in state;

/**
 * A page cannot prevent Back. While there is something to lose, it has a second entry in the history: Back leads from
 * it to the first one, which looks the same, and there is time to confirm. The entry stays when nothing is left to
 * lose; Back then skips it.
 *
 * @returns goes back without a confirmation
 */
function useBackGuard(active: boolean, onBack: () => void): () => void {
  const held = useRef({ active, onBack });
  const place = useRef({ href: "", isOnGuard: false, isLeaving: false });
  useEffect(() => {
    held.current = { active, onBack };
  });
  useEffect(() => {
    const { current } = place;
    current.href = window.location.href;
    current.isOnGuard = isGuard(window.history.state);
    const onPop = ({ state }: PopStateEvent) => {
      const wasOnGuard = current.isOnGuard;
      current.isOnGuard = isGuard(state);
      // Several entries at once lead elsewhere; they cannot be held.
      if (current.isLeaving || !wasOnGuard || current.isOnGuard || window.location.href !== current.href) return;
      if (!held.current.active) return window.history.back();
      pushGuard(current);
      held.current.onBack();
    };
    window.addEventListener("popstate", onPop);
    return () => window.removeEventListener("popstate", onPop);
  }, []);
  useEffect(() => {
    if (active && !place.current.isOnGuard) pushGuard(place.current);
  }, [active]);
  return () => {
    place.current.isLeaving = true;
    window.history.go(-2);
  };
}

function pushGuard(place: { href: string; isOnGuard: boolean }): void {
  place.href = window.location.href;
  place.isOnGuard = true;
  window.history.pushState({ [mark]: true }, "", place.href);
}
