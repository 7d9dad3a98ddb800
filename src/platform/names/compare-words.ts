import { doubleMetaphone } from "double-metaphone";
import { distance } from "fastest-levenshtein";
import { areNicknames } from "./nicknames.ts";
import type { NameWord } from "./read-name.ts";

/** How two words of names differ. */
export type WordDifference = "accents" | "initial" | "nickname" | "sound" | "spelling" | "short_form";

export interface WordMatch {
  /** Points that the difference takes from a name's score; 0 for the same word. */
  loss: number;
  difference: WordDifference | null;
}

const same: WordMatch = { loss: 0, difference: null };

/**
 * Compares two words of names.
 *
 * @returns null for words that hardly are the same name
 */
export function compareWords(one: NameWord, other: NameWord): WordMatch | null {
  const [left, right] = [one.plain, other.plain];
  if (left === right) return one.written === other.written ? same : { loss: 0, difference: "accents" };
  if (left.length === 1 || right.length === 1) return left[0] === right[0] ? { loss: 5, difference: "initial" } : null;
  if (withoutUmlauts(left) === withoutUmlauts(right)) return { loss: 1, difference: "accents" };
  if (areNicknames(left, right)) return { loss: 6, difference: "nickname" };
  return compareSpelling(left, right) ?? compareBeginning(left, right);
}

/** Müller is written Mueller or Muller. */
function withoutUmlauts(word: string): string {
  return word.replace(/([aou])e/g, "$1");
}

function compareSpelling(left: string, right: string): WordMatch | null {
  const longer = Math.max(left.length, right.length);
  const shorter = Math.min(left.length, right.length);
  if (longer - shorter > longer / 2) return null;
  const edits = isTransposed(left, right) ? 1 : distance(left, right);
  if (edits > longer / 2) return null;
  if (soundAlike(left, right)) {
    if (edits <= Math.max(1, longer / 3)) return { loss: 6, difference: "sound" };
    if (shorter >= 5) return { loss: 10, difference: "sound" };
  }
  const otherInitial = left[0] === right[0] ? 0 : 8;
  if (edits === 1 && shorter >= 3) return { loss: lossOfOneEdit(longer) + otherInitial, difference: "spelling" };
  if (edits === 2 && longer >= 7) return { loss: 14 + otherInitial, difference: "spelling" };
  return edits === 3 && longer >= 11 ? { loss: 18 + otherInitial, difference: "spelling" } : null;
}

/** One letter of a short name makes another name: Mary and Gary. */
function lossOfOneEdit(length: number): number {
  if (length <= 4) return 22;
  return length === 5 ? 14 : 9;
}

/** Whether two neighboring letters are exchanged, and nothing else: one slip, but two edits. */
function isTransposed(left: string, right: string): boolean {
  if (left.length !== right.length) return false;
  let at = 0;
  while (at < left.length && left[at] === right[at]) at += 1;
  return left[at] === right[at + 1] && left[at + 1] === right[at] && left.slice(at + 2) === right.slice(at + 2);
}

const sounds = new Map<string, readonly [string, string]>();
const maxRememberedSounds = 20_000;

function soundOf(word: string): readonly [string, string] {
  const known = sounds.get(word);
  if (known !== undefined) return known;
  if (sounds.size >= maxRememberedSounds) sounds.clear();
  const sound = doubleMetaphone(word);
  sounds.set(word, sound);
  return sound;
}

/** Whether two words have a code of Double Metaphone in common. */
function soundAlike(left: string, right: string): boolean {
  const [mine, theirs] = [soundOf(left), soundOf(right)];
  return mine.some((code) => code !== "" && theirs.includes(code));
}

function compareBeginning(left: string, right: string): WordMatch | null {
  const isShortForm = Math.min(left.length, right.length) >= 3 && (left.startsWith(right) || right.startsWith(left));
  return isShortForm ? { loss: 12, difference: "short_form" } : null;
}
