import { expect, test } from "vitest";
import { toneOfStatus } from "./request-labels.ts";

test("a status looks by whose it is to mend", () => {
  expect([200, 304, 400, 429, 500, 503].map(toneOfStatus)).toEqual([
    "success",
    "success",
    "warning",
    "warning",
    "danger",
    "danger",
  ]);
});
