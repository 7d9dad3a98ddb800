import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import MiniSearch from "minisearch";
import type { Declaration } from "../rpc/declarations.ts";

/** A section of a guide. */
interface Section {
  guide: string;
  title: string;
  text: string;
}

const options = { prefix: true, fuzzy: 0.2, combineWith: "OR", boost: { title: 3 } } as const;
const maxSectionCharacters = 3_000;

/** Searches texts by words, and by beginnings and near spellings of words. The index is made at the first search. */
export function createSearch<Entry>(list: () => readonly Entry[], describe: (entry: Entry) => { title: string; text: string }): (query: string) => Entry[] {
  let made: { entries: readonly Entry[]; index: MiniSearch } | undefined;
  const make = () => {
    const entries = list();
    const index = new MiniSearch({ fields: ["title", "text"], searchOptions: options });
    index.addAll(entries.map((entry, id) => ({ id, ...describe(entry) })));
    return { entries, index };
  };
  return (query) => {
    const { entries, index } = (made ??= make());
    return index.search(query).flatMap(({ id }) => entries[id as number] ?? []);
  };
}

/** `clients.update` is also found by its words; braces of paths are not words. */
export function describeForSearch({ declaration: { name, meta } }: { declaration: Declaration }): { title: string; text: string } {
  const words = name.replaceAll(/[.A-Z]/g, (each) => (each === "." ? " " : ` ${each.toLowerCase()}`));
  return { title: `${words} ${meta.summary}`, text: `${meta.method} ${meta.path.replaceAll(/[{}/]/g, " ")} ${meta.area} ${meta.description ?? ""}` };
}

export const searchGuides = createSearch(readSections, ({ title, text }) => ({ title, text }));

/** The sections of the guides, at their headings. */
function readSections(): Section[] {
  const folder = join(import.meta.dirname, "..", "guides");
  const guides = readdirSync(folder).filter((file) => file.endsWith(".md")).toSorted();
  return guides.flatMap((file) =>
    readFileSync(join(folder, file), "utf8").split(/^(?=#{1,3} )/m).filter((part) => part.trim() !== "").map((part) => {
      const [heading = "", ...lines] = part.split("\n");
      return { guide: `/docs/guides/${file.replace(/\.md$/, "")}`, title: heading.replace(/^#+ /, ""), text: lines.join("\n").trim().slice(0, maxSectionCharacters) };
    }),
  );
}
