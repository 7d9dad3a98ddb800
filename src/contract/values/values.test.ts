import { describe, expect, test } from "vitest";
import { foldName } from "./fold-name.ts";
import { Email, Name, repeatsTag } from "./values.ts";

describe("the same name", () => {
  test.each([
    ["Medical", "MEDICAL"],
    ["caf\u00e9", "cafe\u0301"],
    ["\uff21\uff22\uff23", "abc"],
    ["\ufb01le", "file"],
    [" Medical ", "Medical"],
    ["a \u00a0b", "a b"],
    ["\u212b", "\u00e5"],
    ["Stra\u00dfe", "STRASSE"],
    ["STRA\u1e9eE", "strasse"],
    ["\u039f\u0394\u039f\u03a3", "\u03bf\u03b4\u03bf\u03c2"],
    ["a\u200bb", "ab"],
    ["a\u202eb", "ab"],
    ["a\u00adb", "ab"],
    ["a\u{e0041}b", "ab"],
    ["\u2764\ufe0f", "\u2764"],
    ["a\u2028b", "ab"],
    ["a \u3164", "a"],
  ])("%j and %j", (left, right) => {
    expect(foldName(left)).toBe(foldName(right));
  });
});

describe("different names", () => {
  test.each([
    ["Medical", "Medical 2"],
    ["cafe", "caf\u00e9"],
    ["a b", "ab"],
    ["a", "\u0430"],
  ])("%j and %j", (left, right) => {
    expect(foldName(left)).not.toBe(foldName(right));
  });
});

describe("a name", () => {
  const controls = Array.from({ length: 0x11_0000 }, (_, point) => point)
    .filter(
      (point) => (point < 0xd800 || point > 0xdfff) && !Name.safeParse(`a${String.fromCodePoint(point)}b`).success,
    )
    .map((point) => point.toString(16));

  test("contains everything but control characters and bidirectional controls", () => {
    const c0 = Array.from({ length: 0x20 }, (_, point) => point.toString(16));
    const c1 = Array.from({ length: 0x21 }, (_, index) => (0x7f + index).toString(16));
    expect(controls).toEqual([
      ...c0,
      ...c1,
      "61c",
      "200e",
      "200f",
      "202a",
      "202b",
      "202c",
      "202d",
      "202e",
      "2066",
      "2067",
      "2068",
      "2069",
    ]);
  });

  test.each(["👩‍👩‍👧‍👦 family", "❤️", "می\u200cخواهم", "a\u00adb", "Zoë"])("%j stays as it is given", (name) => {
    expect(Name.parse(name)).toBe(name);
  });

  test.each([" ", "\u3000\u00a0", "\u200b", "\u3164", "\u2800", "\ufe0f\u{e0041}", "\u2028"])(
    "%j has nothing visible",
    (name) => {
      expect(Name.safeParse(name).error?.issues.map(({ message }) => message)).toEqual([
        "must contain a visible character",
      ]);
    },
  );
});

test("a list repeats a tag regardless of invisible characters, but not of case", () => {
  expect(repeatsTag(["a", "b", "a\u200d"])).toBe(true);
  expect(repeatsTag(["a", "A"])).toBe(false);
});

describe("an e-mail address", () => {
  test.each([
    "o&leary@example.com",
    "john/sue@example.com",
    "info@müller.de",
    "user@mail.xn--p1ai",
    "josé+x@example.com",
    "用户@例子.广告",
    "a@b.みんな",
    "o'neil@example.co.uk",
    "{a|b}=`c`@example.com",
  ])("%s is one that mail servers accept", (address) => expect(Email.parse(address)).toBe(address));

  test.each([
    "a@b",
    "a@b.c",
    "a@1.2.3.4",
    "a@[1.2.3.4]",
    "a..b@example.com",
    ".a@example.com",
    "a.@example.com",
    '"a b"@example.com',
    "a b@example.com",
    "a,b@example.com",
    "<a@example.com>",
    "a@-b.com",
    "a@b..com",
    "a@b_c.com",
    "a@example.com\n",
    "a\u200f@example.com",
  ])("%j is not", (address) =>
    expect(Email.safeParse(address).error?.issues.map(({ message }) => message)).toEqual(["invalid e-mail address"]),
  );

  test("one that is too long is rejected, and not searched", () => {
    expect(Email.safeParse(`a@${"a.".repeat(500_000)}`).error?.issues.map(({ message }) => message)).toEqual([
      "must be at most 254 characters long",
    ]);
  });
});
