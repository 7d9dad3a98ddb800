import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dirname, "..", "..");

/** What reads the clock, or names a day that is ahead in one year and past in the next. */
const day =
  /\bDate\.now\(|\bnew Date\(\)|\bTemporal\.Now\b|\bnow\(\)|\bsetSystemTime\b|\btoday\b|\b20[2-9]\d-[01]\d\b/i;

/**
 * Test files of the areas and workflows whose result can depend on the day on which they run: those that name a day or
 * read the clock. From the root of the project.
 */
export function listDatedFiles(): string[] {
  return globSync("src/{areas,workflows}/**/*.test.ts", { cwd: root })
    .filter((file) => day.test(readFileSync(join(root, file), "utf8")))
    .toSorted();
}
