import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join, relative } from "node:path";

export const root = join(import.meta.dirname, "..", "..", "..");

export interface Source {
  /** From the root. */
  path: string;
  text: string;
}

function listSources(...folders: string[]): Source[] {
  return folders
    .filter((folder) => existsSync(join(root, folder)))
    .flatMap((folder) => readdirSync(join(root, folder), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && /\.(tsx?|mjs|cjs)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => ({ path: relative(root, path), text: readFileSync(path, "utf8") }));
}

/** Every source file of ours. */
export const sources: readonly Source[] = listSources("src", "app", "prisma/seed").concat(
  ["next.config.mjs", "instrumentation-client.ts"].map((path) => ({
    path,
    text: readFileSync(join(root, path), "utf8"),
  })),
);

/** Without tests and what only they use. */
export const production: readonly Source[] = sources.filter(
  ({ path }) => !/\.test\.tsx?$|^src\/testing\/|\/fixtures(\.[a-z-]+)*\.ts$/.test(path),
);

/** The files in which a pattern occurs. */
export function findFiles(pattern: RegExp, among: readonly Source[] = production): string[] {
  return among.filter(({ text }) => pattern.test(text)).map(({ path }) => path);
}
