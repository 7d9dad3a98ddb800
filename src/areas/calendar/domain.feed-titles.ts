import { foldName } from "../../contract/values/fold-name.ts";

const wordsOf = (text: string) => foldName(text).normalize("NFD").replaceAll(/\p{M}/gu, "").split(/[^\p{L}]+/u).filter((word) => word.length >= 3);

/** Whether a title has a word, of three letters or more, of one of these names. */
export function hasNameOf(title: string, names: readonly string[]): boolean {
  const found = new Set(names.flatMap(wordsOf));
  return wordsOf(title).some((word) => found.has(word));
}
