import { expect, test } from "vitest";
import { plural } from "./plural.ts";

test("a count has the form of its number, which is grouped", () => {
  expect([0, 1, 2, 1234].map((count) => plural(count, "One key needs", "# keys need"))).toEqual([
    "0 keys need",
    "One key needs",
    "2 keys need",
    "1,234 keys need",
  ]);
  expect(plural(1.5, "# hour", "# hours")).toBe("1.5 hours");
});
