import { expect, test } from "vitest";
import { startOfSpan, toneOfStatus } from "./request-labels.ts";

test("a span begins so many hours ago, and all of them nowhere", () => {
  const now = new Date("2026-11-21T10:00:00.000Z");
  expect(startOfSpan("hour", now)).toBe("2026-11-21T09:00:00.000Z");
  expect(startOfSpan("week", now)).toBe("2026-11-14T10:00:00.000Z");
  expect(startOfSpan("all", now)).toBeUndefined();
});

test("a status looks by whose it is to mend", () => {
  expect([200, 304, 400, 429, 500, 503].map(toneOfStatus)).toEqual(["success", "success", "warning", "warning", "danger", "danger"]);
});
