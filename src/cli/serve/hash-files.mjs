// Plain JavaScript, because launch.mjs needs it before there is a Node that strips types.
import { createHash } from "node:crypto";
import { existsSync, readFileSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";

export function hashFiles(folder, paths, skip = () => false) {
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

function listFiles(folder, path) {
  const place = join(folder, path);
  if (!existsSync(place)) return [];
  if (!statSync(place).isDirectory()) return [path];
  const entries = readdirSync(place, { withFileTypes: true, recursive: true }).filter((entry) => entry.isFile());
  return entries.map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));
}
