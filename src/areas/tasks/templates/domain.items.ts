/** What of an item other items refer to. */
export interface LinkedItem {
  key: string;
  due: { key?: string | undefined } | null;
  dependsOnKeys: readonly string[];
  parentKey: string | null;
}

interface ItemFault {
  path: (string | number)[];
  message: string;
}

/** What items refer to: their predecessors, the item whose completion dates them, and their parent. */
const listLinks = ({ due, dependsOnKeys, parentKey }: LinkedItem) => [
  ...dependsOnKeys,
  ...(due?.key === undefined ? [] : [due.key]),
  ...(parentKey === null ? [] : [parentKey]),
];

const maxSubtasks = 50;

/** The first fault of a template's items as a whole; null without one. */
export function findItemFault(items: readonly LinkedItem[]): ItemFault | null {
  const byKey = new Map(items.toReversed().map((item) => [item.key, item]));
  for (const [index, item] of items.entries()) {
    if (byKey.get(item.key) !== item) return { path: [index, "key"], message: "must not be used twice" };
    if (item.dependsOnKeys.some((key) => !byKey.has(key)))
      return { path: [index, "dependsOnKeys"], message: "must be keys of other items" };
    if (item.due?.key !== undefined && !byKey.has(item.due.key))
      return { path: [index, "due", "key"], message: "must be the key of another item" };
    if (item.parentKey !== null && byKey.get(item.parentKey)?.parentKey !== null)
      return { path: [index, "parentKey"], message: "must be the key of an item without a parent" };
  }
  const isCrowded = [...Map.groupBy(items, ({ parentKey }) => parentKey)].some(
    ([parentKey, below]) => parentKey !== null && below.length > maxSubtasks,
  );
  if (isCrowded) return { path: [], message: `must not have more than ${maxSubtasks} items below one` };
  return orderItems(items).length < items.length
    ? { path: [], message: "must not depend on each other in a circle" }
    : null;
}

/** Items with what they refer to before them, otherwise in their order. Items in a circle are left out. */
export function orderItems<Item extends LinkedItem>(items: readonly Item[]): Item[] {
  const ordered: Item[] = [];
  const isOrdered = new Set<string>();
  for (
    let open = [...items], before = -1;
    before !== ordered.length;
    open = open.filter(({ key }) => !isOrdered.has(key))
  ) {
    before = ordered.length;
    for (const item of open) {
      if (isOrdered.has(item.key) || !listLinks(item).every((key) => isOrdered.has(key))) continue;
      isOrdered.add(item.key);
      ordered.push(item);
    }
  }
  return ordered;
}

/** The chosen items, without references to others. */
export function chooseItems<Item extends LinkedItem>(
  items: readonly Item[],
  keys: readonly string[] | undefined,
): Item[] {
  if (keys === undefined) return [...items];
  const chosen = new Set(keys);
  return items
    .filter(({ key }) => chosen.has(key))
    .map((item) => ({
      ...item,
      dependsOnKeys: item.dependsOnKeys.filter((key) => chosen.has(key)),
      parentKey: item.parentKey !== null && chosen.has(item.parentKey) ? item.parentKey : null,
      due: item.due?.key !== undefined && !chosen.has(item.due.key) ? null : item.due,
    }));
}
