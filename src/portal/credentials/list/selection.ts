/**
 * The selection after one key was chosen or, from an anchor, all keys up to it.
 *
 * @param shown the ids in their order
 */
export function selectKey(
  shown: readonly string[],
  selected: ReadonlySet<string>,
  id: string,
  anchor: string | null,
): ReadonlySet<string> {
  const [from, to] = [shown.indexOf(anchor ?? id), shown.indexOf(id)].toSorted((one, other) => one - other);
  const range = from === undefined || to === undefined || from < 0 ? [id] : shown.slice(from, to + 1);
  const kept = [...selected].filter((other) => !range.includes(other));
  return new Set(selected.has(id) ? kept : [...kept, ...range]);
}
