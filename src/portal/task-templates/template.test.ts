import { expect, test } from "vitest";
import { createItem, describeItem, makeKey, moveItem, removeItem } from "./template.ts";

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
  const due = { relativeTo: "task_completed", key: "a", offset: 1, unit: "weeks", direction: "after", roll: "none" } as const;
  const linked = items.map((item) => (item.key === "c" ? { ...item, dependsOnKeys: ["a", "b"], parentKey: "a", due } : item));
  expect(removeItem(linked, "a")[1]).toMatchObject({ key: "c", dependsOnKeys: ["b"], parentKey: null, due: null });
});

test("empty lines of a checklist are not sent", () => {
  expect(describeItem({ ...createItem([]), checklist: ["Agency ", "", " ", "Fee paid"] }).checklist).toEqual(["Agency", "Fee paid"]);
});
