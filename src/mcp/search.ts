import { createSearch } from "../reference/search.ts";
import { listSearchEntries, type SearchEntry } from "../reference/search-entries.ts";

/** What `search_docs` returns. */
interface Section {
  address: string;
  title: string;
  text: string;
}

const maxSectionCharacters = 3_000;
/** Operations have a search of their own, by scope. */
const documentKinds: ReadonlySet<SearchEntry["kind"]> = new Set(["Chapter", "Guide", "Error"]);

let made: ReturnType<typeof createSearch> | undefined;

/** The search of /docs. Its index is made at the first search. */
function search(query: string): SearchEntry[] {
  made ??= createSearch(listSearchEntries());
  return made(query);
}

export function searchDocs(query: string): Section[] {
  return search(query).flatMap(({ kind, address, title, detail, words }) =>
    documentKinds.has(kind) ? [{ address, title, text: (words ?? detail).trim().slice(0, maxSectionCharacters) }] : [],
  );
}
