import { expect, test } from "vitest";
import { toE164 } from "./phone-number.ts";

test.each([
  ["(512) 555-0182", "+15125550182"],
  ["512.555.0182 x12", "+15125550182"],
  ["1-512-555-0182", "+15125550182"],
  ["+44 20 7946 0958", "+442079460958"],
  ["555-0101", null],
  ["call me", null],
  ["5", null],
  ["5".repeat(50), null],
])("%s is %s", (text, number) => {
  expect(toE164(text)).toBe(number);
});
