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
 * What a key says about a record: `alike`, two words sound as searched, or the only one does; `variant`, with a
 * nickname or an initial; `close`, a sound differs by one sign; `shared`, one of several words sounds as searched.
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

interface Word {
  word: string;
  sound: string;
  /** The places that it takes in the name. */
  first: number;
  last: number;
}

/**
 * The keys by which records with similar names are found.
 *
 * @param soundOf how nicknames sound
 * @param dateOfBirth finds records with this day and one word in common; null without one
 */
export function listLookups(
  parts: NameParts,
  soundOf: ReadonlyMap<string, string>,
  dateOfBirth: string | null,
): NameLookup[] {
  const words = parts.words.map((word, index): Word => ({
    word,
    sound: parts.sounds[index] ?? "",
    first: parts.firsts[index] ?? 0,
    last: parts.lasts[index] ?? 0,
  }));
  const full = words.filter(({ first }) => first > 0);
  const initials = words.filter(({ first }) => first === 0);
  const single = full.filter(({ first, last }) => first === last);
  const isOnlyWord = initials.length === 0 && full.every(({ last }) => last === 1);
  return withoutRepetitions([
    ...pairWords(full).flatMap(([left, right]) => listPairLookups(left, right, soundOf)),
    ...full.flatMap((word) => listInitialLookups(word, initials, single)),
    ...(dateOfBirth === null ? [] : full.map(({ sound }) => variant(`${dateOfBirth} ${sound}`))),
    ...single.flatMap(
      isOnlyWord ? listOnlyWordLookups : ({ sound, word }): NameLookup[] => [{ key: sound, kind: "shared", word }],
    ),
  ]);
}

/** The pairs of words that take different places, in their order. */
function pairWords(words: readonly Word[]): [Word, Word][] {
  const count = Math.max(0, ...words.map(({ last }) => last));
  const isEnough = (left: Word, right: Word) =>
    count <= maxPairedWords || right.first === left.last + 1 || (left.first === 1 && right.last === count);
  return words.flatMap((left) => {
    const later = words.filter((right) => right.first > left.last && isEnough(left, right));
    return later.map((right): [Word, Word] => [left, right]);
  });
}

function variant(key: string): NameLookup {
  return { key, kind: "variant", word: null };
}

/**
 * A record may have the initial of a searched word, or the word of a searched initial; the latter unless there are
 * words enough: of Robert J. Smith, not all whose first name begins with J.
 */
function listInitialLookups({ sound, word }: Word, initials: readonly Word[], others: readonly Word[]): NameLookup[] {
  const searched =
    others.length > 1
      ? []
      : initials.flatMap((initial) => [variant(`${sound} ${initial.word}*`), variant(`${sound} ${initial.word}.`)]);
  const found = others.filter((other) => other.word !== word);
  return [...searched, ...found.map((other) => variant(`${sound} ${other.word.charAt(0)}.`))];
}

function pairKey(one: string, other: string): string {
  return one <= other ? `${one} ${other}` : `${other} ${one}`;
}

function listPairLookups(left: Word, right: Word, soundOf: ReadonlyMap<string, string>): NameLookup[] {
  const nicknames = (word: string) => [...listNicknames(word)].flatMap((nickname) => soundOf.get(nickname) ?? []);
  const close = (key: string): NameLookup => ({ key, kind: "close", word: null });
  return [
    { key: pairKey(left.sound, right.sound), kind: "alike", word: null },
    ...nicknames(left.word).map((sound) => variant(pairKey(sound, right.sound))),
    ...nicknames(right.word).map((sound) => variant(pairKey(left.sound, sound))),
    ...listCloseSounds(left.sound).map((sound) => close(pairKey(sound, right.sound))),
    ...listCloseSounds(right.sound).map((sound) => close(pairKey(left.sound, sound))),
  ];
}

function listOnlyWordLookups({ sound }: Word): NameLookup[] {
  const close = listCloseSounds(sound).map((key): NameLookup => ({ key, kind: "close", word: null }));
  return [{ key: sound, kind: "alike", word: null }, ...close];
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
