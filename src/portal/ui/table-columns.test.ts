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

test("a column with little in it is shown in a narrow window as soon as somebody chooses it, and stays so", () => {
  const permissions = { label: "Permissions", shownFrom: 90 } as const;
  const widths = (choices: string) => [0, 90, 100, Infinity].map((width) => isShown(permissions, choices, width));
  expect(widths("")).toEqual([false, true, true, true]);
  const chosen = choose("", permissions, true);
  expect(widths(chosen)).toEqual([true, true, true, true]);
  const hidden = choose(chosen, permissions, false);
  expect(widths(hidden)).toEqual([false, false, false, false]);
  expect(widths(choose(hidden, permissions, true))).toEqual([true, true, true, true]);
});

test("only what differs from the design is kept, so that a new design reaches everybody else", () => {
  expect(choose("", expires, true)).toBe("");
  expect(choose(choose("", keyId, true), keyId, false)).toBe("");
});
