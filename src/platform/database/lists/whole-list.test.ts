import { expect, test } from "vitest";
import { pageOfWhole } from "./whole-list.ts";

const list = { organizationId: "org_1", name: "letters", keyOf: (row: string) => row };
const letters = ["a", "b", "c", "d", "e"];

test("without a limit it is one page", () => {
  expect(pageOfWhole(list, letters, {})).toEqual({ rows: letters, nextCursor: null });
  expect(pageOfWhole(list, [], { limit: 1 })).toEqual({ rows: [], nextCursor: null });
});

test.each([1, 2, 4, 5, 6])("in pages of %i every row comes once, and the last page has no cursor", (limit) => {
  const read: string[] = [];
  let after: string | undefined;
  do {
    const page = pageOfWhole(list, letters, { limit, ...(after !== undefined && { after }) });
    read.push(...page.rows);
    after = page.nextCursor ?? undefined;
  } while (after !== undefined);
  expect(read).toEqual(letters);
});

test("rows that come or go between two pages move no other", () => {
  const after = pageOfWhole(list, letters, { limit: 3 }).nextCursor ?? "";
  expect(pageOfWhole(list, ["0", ...letters], { after }).rows).toEqual(["d", "e"]);
  expect(pageOfWhole(list, ["b", "c", "d", "e"], { after }).rows).toEqual(["d", "e"]);
  expect(pageOfWhole(list, ["a", "b", "d", "e"], { after }).rows).toEqual(["d", "e"]);
});

test("a cursor of another list or organization is rejected", () => {
  const after = pageOfWhole(list, letters, { limit: 1 }).nextCursor ?? "";
  expect(() => pageOfWhole({ ...list, name: "others" }, letters, { after })).toThrow("not a cursor of this list");
  expect(() => pageOfWhole({ ...list, organizationId: "org_2" }, letters, { after })).toThrow(
    "not a cursor of this list",
  );
});
