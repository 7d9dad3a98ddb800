import { TagList } from "../../contract/values/values.ts";
import { itemAssignee, itemDetails as t } from "./lazy-strings.ts";
import type { PortalOutputs } from "../client/trpc.ts";

export type TaskTemplate = PortalOutputs["taskTemplates"]["list"]["taskTemplates"][number];
export type Item = TaskTemplate["items"][number];
export type Assignee = Item["assignee"];
export type Due = NonNullable<Item["due"]>;

/** A key of a new item: from its title, and not that of another. */
export function makeKey(title: string, items: readonly Item[]): string {
  const base =
    title
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, "_")
      .replaceAll(/^[_0-9]+|(?<!_)_+$/g, "")
      .slice(0, 34) || "item";
  const taken = new Set(items.map(({ key }) => key));
  for (let number = 1; ; number += 1) {
    const key = number === 1 ? base : `${base}_${number}`;
    if (!taken.has(key)) return key;
  }
}

export function createItem(items: readonly Item[]): Item {
  return {
    key: makeKey("", items),
    title: "",
    description: null,
    category: "admin",
    priority: "normal",
    assignee: { type: "unassigned" },
    due: null,
    dependsOnKeys: [],
    parentKey: null,
    checklist: [],
    reminders: [],
    estimatedMinutes: null,
    tags: [],
  };
}

/** The title, or a word for it while there is none. */
export const nameItem = (item: Item | undefined) => (item === undefined || item.title === "" ? t.untitled : item.title);

const trimLines = (lines: readonly string[]) => lines.map((line) => line.trim()).filter((line) => line !== "");

/** As it is sent: without the empty lines of its checklist and tags, and without an empty description. */
export const describeItem = (item: Item): Item => ({
  ...item,
  description: item.description?.trim() === "" ? null : item.description,
  checklist: trimLines(item.checklist),
  tags: trimLines(item.tags),
});

/** The role that is preset is the next after the lead attorney; a team or a member is chosen then. */
export function createAssignee(type: Assignee["type"]): Assignee {
  if (type === "case_role") return { type, role: "responsible" };
  if (type === "team") return { type, teamId: "" };
  return type === "member" ? { type, memberId: "" } : { type };
}

/** The keys of the items that an item can be below: an item with a parent has none below it. */
export function listParents({ key }: Item, items: readonly Item[]): string[] {
  if (items.some(({ parentKey }) => parentKey === key)) return [];
  return items.filter((other) => other.key !== key && other.parentKey === null).map((other) => other.key);
}

/** What keeps items from being saved, by key and field: `letter.tags`. */
export type Faults = Readonly<Partial<Record<string, string>>>;

export function findFaults(items: readonly Item[]): Faults {
  return Object.fromEntries(
    items.flatMap(({ key, assignee, tags }) => [
      ...(assignee.type === "team" && assignee.teamId === "" ? [[`${key}.assignee`, itemAssignee.chooseTeam]] : []),
      ...(assignee.type === "member" && assignee.memberId === ""
        ? [[`${key}.assignee`, itemAssignee.chooseMember]]
        : []),
      ...(TagList.safeParse(trimLines(tags)).error?.issues ?? [])
        .slice(0, 1)
        .map(({ message }) => [`${key}.tags`, message]),
    ]),
  );
}

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
