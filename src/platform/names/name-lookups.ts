import { listNicknames } from "./nicknames.ts";

/** The words of a name as the database takes it apart (`name_parts`): arrays of one length. */
export interface NameParts {
  words: readonly string[];
  /** How each word sounds; empty for an initial. */
  sounds: readonly string[];
  /** The places that a word takes in the name, from 1; 0 for an initial. */
  firsts: readonly number[];
  lasts: readonly number[];
}

/**
 * What a key says about a record: `alike`, two words sound as searched, or the only one does; `variant`, with a nickname or an initial;
 * `close`, a sound differs by one sign; `shared`, one of several words sounds as searched.
 */
export type LookupKind = "alike" | "variant" | "close" | "shared";

export interface NameLookup {
  key: string;
  kind: LookupKind;
  /** The word of a `shared` key; null for others. */
  word: string | null;
}

/** A name of many words has many pairs; those of neighbors and of the first and last word say enough. */
const maxPairedWords = 4;

/**
 * The keys by which records with similar names are found.
 * @param soundOf how nicknames sound
 * @param dateOfBirth finds records with this day and one word in common; null without one
 */
export function listLookups(parts: NameParts, soundOf: ReadonlyMap<string, string>, dateOfBirth: string | null): NameLookup[] {
  const words = parts.words.map((word, index) => ({
    word,
    sound: parts.sounds[index] ?? "",
    first: parts.firsts[index] ?? 0,
    last: parts.lasts[index] ?? 0,
  }));
  const full = words.filter(({ first }) => first > 0);
  const single = full.filter(({ first, last }) => first === last);
  const initials = words.filter(({ first }) => first === 0);
  const count = Math.max(0, ...full.map(({ last }) => last));
  const lookups: NameLookup[] = [];
  for (const [index, one] of full.entries()) {
    for (const other of full.slice(index + 1)) {
      const [left, right] = one.first <= other.first ? [one, other] : [other, one];
      const isPaired = count <= maxPairedWords || right.first === left.last + 1 || (left.first === 1 && right.last === count);
      if (right.first > left.last && isPaired) lookups.push(...pairLookups(left, right, soundOf));
    }
  }
  for (const { sound, word } of full) {
    for (const initial of initials) lookups.push({ key: `${sound} ${initial.word}*`, kind: "variant", word: null }, { key: `${sound} ${initial.word}.`, kind: "variant", word: null });
    for (const other of single) if (other.word !== word) lookups.push({ key: `${sound} ${other.word.charAt(0)}.`, kind: "variant", word: null });
    if (dateOfBirth !== null) lookups.push({ key: `${dateOfBirth} ${sound}`, kind: "variant", word: null });
  }
  lookups.push(...(count === 1 && initials.length === 0 ? onlyWordLookups(single) : single.map(({ sound, word }) => ({ key: sound, kind: "shared", word }) as const)));
  return withoutRepetitions(lookups);
}

interface Word {
  word: string;
  sound: string;
}

function pairKey(one: string, other: string): string {
  return one <= other ? `${one} ${other}` : `${other} ${one}`;
}

function pairLookups(left: Word, right: Word, soundOf: ReadonlyMap<string, string>): NameLookup[] {
  const nicknames = (word: string) => [...listNicknames(word)].flatMap((nickname) => soundOf.get(nickname) ?? []);
  return [
    { key: pairKey(left.sound, right.sound), kind: "alike", word: null },
    ...nicknames(left.word).map((sound) => ({ key: pairKey(sound, right.sound), kind: "variant", word: null }) as const),
    ...nicknames(right.word).map((sound) => ({ key: pairKey(left.sound, sound), kind: "variant", word: null }) as const),
    ...listCloseSounds(left.sound).map((sound) => ({ key: pairKey(sound, right.sound), kind: "close", word: null }) as const),
    ...listCloseSounds(right.sound).map((sound) => ({ key: pairKey(left.sound, sound), kind: "close", word: null }) as const),
  ];
}

function onlyWordLookups(words: readonly Word[]): NameLookup[] {
  return words.flatMap(({ sound }) => [
    { key: sound, kind: "alike", word: null } as const,
    ...listCloseSounds(sound).map((close) => ({ key: close, kind: "close", word: null }) as const),
  ]);
}

/** The first lookup of a key says the most. */
function withoutRepetitions(lookups: readonly NameLookup[]): NameLookup[] {
  const byKey = new Map<string, NameLookup>();
  for (const lookup of lookups) if (!byKey.has(lookup.key)) byKey.set(lookup.key, lookup);
  return [...byKey.values()];
}

/** The signs of sounds (`name_sound`). */
const signs = Array.from("AFJKLMNPRST");
const maxSigns = 8;

/** The sounds that differ from one by one slip: a sign more, less or changed, or two neighbors exchanged. */
function listCloseSounds(sound: string): string[] {
  if (!/^[AFJ-NPRST]+$/.test(sound)) return [];
  const close = new Set<string>();
  const places = Array.from({ length: sound.length }, (_, place) => place);
  // Of one sign, every other sound of one sign would be close.
  if (sound.length === 1) return [];
  for (const place of places) {
    const [before, sign, after] = [sound.slice(0, place), sound.charAt(place), sound.slice(place + 1)];
    for (const other of signs) close.add(before + other + after);
    if (sound.length > 2) close.add(before + after);
    close.add(before + after.charAt(0) + sign + after.slice(1));
    for (const other of signs) close.add(before + other + sign + after);
  }
  for (const other of signs) close.add(sound + other);
  close.delete(sound);
  return [...close].filter((each) => each.length <= maxSigns).map((each) => each.replace(/(.)\1+/g, "$1"));
}
