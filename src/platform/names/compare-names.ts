import { compareWords, type WordDifference, type WordMatch } from "./compare-words.ts";
import type { Name, NameWord } from "./read-name.ts";

/** Why two names are alike though they differ; `same_name` where they do not. */
export type NameReason =
  | "same_name"
  | WordDifference
  | "joined_words"
  | "word_order"
  | "suffix"
  | "company_form"
  | "extra_words"
  | "different_word"
  | "shared_word";

export interface NameMatch {
  /** 1 to 90: 90 for the same name in any order of its words. */
  points: number;
  reasons: NameReason[];
}

/** What a name is worth before its differences. */
const sameName = 90;
/**
 * The searched name has words that the record's name lacks, such as a middle name: for the first one, and for each
 * further one.
 */
const lossOfExtraWord = 8;
const lossOfFurtherWord = 4;
/** The record's name has further words. */
const lossOfMissingWords = 20;
/** Each has a word that the other does not have. */
const lossOfDifferentWord = 30;
const lossOfExtraInitial = 4;
const lossOfDifferentInitial = 12;
const lossOfJoinedWords = 2;
const lossOfSuffix = { missing: 2, different: 8 } as const;
const lossOfCompanyForm = 2;
/** A surname, or a word of a company's name, that both have and nothing else. */
const sharedWord = 35;
/** Names that share more than one word are alike from here on. */
const minPoints = 50;

/**
 * Compares a searched name with a name of a record.
 *
 * @param isConfirmed whether something else, such as a date of birth, says that they are the same person: then one word
 *   in common is enough
 * @returns null where they are not alike
 */
export function compareNames(searched: Name, found: Name, isConfirmed = false): NameMatch | null {
  const pairing = pairWords(searched, found);
  const { pairs } = pairing;
  if (pairs.every(({ left, right }) => left.plain.length === 1 || right.plain.length === 1)) return null;
  const [first] = pairs;
  if (first !== undefined && pairs.length === 1 && pairing.extra.length > 0 && pairing.missing.length > 0) {
    return matchSharedWord(searched, found, first, isConfirmed);
  }
  const reasons = new Set<NameReason>(pairs.flatMap(({ match }) => match.difference ?? []));
  if (pairing.isJoined) reasons.add("joined_words");
  if (isReordered(pairs)) reasons.add("word_order");
  const loss =
    pairs.reduce((sum, { match }) => sum + match.loss, pairing.isJoined ? lossOfJoinedWords : 0) +
    compareUnpaired(pairing, reasons) +
    compareEnds(searched, found, reasons);
  const points = sameName - loss;
  if (points < minPoints) return null;
  return { points, reasons: reasons.size === 0 ? ["same_name"] : [...reasons] };
}

/** The points that words without a counterpart take. */
function compareUnpaired({ pairs, extra, missing }: Pairing, reasons: Set<NameReason>): number {
  const [more, less] = [countWords(extra), countWords(missing)];
  if (extra.length > 0 && missing.length > 0) {
    reasons.add("different_word");
    return more.words + less.words === 0 ? lossOfDifferentInitial : lossOfDifferentWord;
  }
  if (more.words + less.words > 0) reasons.add("extra_words");
  if (more.initials + less.initials > 0) reasons.add("initial");
  // The record has one word, of which the searched name has more: a lead that gave its first name only.
  const isBare = pairs.length === 1 && more.words > 0;
  // James Smith may be Robert J. Smith, but hardly is.
  const isOtherInitial = more.words > 0 && pairs.some(({ match }) => match.difference === "initial");
  const loss =
    lossOfExtra(more.words) +
    (less.words > 0 ? lossOfMissingWords : 0) +
    (isBare || isOtherInitial ? lossOfMissingWords : 0);
  return loss + (more.initials + less.initials) * lossOfExtraInitial;
}

function lossOfExtra(words: number): number {
  return words === 0 ? 0 : lossOfExtraWord + (words - 1) * lossOfFurtherWord;
}

/**
 * One word in common, and each name has others. It counts if it may be a surname and is spelled the same; a number is
 * none.
 */
