import { describe, expect, test } from "vitest";
import { foldName } from "./domain.ts";

describe("siblings are the same name", () => {
  test.each([
    ["Medical", "MEDICAL"],
    ["caf\u00e9", "cafe\u0301"],
    ["\uff21\uff22\uff23", "abc"],
    ["\ufb01le", "file"],
    [" Medical ", "Medical"],
    ["\u212b", "\u00e5"],
    ["Stra\u00dfe", "STRASSE"],
    ["\u039f\u0394\u039f\u03a3", "\u03bf\u03b4\u03bf\u03c2"],
  ])("%j and %j", (left, right) => {
    expect(foldName(left)).toBe(foldName(right));
  });
});

describe("siblings are different names", () => {
  test.each([
    ["Medical", "Medical 2"],
    ["cafe", "caf\u00e9"],
    ["a b", "ab"],
    ["a", "\u0430"],
  ])("%j and %j", (left, right) => {
    expect(foldName(left)).not.toBe(foldName(right));
  });
});
