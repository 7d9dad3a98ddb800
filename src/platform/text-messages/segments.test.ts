import { expect, test } from "vitest";
import { countSegments } from "./segments.ts";

test.each([
  ["a".repeat(160), "GSM-7", 1],
  ["a".repeat(161), "GSM-7", 2],
  ["a".repeat(306), "GSM-7", 2],
  ["a".repeat(307), "GSM-7", 3],
  // A bracket of GSM-7 takes two places.
  [`${"a".repeat(159)}[`, "GSM-7", 2],
  [`${"a".repeat(69)}😀`, "UCS-2", 2],
  [`${"a".repeat(68)}😀`, "UCS-2", 1],
  ["ñ".repeat(160), "GSM-7", 1],
  ["á", "UCS-2", 1],
] as const)("%j is counted as carriers do", (text, encoding, segments) => {
  expect(countSegments(text)).toEqual({ encoding, segments });
});
