import { expect, test } from "vitest";
import { selectKey } from "./selection.ts";

test.each<[string[], string, string | null, string[]]>([
  [[], "b", null, ["b"]],
  [["a", "b"], "b", null, ["a"]],
  [["a"], "c", "a", ["a", "b", "c"]],
  [["d"], "b", "d", ["b", "c", "d"]],
  [["a", "b", "c", "d"], "b", "d", ["a"]],
  [[], "b", "gone", ["b"]],
])("%j and %s from %s select %j", (selected, id, anchor, expected) => {
  expect([...selectKey(["a", "b", "c", "d"], new Set(selected), id, anchor)].toSorted()).toEqual(expected);
});
