import { expect, test } from "vitest";
import { toE164 } from "./phone-number.ts";

test.each([
  ["(512) 555-0182", "+15125550182"],
  ["512.555.0182 x12", "+15125550182"],
  ["1-512-555-0182", "+15125550182"],
  // Not dialed: findings/notes-beside-phone-numbers.sh.
  ["512-555-0182 (cell)", "+15125550182"],
  ["512-555-0182 do not call", "+15125550182"],
  ["+44 20 7946 0958", "+442079460958"],
  ["555-0101", null],
  ["1-800-FLOWERS", "+18003569377"],
  ["1 (800) flowers", "+18003569377"],
  ["800.FLOWERS ext. 5", "+18003569377"],
  ["+1 800 GOT JUNK", "+18004685865"],
  ["(512) 555-HELP", "+15125554357"],
  ["1-800-MATTRESS", "+18006288737"],
  ["1-800-FLOWER", null],
  ["1-800-FLOWERSHOPS", null],
  ["100-FLOWERS", null],
  ["FLOWERS", null],
  ["512 Congress Avenue", null],
  ["call me", null],
  ["5", null],
  ["5".repeat(50), null],
])("%s is %s", (text, number) => {
  expect(toE164(text)).toBe(number);
});
