import { expect, test } from "vitest";
import { formatRelative } from "./relative-time.tsx";

const now = Date.parse("2026-11-30T12:00:00Z");

test.each([
  ["2028-05-20T12:00:00Z", "in 18 months"],
  ["2029-01-10T12:00:00Z", "in 2 years"],
  ["2025-10-01T12:00:00Z", "14 months ago"],
  ["2027-01-09T12:00:00Z", "in 1 month"],
  ["2026-12-01T12:00:00Z", "tomorrow"],
  ["2026-11-30T09:00:00Z", "3 hours ago"],
  ["2026-11-30T11:00:20Z", "1 hour ago"],
  ["2026-11-30T11:00:40Z", "59 minutes ago"],
  ["2026-11-29T12:20:00Z", "yesterday"],
  ["2026-10-31T20:00:00Z", "1 month ago"],
  ["2026-11-30T12:00:20Z", "just now"],
])("%s is %s", (instant, text) => {
  expect(formatRelative(instant, now, "just now")).toBe(text);
});
