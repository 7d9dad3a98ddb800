import { expect, test } from "vitest";
import { urgencyOf } from "./urgency.tsx";

test("what is past is overdue, and what is due within 7 days is soon", () => {
  expect([-1, 0, 7, 8].map(urgencyOf)).toEqual(["overdue", "soon", "soon", null]);
});
