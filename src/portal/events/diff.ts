/** A change is `{ from, to }`; anything else is shown as the new value. */
export function readChange(change: unknown): { from?: unknown; to?: unknown } {
  return typeof change === "object" && change !== null && ("from" in change || "to" in change)
    ? change
    : { to: change };
}

interface ComparedLists {
  removed: unknown[];
  added: unknown[];
  kept: number;
}

/** The entries in which two lists differ, each as often as it occurs; null if one is no list. */
export function compareLists(from: unknown, to: unknown): ComparedLists | null {
  if (!Array.isArray(from) || !Array.isArray(to)) return null;
  const left = [...(from as unknown[])];
  const added = (to as unknown[]).filter((entry) => {
    const place = left.findIndex((other) => JSON.stringify(other) === JSON.stringify(entry));
    if (place !== -1) left.splice(place, 1);
    return place === -1;
  });
  return { removed: left, added, kept: to.length - added.length };
}
