import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { pathToFileURL } from "node:url";

/** A picture that is not the same in both folders; null in the folder that lacks it. */
interface Pair {
  name: string;
  before: Buffer | null;
  after: Buffer | null;
}

const read = (folder: string, name: string) =>
  existsSync(join(folder, name)) ? readFileSync(join(folder, name)) : null;

const listPictures = (folder: string) => readdirSync(folder).filter((name) => name.endsWith(".png"));

/** The height in pixels, which a PNG names at byte 20. */
const heightOf = (picture: Buffer) => picture.readUInt32BE(20);

/** New and gone first, then by how much the height changed, then by how much the size of the file did. */
function measureChange({ before, after }: Pair): number {
  if (before === null || after === null) return Infinity;
  return Math.abs(heightOf(before) - heightOf(after)) * 1_000_000 + Math.abs(before.length - after.length);
}

function writePage(pairs: readonly Pair[], folders: { before: string; after: string; page: string }): string {
  const show = (side: "before" | "after", { name, [side]: picture }: Pair) =>
    picture === null
      ? "<p>None</p>"
      : `<img loading="lazy" alt="${name}, ${side}" src="${relative(join(folders.page, ".."), join(folders[side], name))}">`;
  const sections = pairs.map(
    (pair) => `<section><h2>${pair.name}</h2><div>${show("before", pair)}${show("after", pair)}</div></section>`,
  );
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Before and after</title><style>
body{font:16px system-ui;margin:2rem}section{margin-block:2rem}div{display:grid;grid-template-columns:1fr 1fr;gap:1rem;align-items:start}img{max-width:100%;border:1px solid #ccc}h2{font-size:1rem}
</style><h1>Before and after: ${pairs.length} pictures differ</h1>${sections.join("\n")}</html>\n`;
}

/**
 * Writes a page that shows the pictures of two folders that differ side by side, for a person who decides whether each
 * change is meant.
 *
 * @returns the address of the page
 */
function comparePictures(before: string, after: string): string {
  const names = [...new Set([...listPictures(before), ...listPictures(after)])].toSorted();
  const pairs = names
    .map((name): Pair => ({ name, before: read(before, name), after: read(after, name) }))
    .filter((pair) => pair.before === null || pair.after === null || !pair.before.equals(pair.after))
    .toSorted((a, b) => measureChange(b) - measureChange(a) || a.name.localeCompare(b.name));
  const page = join(after, "before-and-after.html");
  writeFileSync(page, writePage(pairs, { before, after, page }));
  return `${pathToFileURL(page).href} (${pairs.length} of ${names.length} pictures differ)`;
}

const [before, after = "test-results/screens"] = process.argv.slice(2);
if (before === undefined) throw new Error("Give the folder of the pictures before, and after it that of those now.");
console.log(comparePictures(resolve(before), resolve(after)));
