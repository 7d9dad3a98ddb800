interface Item {
  key: string;
  from: string;
}

const prefix = "item:";

/** The key of the item from whose date an item is counted; null for the trigger. */
export const sourceOf = ({ from }: Pick<Item, "from">): string | null => (from.startsWith(prefix) ? from.slice(prefix.length) : null);

/** What is wrong with the items of a template: a key twice, or a source that does not stand before. */
export function findItemFault(items: readonly Item[]): { path: (string | number)[]; message: string } | null {
  const before = new Set<string>();
  for (const [place, item] of items.entries()) {
    const source = sourceOf(item);
    if (before.has(item.key)) return { path: [place, "key"], message: "must not be the key of two items" };
    if (source !== null && !before.has(source)) return { path: [place, "from"], message: "must name an item before it" };
    before.add(item.key);
  }
  return null;
}

/** The chosen items in the template's order; null if one is missing, or one from which another is counted. */
export function chooseItems<Chosen extends Item>(items: readonly Chosen[], keys: readonly string[] | undefined): Chosen[] | null {
  if (keys === undefined) return [...items];
  const wanted = new Set(keys);
  const chosen = items.filter(({ key }) => wanted.has(key));
  return chosen.length === wanted.size && findItemFault(chosen) === null ? chosen : null;
}
