import { itemDetails as t } from "./lazy-strings.ts";
import type { PortalOutputs } from "../client/trpc.ts";

export type TaskTemplate = PortalOutputs["taskTemplates"]["list"]["taskTemplates"][number];
export type Item = TaskTemplate["items"][number];
export type Due = NonNullable<Item["due"]>;

/** A key of a new item: from its title, and not that of another. */
export function makeKey(title: string, items: readonly Item[]): string {
  const base = title.toLowerCase().replaceAll(/[^a-z0-9]+/g, "_").replaceAll(/^[_0-9]+|_+$/g, "").slice(0, 34) || "item";
  const taken = new Set(items.map(({ key }) => key));
  for (let number = 1; ; number += 1) {
    const key = number === 1 ? base : `${base}_${number}`;
    if (!taken.has(key)) return key;
  }
}

export function createItem(items: readonly Item[]): Item {
  return {
    key: makeKey("", items), title: "", description: null, category: "admin", priority: "normal", assignee: { type: "unassigned" }, due: null, dependsOnKeys: [], parentKey: null, checklist: [], reminders: [],
    estimatedMinutes: null, tags: [],
  };
}

/** The title, or a word for it while there is none. */
export const nameItem = (item: Item | undefined) => (item === undefined || item.title === "" ? t.untitled : item.title);

/** As it is sent: without the empty lines of its checklist. */
export const describeItem = (item: Item): Item => ({ ...item, checklist: item.checklist.map((line) => line.trim()).filter((line) => line !== "") });

/** The items without one, and without what refers to it. */
export function removeItem(items: readonly Item[], key: string): Item[] {
  return items
    .filter((item) => item.key !== key)
    .map((item) => ({
      ...item,
      dependsOnKeys: item.dependsOnKeys.filter((each) => each !== key),
      parentKey: item.parentKey === key ? null : item.parentKey,
      due: item.due?.key === key ? null : item.due,
    }));
}

export function moveItem(items: readonly Item[], index: number, by: -1 | 1): Item[] {
  const moved = [...items];
  const [item] = moved.splice(index, 1);
  return item === undefined ? moved : moved.toSpliced(index + by, 0, item);
}
