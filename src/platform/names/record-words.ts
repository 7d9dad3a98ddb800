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

/** The same, but a word with an apostrophe between letters is joined: `O'Brien` is `obrien`. */
export function listJoinedWords(text: string): Set<string> {
  return new Set(splitWords(foldLetters(text).replace(/(?<=\p{Alphabetic})'+(?=\p{Alphabetic})/gu, "")));
}
