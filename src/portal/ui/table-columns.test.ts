import { expect, test } from "vitest";
import { choose, isShown } from "./table-columns.ts";

const expires = { label: "Expires" };
const keyId = { label: "Key ID", isOptional: true };

test("a column is shown as designed until somebody chooses otherwise", () => {
  expect([isShown(expires, ""), isShown(keyId, "")]).toEqual([true, false]);
  const chosen = choose(choose("", expires, false), keyId, true);
  expect([isShown(expires, chosen), isShown(keyId, chosen)]).toEqual([false, true]);
  expect([isShown(expires, "no choice at all"), isShown(keyId, "%")]).toEqual([true, false]);
});

test("only what differs from the design is kept, so that a new design reaches everybody else", () => {
  expect(choose("", expires, true)).toBe("");
  expect(choose(choose("", keyId, true), keyId, false)).toBe("");
});
