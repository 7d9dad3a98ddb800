import { expect, test } from "vitest";
import { csvCell, csvLine } from "./csv.ts";

test.each([
  ["plain", "plain"],
  ["", ""],
  ["a, b", '"a, b"'],
  ['say "hi"', '"say ""hi"""'],
  ["two\nlines", '"two\nlines"'],
  ["=1+1", "'=1+1"],
  ['=HYPERLINK("http://x","y")', `"'=HYPERLINK(""http://x"",""y"")"`],
  ["+1", "'+1"],
  ["-1", "'-1"],
  ["@SUM(A1)", "'@SUM(A1)"],
  // Spreadsheets drop what precedes the sign.
  [" =1+1", "' =1+1"],
  ["\u00a0=1+1", "'\u00a0=1+1"],
  ["\t=1", `"'\t=1"`],
  ["\r=1", `"'\r=1"`],
  ["\n=1", `"'\n=1"`],
  ["＝1", "'＝1"],
  ["a=1", "a=1"],
  [" blanks ", '" blanks "'],
  // The end of a cell for readers that take the semicolon for one.
  ["a;=1+1", '"a;=1+1"'],
])("%j becomes %j", (text, written) => {
  expect(csvCell(text)).toBe(written);
});

test("a line with a single empty cell is not empty", () => {
  expect([csvLine([""]), csvLine(["", ""]), csvLine(["a", "-1"])]).toEqual(['""\r\n', ",\r\n", "a,-1\r\n"]);
});
