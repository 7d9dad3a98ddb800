import { globSync } from "node:fs";
import { join } from "node:path";

const sources = join(import.meta.dirname, "..", "..");

/** What the fixtures of areas and workflows export under a name that matches. */
export async function loadFixtures(name: RegExp): Promise<readonly (readonly [string, unknown])[]> {
  const files = globSync("{areas,workflows}/**/fixtures*.ts", { cwd: sources }).toSorted();
  const modules = await Promise.all(
    files.map((file) => import(/* @vite-ignore */ join(sources, file)) as Promise<object>),
  );
  return modules.flatMap((module) => Object.entries(module)).filter(([exported]) => name.test(exported));
}
