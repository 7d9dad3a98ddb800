import { expect, test } from "vitest";
import { readRecent, writeRecent } from "./recent.ts";

test("a browser remembers the five organizations visited last, newest first", () => {
  let cookies = "theme=dark";
  for (const slug of ["a", "b", "c-1", "d", "e", "f", "b"]) cookies = `theme=dark; ${writeRecent(cookies, slug)}`;
  expect(readRecent(cookies)).toEqual(["b", "f", "e", "d", "c-1"]);
  expect(cookies).toContain("recent=b.f.e.d.c-1; Path=/; Max-Age=31536000; SameSite=Lax");
  expect(readRecent("")).toEqual([]);
});
