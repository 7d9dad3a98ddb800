import type { SearchEntry } from "./search-entries.ts";

/** How much a word counts, by where it is. */
const weights = { exactTitle: 12, titleWord: 6, title: 3, detail: 2, words: 1 };
const kindOrder: readonly SearchEntry["kind"][] = ["Operation", "Chapter", "Guide", "Error", "Field"];

/** The entries with every word, best first: the beginning of a word counts in titles, any part of one elsewhere. */
export function findEntries(entries: readonly SearchEntry[], query: string): SearchEntry[] {
  const wanted = query.toLowerCase().split(/\s+/).filter((word) => word !== "");
  return entries
    .map((entry) => ({ entry, score: rate(entry, wanted) }))
    .filter(({ score }) => score > 0)
    .toSorted((left, right) => right.score - left.score || kindOrder.indexOf(left.entry.kind) - kindOrder.indexOf(right.entry.kind))
    .map(({ entry }) => entry);
}

/** 0 if a word is nowhere. */
function rate({ title, detail, words = "" }: SearchEntry, wanted: readonly string[]): number {
  const parts = title.split(/[\s._]+|(?<=[a-z])(?=[A-Z])/).map((part) => part.toLowerCase());
  const scores = wanted.map((word) => {
    if (title.toLowerCase() === word) return weights.exactTitle;
    if (parts.some((part) => part.startsWith(word))) return weights.titleWord;
    if (title.toLowerCase().includes(word)) return weights.title;
    if (detail.toLowerCase().includes(word)) return weights.detail;
    return words.toLowerCase().includes(word) ? weights.words : 0;
  });
  return scores.includes(0) ? 0 : scores.reduce((sum, score) => sum + score, 0);
}
