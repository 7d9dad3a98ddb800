import { expect, test } from "vitest";
import { readLimit } from "./rate-limit-labels.ts";

test("a limit is a whole number, or empty for the installation's limit", () => {
  expect(readLimit("  ")).toEqual({ limit: null });
  expect(readLimit("1,200")).toEqual({ limit: 1200 });
  expect(readLimit(" 1000000 ")).toEqual({ limit: 1_000_000 });
  for (const wrong of ["0", "-5", "1.5", "1e3", "many", "1000001", ","])
    expect(readLimit(wrong).fault).toMatch(/whole number/);
});