function matchSharedWord(searched: Name, found: Name, pair: WordPair, isConfirmed: boolean): NameMatch | null {
  if (pair.match.loss > 1) return null;
  if (isConfirmed) return { points: minPoints + 5, reasons: ["shared_word"] };
  if (/^\d+$/.test(pair.left.plain)) return null;
  const isLast = pair.left === searched.words.at(-1) || pair.right === found.words.at(-1);
  return isLast ? { points: sharedWord, reasons: ["shared_word"] } : null;
}

/** The points that suffixes and company forms take. */
function compareEnds(searched: Name, found: Name, reasons: Set<NameReason>): number {
  let loss = 0;
  if (searched.suffix !== found.suffix) {
    reasons.add("suffix");
    loss += searched.suffix === null || found.suffix === null ? lossOfSuffix.missing : lossOfSuffix.different;
  }
  if (searched.companyForms.join() !== found.companyForms.join()) {
    reasons.add("company_form");
    loss += lossOfCompanyForm;
  }
  return loss;
}

interface WordPair {
  left: NameWord;
  right: NameWord;
  leftIndex: number;
  rightIndex: number;
  match: WordMatch;
}

interface Pairing {
  pairs: WordPair[];
  /** Words of the searched name, and of the found one, that have no counterpart. */
  extra: NameWord[];
  missing: NameWord[];
  isJoined: boolean;
}

/**
 * Pairs the words of two names, the most alike first. Neighbors that are written as one word on the other side are
 * joined before.
 */
function pairWords(searched: Name, found: Name): Pairing {
  const lefts = joinAsIn(searched, found);
  const rights = joinAsIn(found, searched);
  const candidates: WordPair[] = [];
  for (const [leftIndex, left] of lefts.words.entries()) {
    for (const [rightIndex, right] of rights.words.entries()) {
      const match = compareWords(left, right);
      if (match !== null) candidates.push({ left, right, leftIndex, rightIndex, match });
    }
  }
  const shift = ({ leftIndex, rightIndex }: WordPair) => Math.abs(leftIndex - rightIndex);
  candidates.sort((one, other) => one.match.loss - other.match.loss || shift(one) - shift(other));
  const pairs: WordPair[] = [];
  for (const candidate of candidates) {
    const { leftIndex, rightIndex } = candidate;
    if (!pairs.some((pair) => pair.leftIndex === leftIndex || pair.rightIndex === rightIndex)) pairs.push(candidate);
  }
  return {
    pairs,
    extra: lefts.words.filter((_, index) => !pairs.some(({ leftIndex }) => leftIndex === index)),
    missing: rights.words.filter((_, index) => !pairs.some(({ rightIndex }) => rightIndex === index)),
    isJoined: lefts.isJoined || rights.isJoined,
  };
}

/**
 * The words of a name, its particles and neighbors joined where the other name has them as one word: de la Cruz,
 * Delacruz. A particle that is a word of the other name is one: Le Van Thanh, Thanh Le.
 */
function joinAsIn({ words, particles }: Name, other: Name): { words: readonly NameWord[]; isJoined: boolean } {
  const theirs = new Set(other.words.map(({ plain }) => plain));
  const joined: NameWord[] = [];
  let isJoined = false;
  for (let index = 0; index < words.length; index += 1) {
    const word = words[index];
    const next = words[index + 1];
    if (word === undefined) break;
    const before = particles.get(index) ?? [];
    const prefixed = before.join("") + word.plain;
    const pair = next === undefined ? "" : prefixed + (particles.get(index + 1) ?? []).join("") + next.plain;
    if (pair !== "" && theirs.has(pair) && !theirs.has(word.plain)) {
      joined.push({ written: pair, plain: pair });
      isJoined = true;
      index += 1;
    } else if (prefixed !== word.plain && theirs.has(prefixed)) {
      joined.push({ written: prefixed, plain: prefixed });
      isJoined = true;
    } else {
      const names = before.filter((particle) => theirs.has(particle));
      joined.push(...names.map((name) => ({ written: name, plain: name })), word);
    }
  }
  return { words: joined, isJoined };
}

function isReordered(pairs: readonly WordPair[]): boolean {
  const inOrder = pairs.toSorted((one, other) => one.leftIndex - other.leftIndex);
  return inOrder.some(({ rightIndex }, index) => rightIndex < (inOrder[index - 1]?.rightIndex ?? 0));
}

function countWords(words: readonly NameWord[]): { words: number; initials: number } {
  const initials = words.filter(({ plain }) => plain.length === 1).length;
  return { words: words.length - initials, initials };
}
