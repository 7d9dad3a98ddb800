import { expect, test } from "vitest";
import {
  createAssignee,
  createItem,
  describeItem,
  findFaults,
  listParents,
  makeKey,
  moveItem,
  removeItem,
} from "./template.ts";

const items = ["a", "b", "c"].map((key) => ({ ...createItem([]), key, title: key }));

test("a key comes from the title, begins with a letter, and is not used twice", () => {
  expect(makeKey("Request ER records!", [])).toBe("request_er_records");
  expect(makeKey("3 calls", [])).toBe("calls");
  expect(makeKey("???", [{ ...createItem([]), key: "item" }])).toBe("item_2");
  expect(makeKey("x".repeat(90), [])).toMatch(/^x{34}$/);
});

test("items move within the list, and an item that referred to a removed one no longer does", () => {
  expect(moveItem(items, 0, 1).map(({ key }) => key)).toEqual(["b", "a", "c"]);
  expect(moveItem(items, 2, -1).map(({ key }) => key)).toEqual(["a", "c", "b"]);
  const due = {
    relativeTo: "task_completed",
    key: "a",
    offset: 1,
    unit: "weeks",
    direction: "after",
    roll: "none",
  } as const;
  const linked = items.map((item) =>
    item.key === "c" ? { ...item, dependsOnKeys: ["a", "b"], parentKey: "a", due } : item,
  );
  expect(removeItem(linked, "a")[1]).toMatchObject({ key: "c", dependsOnKeys: ["b"], parentKey: null, due: null });
});

test("empty lines of a checklist and of tags, and an empty description, are not sent", () => {
  const item = {
    ...createItem([]),
    description: "  ",
    checklist: ["Agency ", "", " ", "Fee paid"],
    tags: [" Records", ""],
  };
  expect(describeItem(item)).toMatchObject({ description: null, checklist: ["Agency", "Fee paid"], tags: ["Records"] });
  expect(describeItem({ ...item, description: "    code" }).description).toBe("    code");
});

test("an item can be below any other that is below none, unless it has items below it", () => {
  const linked = items.map((item) => (item.key === "c" ? { ...item, parentKey: "a" } : item));
  expect(linked.map((item) => listParents(item, linked))).toEqual([[], ["a"], ["a", "b"]]);
});

test("a team or member that is not chosen, and tags that cannot be saved, are errors of their fields", () => {
  const [item = createItem([])] = items;
  expect(
    findFaults([
      { ...item, assignee: createAssignee("team") },
      { ...item, key: "b", assignee: createAssignee("member"), tags: ["x", "x "] },
    ]),
  ).toEqual({
    "a.assignee": "Choose a team",
    "b.assignee": "Choose a member",
    "b.tags": "must not contain a tag twice",
  });
  const tagged = { ...item, assignee: createAssignee("case_role"), tags: ["Records", ""] };
  expect(findFaults([tagged, { ...tagged, assignee: { type: "team", teamId: "tea_1" } }])).toEqual({});
});
