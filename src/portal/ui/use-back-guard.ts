import { useEffect, useRef } from "react";

/** Marks the guard's entry of the history, so that it is known again after a reload. */
const mark = "isGuard";
const isGuard = (state: unknown) => typeof state === "object" && state !== null && mark in state;

/** What asks before Back discards something: a form, and the dialog of a secret above it. The last one is on top. */
const asking: (() => void)[] = [];

/** The page that has the guard's entry, which all that ask share. */
const place = { href: "", isOnGuard: false, isLeaving: false, isWatched: false };

/**
 * A page cannot prevent Back. While there is something to lose, it has a second entry in the history: Back leads from
 * it to the first one, which looks the same, and there is time to confirm. The entry stays when nothing is left to
 * lose; Back then skips it, whether or not what asked is still there.
 *
 * @param onBack asks; of several that are active, the last one does
 * @returns goes back without a confirmation
 */
export function useBackGuard(active: boolean, onBack: () => void): () => void {
  const latest = useRef(onBack);
  useEffect(() => {
    latest.current = onBack;
  });
  useEffect(() => {
    if (!active) return undefined;
    const ask = () => latest.current();
    asking.push(ask);
    watchBack();
    if (isGuard(window.history.state)) Object.assign(place, { href: window.location.href, isOnGuard: true });
    else pushGuard();
    return () => {
      asking.splice(asking.indexOf(ask), 1);
    };
  }, [active]);
  return () => {
    place.isLeaving = true;
    window.history.go(-2);
  };
}

/** As long as the tab lives: entries of the history outlive the components that made them. */
function watchBack(): void {
  place.isLeaving = false;
  if (place.isWatched) return;
  place.isWatched = true;
  window.addEventListener("popstate", ({ state }) => {
    const wasOnGuard = place.isOnGuard;
    place.isOnGuard = isGuard(state);
    // Several entries at once lead elsewhere; they cannot be held.
    if (place.isLeaving || !wasOnGuard || place.isOnGuard || window.location.href !== place.href) return;
    const ask = asking.at(-1);
    if (ask === undefined) return window.history.back();
    pushGuard();
    ask();
  });
}

function pushGuard(): void {
  Object.assign(place, { href: window.location.href, isOnGuard: true });
  window.history.pushState({ [mark]: true }, "", place.href);
}
