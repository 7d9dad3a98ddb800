import { createHash } from "node:crypto";
import { existsSync, readFileSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";

/**
 * A digest over the names and contents of files and whole folders. What is missing counts as empty.
 *
 * @param skip files to ignore
 */
export function hashFiles(
  folder: string,
  paths: readonly string[],
  skip: (path: string) => boolean = () => false,
): string {
  const hash = createHash("sha256");
  for (const path of paths.flatMap((name) => listFiles(folder, name)).toSorted()) {
    if (!skip(path))
      hash
        .update(`${path}\n`)
        .update(readFileSync(join(folder, path)))
        .update("\n");
  }
  return hash.digest("hex");
}

function listFiles(folder: string, path: string): string[] {
  const place = join(folder, path);
  if (!existsSync(place)) return [];
  if (!statSync(place).isDirectory()) return [path];
  const entries = readdirSync(place, { withFileTypes: true, recursive: true }).filter((entry) => entry.isFile());
  return entries.map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));
}
