import { expect, test } from "vitest";
import { compareNames } from "./compare-names.ts";
import { listLookups } from "./name-lookups.ts";
import { areNicknames, listNicknames } from "./nicknames.ts";
import { readName } from "./read-name.ts";

const compare = (searched: string, found: string, isConfirmed = false) =>
  compareNames(readName(searched), readName(found), isConfirmed);

test.each<[string, string, number, string[]]>([
  ["Robert McDonald", "ROBERT MCDONALD", 90, ["same_name"]],
  ["J.R. Smith", "John R. Smith", 85, ["initial"]],
  ["Robert McDonald III", "Robert McDonald Jr.", 82, ["suffix"]],
  ["Robert K. McDonald", "Robert J. McDonald", 78, ["different_word"]],
  ["Robert Lee McDonald", "Robert James McDonald", 60, ["different_word"]],
  ["Rosa Diaz", "Rosa", 62, ["extra_words"]],
  ["Gary Smith", "Mary Smith", 60, ["spelling"]],
  ["Robert J. Smith", "James Smith", 57, ["initial", "extra_words"]],
  ["Benj Franklin", "Benjamin Franklin", 78, ["short_form"]],
  ["U.S. Steel Corp", "US Steel", 88, ["company_form"]],
  ["王小明", "王小明", 90, ["same_name"]],
  ["The Company", "The Company", 90, ["same_name"]],
  ["Smith 12", "Jones 12", 0, []],
  ["Robert Zabriskie", "Robert McDonald", 0, []],
  ["R M", "Robert McDonald", 0, []],
])("%s beside %s", (searched, found, points, reasons) => {
  expect(compare(searched, found)).toEqual(points === 0 ? null : { points, reasons });
});

test("one word in common is little without, and enough with what confirms it", () => {
  expect(compare("Sarah McDonald", "Robert McDonald")).toEqual({ points: 35, reasons: ["shared_word"] });
  expect(compare("Elena Marsh", "Elena Reyes")).toBeNull();
  expect(compare("Elena Marsh", "Elena Reyes", true)).toEqual({ points: 55, reasons: ["shared_word"] });
});

test("nicknames go both ways and meet in a common name", () => {
  expect([
    areNicknames("bob", "robert"),
    areNicknames("robert", "bob"),
    areNicknames("bob", "rob"),
    areNicknames("bob", "mary"),
  ]).toEqual([true, true, true, false]);
  expect(listNicknames("zzz").size).toBe(0);
});

test("a search looks for the sounds of two words, for those that differ by one slip, for nicknames and initials", () => {
  const parts = { words: ["bob", "diaz"], sounds: ["PP", "TS"], firsts: [1, 2], lasts: [1, 2] };
  const lookups = listLookups(parts, new Map([["robert", "RPRT"]]), "1984-06-30");
  const keysOf = (kind: string) => lookups.filter((lookup) => lookup.kind === kind).map(({ key }) => key);
  expect(keysOf("alike")).toEqual(["PP TS"]);
  expect(keysOf("variant")).toEqual(expect.arrayContaining(["RPRT TS", "TS b.", "1984-06-30 TS", "1984-06-30 PP"]));
  expect(keysOf("close")).toEqual(expect.arrayContaining(["PP TR", "PRP TS", "PP ST"]));
  expect(keysOf("shared")).toEqual(["PP", "TS"]);
  expect(new Set(lookups.map(({ key }) => key)).size).toBe(lookups.length);
  const initial = listLookups(
    { words: ["b", "diaz"], sounds: ["", "TS"], firsts: [0, 1], lasts: [0, 1] },
    new Map(),
    null,
  );
  expect(initial.map(({ key }) => key)).toEqual(["TS b*", "TS b.", "TS"]);
  const only = listLookups({ words: ["diaz"], sounds: ["TS"], firsts: [1], lasts: [1] }, new Map(), null);
  expect([...new Set(only.map(({ kind }) => kind))]).toEqual(["alike", "close"]);
});
