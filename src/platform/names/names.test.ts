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
  // Names of particles.
  ["Van Le", "Le, Van", 90, ["word_order"]],
  ["Ben Le", "Ben Le", 90, ["same_name"]],
  ["Benjamin Le", "Ben Le", 84, ["nickname"]],
  ["Ben Le", "Al Le", 35, ["shared_word"]],
  ["Thanh Le", "Le Van Thanh", 90, ["word_order"]],
  ["Van Le", "Thanh Van Le", 70, ["extra_words"]],
  ["Van T. Le", "Van Le", 86, ["initial"]],
  ["Vanle", "Van Le", 88, ["joined_words"]],
  ["De La O", "De La O", 90, ["same_name"]],
  ["De La O", "Maria De La O", 70, ["extra_words"]],
  ["Maria Delao", "Maria De La O", 88, ["joined_words"]],
  ["Benjamin Smith", "Ben Smith", 84, ["nickname"]],
  ["Ben Smith", "Al Smith", 35, ["shared_word"]],
  ["Van Dyke", "Dick Van Dyke", 70, ["extra_words"]],
  ["De la Cruz, María", "Maria Cruz", 90, ["accents", "word_order"]],
  ["MacDonald", "Mac Donald", 88, ["joined_words"]],
  ["Edward Smith", "E. Smith", 85, ["initial"]],
  ["Leilani Kaahumanu", "Leilani Kaʻahumanu", 90, ["same_name"]],
  // Names that are titles, suffixes and company forms elsewhere.
  ["Van Dr", "Dr. Van", 90, ["same_name"]],
  ["Junior Le", "Le, Junior", 90, ["same_name"]],
  ["Le Junior", "Kim Le", 68, ["extra_words", "suffix"]],
  ["Jr Smith", "J.R. Smith", 90, ["same_name"]],
  ["Major Smith", "Smith, Major", 90, ["word_order"]],
  ["Prince", "Prince", 90, ["same_name"]],
  ["Hon Pa", "Pa, Hon", 90, ["word_order"]],
  ["Pa Vang", "Vang, Pa", 90, ["same_name"]],
  ["St John", "Saint John", 90, ["same_name"]],
  ["Mac", "Mac", 90, ["same_name"]],
  ["Do", "Do", 90, ["same_name"]],
  ["Ng", "Ng", 90, ["same_name"]],
  ["Sue O", "O, Sue", 90, ["word_order"]],
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
