/** Letters that Unicode does not decompose, with what people write for them: as `name_ascii` in the database. */
const single = foldEach(
  "łøđðħıŋŧəабвгґдезиіклмнопрстуфыэјћαβγδεζηικλμνξοπρσςτυφωъь",
  "loddhintaabvggdeziiklmnoprstufyejcavgdeziiklmnxoprsstyfo",
);
const several = {
  ß: "ss",
  æ: "ae",
  œ: "oe",
  þ: "th",
  ж: "zh",
  х: "kh",
  ц: "ts",
  ч: "ch",
  щ: "shch",
  ш: "sh",
  ю: "yu",
  я: "ya",
  θ: "th",
  χ: "ch",
  ψ: "ps",
};
const folded: ReadonlyMap<string, string> = new Map([...single, ...Object.entries(several)]);

/** Each letter with the one at its place; without one it is left out. */
function foldEach(letters: string, plain: string): [string, string][] {
  return Array.from(letters, (letter, place) => [letter, plain.charAt(place)]);
}

/** What people write for an apostrophe. */
export const apostrophes = /['`´‘’‛ʻʼʹʽʾʿ′]/gu;

/**
 * A word of a search: the terms of which a record has one. They are two for a part of a word with an apostrophe, of
 * O'Brien `o` or `obrien` and `brien` or `obrien`: so a record of O Brien is found, and one of OBrien.
 */
export type SearchWord = readonly [string, ...string[]];

const maxLetters = 60;

function foldLetters(text: string): string {
  const plain = text
    .replaceAll("´", "'")
    .normalize("NFKD")
    .replace(/[\u0300-\u036f]/g, "");
  // Letter by letter: at the end of a word JavaScript writes another small sigma.
  return Array.from(plain, (letter) => {
    const small = letter.toLowerCase();
    return folded.get(small) ?? small;
  })
    .join("")
    .replace(apostrophes, "'");
}

function splitWords(text: string): string[] {
  const words = text.split(/[^\p{Alphabetic}0-9]+/u).filter((word) => word !== "");
  return words.map((word) => Array.from(word).slice(0, maxLetters).join(""));
}

/**
 * The words of a text as a search asks for them, as `search_words` in the database: in lower case, without accents,
 * `łukasz` as `lukasz`. A word with an apostrophe is its parts: `O'Brien` is `o` and `brien`.
 */
export function listAskedWords(text: string): Set<string> {
  return new Set(splitWords(foldLetters(text)));
}

const joint = /(?<=\p{Alphabetic})'+(?=\p{Alphabetic})/gu;

/** The same, but a word with an apostrophe between letters is joined: `O'Brien` is `obrien`. */
export function listJoinedWords(text: string): Set<string> {
  return new Set(splitWords(foldLetters(text).replace(joint, "")));
}

/** A text without the apostrophes between letters: `OBrien` of `O'Brien`. */
export function joinAtApostrophes(text: string): string {
  return text.replace(apostrophes, "'").replace(joint, "");
}

/** The words of a text that have an apostrophe between letters: of `Ann O'Brien` the parts `o` and `brien` of `obrien`. */
export function listWordsWithApostrophes(text: string): { parts: Set<string>; joined: string }[] {
  const written = text.replace(apostrophes, "'").match(/[\p{Alphabetic}\p{Mark}0-9']+/gu) ?? [];
  return written.flatMap((word) => {
    const [joined, ...others] = listJoinedWords(word);
    const parts = listAskedWords(word);
    return joined === undefined || others.length > 0 || parts.has(joined) ? [] : [{ parts, joined }];
  });
}
