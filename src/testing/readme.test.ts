import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { updateReadme } from "../cli/routes.ts";

test("the README's tables of routes and variables are current (else: npm run routes -- --write)", () => {
  const readme = readFileSync(join(import.meta.dirname, "..", "..", "README.md"), "utf8");
  expect(updateReadme(readme)).toBe(readme);
});
