import { foldName } from "../../contract/values/fold-name.ts";

const wordsOf = (text: string) =>
  foldName(text)
    .normalize("NFD")
    .replaceAll(/\p{M}/gu, "")
    .split(/[^\p{L}]+/u)
    .filter((word) => word.length >= 3);

/** Whether a text has a word, of three letters or more, of one of these names. */
export function hasNameOf(text: string, names: readonly string[]): boolean {
  const found = new Set(names.flatMap(wordsOf));
  return wordsOf(text).some((word) => found.has(word));
}

/** Whether a text has all such words of one of these names, and at least two: a surname alone may be that of a county. */
export function hasWholeNameOf(text: string, names: readonly string[]): boolean {
  const words = new Set(wordsOf(text));
  return names.some((name) => {
    const parts = wordsOf(name);
    return parts.length >= 2 && parts.every((part) => words.has(part));
  });
}
