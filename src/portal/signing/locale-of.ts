import type { Locale } from "../client/pick-locale.ts";
import { signingStrings, type SigningStrings } from "./strings.ts";

/** The language of the page's texts. */
export function localeOf(words: SigningStrings): Locale {
  return words === signingStrings.es ? "es" : "en";
}
