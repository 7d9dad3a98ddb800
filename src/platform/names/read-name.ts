import anyAscii from "any-ascii";
import { apostrophes } from "./record-words.ts";

/** A word of a name. */
export interface NameWord {
  /** In lower case, as it is written. */
  written: string;
  /** With ASCII letters only: `Łukasz` is `lukasz`. Other scripts are transcribed. */
  plain: string;
}

/** A name, taken apart for comparison. */
export interface Name {
  /** The words that tell names apart, in their order; all words if there are no others. */
  words: readonly NameWord[];
  /** Words that belong to the next one, such as `de`, `la`, by the place in `words` before which they stand. */
  particles: ReadonlyMap<number, readonly string[]>;
  /** Jr., III and the like, in one spelling each; null without one. */
  suffix: string | null;
  /** LLC, Inc. and the like, in one spelling each, sorted. */
  companyForms: readonly string[];
}

const titles = new Set(
  "mr mrs ms miss mx dr prof professor rev reverend fr hon honorable judge sir madam sra".split(" "),
);
const credentials = new Set("esq esquire md dds dmd phd dvm jd cpa rn dpm".split(" "));
const smallWords = new Set("the and of dba fka aka".split(" "));
const suffixes = new Map([
  ...["jr", "junior"].map((form) => [form, "jr"] as const),
  ...["sr", "senior"].map((form) => [form, "sr"] as const),
  ...["ii", "2nd"].map((form) => [form, "ii"] as const),
  ...["iii", "3rd"].map((form) => [form, "iii"] as const),
  ...["iv", "4th"].map((form) => [form, "iv"] as const),
]);
const companyForms = new Map([
  ...["llc", "llp", "lllp", "lp", "pllc", "plc", "pc", "pa", "gmbh"].map((form) => [form, form] as const),
  ...["inc", "incorporated"].map((form) => [form, "inc"] as const),
  ...["corp", "corporation"].map((form) => [form, "corp"] as const),
  ...["co", "company", "companies"].map((form) => [form, "co"] as const),
  ...["ltd", "limited"].map((form) => [form, "ltd"] as const),
]);
/** Words that belong to the next one. The database has the same (`record_name_parts`): a test compares the lists. */
export const particles: ReadonlySet<string> = new Set(
  "de la las los del della di da dos du le van von der den ter ten al el bin ibn ben mc mac o d st saint fitz y e".split(
    " ",
  ),
);
/** Particles that are given or family names where a name begins with them: Ben Smith, Le Van Thanh. */
export const firstNames: ReadonlySet<string> = new Set("al ben bin del di du le mac van von e y".split(" "));

/**
 * Words that tell no names apart. The database leaves them out of a name's keys (`name_parts`): a test compares the
 * lists.
 */
export const smallNameWords: readonly string[] = [
  ...titles,
  ...credentials,
  ...smallWords,
  ...companyForms.keys(),
  ...[...suffixes.keys()].filter((suffix) => /^[a-z]+$/.test(suffix)),
];

/** Takes a person's or a company's name apart, in any order of its words. */
export function readName(text: string): Name {
  const all = splitWords(text);
  const others = all.filter(({ plain }) => !isSmall(plain));
  const kept = others.length === 0 ? all : others;
  const words: NameWord[] = [];
  const before = new Map<number, readonly string[]>();
  // Without another word all are: Van Le.
  const hasOthers = kept.some(({ plain }) => plain.length > 1 && !particles.has(plain));
  for (const [index, word] of kept.entries()) {
    const isName = !hasOthers || index === kept.length - 1 || (index === 0 && firstNames.has(word.plain));
    if (isName || !particles.has(word.plain)) words.push(word);
    else before.set(words.length, [...(before.get(words.length) ?? []), word.plain]);
  }
  return {
    words: words.slice(0, maxWords),
    particles: before,
    suffix: all.map(({ plain }) => suffixes.get(plain)).find((suffix) => suffix !== undefined) ?? null,
    companyForms: [...new Set(all.flatMap(({ plain }) => companyForms.get(plain) ?? []))].toSorted(),
  };
}

/** A name of more words is compared by its first ones. */
const maxWords = 8;

function isSmall(word: string): boolean {
  return (
    titles.has(word) || credentials.has(word) || smallWords.has(word) || suffixes.has(word) || companyForms.has(word)
  );
}

function splitWords(text: string): NameWord[] {
  const joined = text
    .normalize("NFC")
    .toLowerCase()
    .slice(0, 300)
    .replace(apostrophes, "")
    .replace(/\bph\.?\s?d\b/gu, "phd")
    .replace(/(?<![\p{L}\p{N}])(\p{L})\.(?=\p{L}(?![\p{L}\p{N}]))/gu, "$1");
  const written = joined.split(/[^\p{L}\p{N}\p{M}]+/u).filter((word) => word !== "");
  // Two initials without a blank look like a suffix at the beginning of a name: J.R. Smith.
  const [first = "", ...rest] = written;
  const isInitials = rest.length > 0 && (first === "jr" || first === "sr");
  const words = isInitials ? [first.charAt(0), first.charAt(1), ...rest] : written;
  return words.map((word) => ({
    written: word,
    plain:
      anyAscii(word)
        .toLowerCase()
        .replace(/[^a-z0-9]/g, "") || word,
  }));
}
