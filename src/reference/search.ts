import MiniSearch from "minisearch";
import type { SearchEntry } from "./search-entries.ts";

/** Orders entries that match equally: operations come before the fields that they consist of. */
const weightOf: Readonly<Record<SearchEntry["kind"], number>> = {
  Operation: 1.5,
  Chapter: 1.5,
  Guide: 1.2,
  Error: 1.2,
  Field: 0.8,
};
const options = {
  fields: ["title", "detail", "words"],
  tokenize: splitWords,
  searchOptions: { prefix: true, fuzzy: (word: string) => word.length > 4 && 0.2, boost: { title: 4, detail: 2 } },
};

/**
 * Searches by words, and by beginnings and near spellings of words: the entries with all words, or those with some
 * where none has all. Both /docs, in the browser, and assistants search with it.
 */
export function createSearch(entries: readonly SearchEntry[]): (query: string) => SearchEntry[] {
  const index = new MiniSearch(options);
  index.addAll(entries.map((entry, id) => ({ id, ...entry })));
  const boostDocument = (id: number) => weightOf[entries[id]?.kind ?? "Field"];
  return (query) => {
    const all = index.search(query, { combineWith: "AND", boostDocument });
    const found = all.length > 0 ? all : index.search(query, { combineWith: "OR", boostDocument });
    return found.flatMap(({ id }) => entries[id as number] ?? []);
  };
}

/** `dateOfIncident` is found whole and by each of its words. */
function splitWords(text: string): string[] {
  const words = text.split(/[\s\p{P}$]+/u).filter((word) => word !== "");
  return words.flatMap((word) => {
    const parts = word.split(/(?<=[a-z])(?=[A-Z])/);
    return parts.length > 1 ? [word, ...parts] : [word];
  });
}
