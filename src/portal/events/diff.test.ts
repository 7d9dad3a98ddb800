import { expect, test } from "vitest";
import { compareLists, readChange } from "./diff.ts";

test("lists are compared entry by entry, whatever their order, and each as often as it is there", () => {
  expect(compareLists(["a", "b", "b"], ["b", "c", "a"])).toEqual({ removed: ["b"], added: ["c"], kept: 2 });
  expect(compareLists([{ id: 1 }], [{ id: 1 }, { id: 2 }])).toEqual({ removed: [], added: [{ id: 2 }], kept: 1 });
  expect(compareLists([1, 2], [2, 1])).toEqual({ removed: [], added: [], kept: 2 });
  expect([compareLists(null, ["a"]), compareLists("a", ["a"])]).toEqual([null, null]);
});

test("what is no change is the new value", () => {
  expect([readChange({ from: 1, to: 2 }), readChange({ to: null }), readChange("x")]).toEqual([
    { from: 1, to: 2 },
    { to: null },
    { to: "x" },
  ]);
});
