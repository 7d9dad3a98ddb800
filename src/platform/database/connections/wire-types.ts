import { types } from "pg";

const { builtins } = types;
type TypeId = (typeof builtins)[keyof typeof builtins];

/**
 * As it is in UTC with milliseconds, `2026-03-14 15:09:26.535+00`, the text is rewritten: a Date takes 40 times as
 * long.
 */
function writeInstant(text: string): string {
  const isUsual = text.length === 26 && text[10] === " " && text[19] === "." && text.endsWith("+00");
  return isUsual ? `${text.slice(0, 10)}T${text.slice(11, 23)}Z` : new Date(toIso(text)).toISOString();
}

/**
 * With a blank for the T, a Date takes the years 1 to 99 for those of 1900 and 2000. Of years beyond 9999 it wants a
 * sign and six digits.
 */
const toIso = (text: string): string =>
  text
    .replace(" ", "T")
    .replace(/[+-]\d{2}$/, "$&:00")
    .replace(/^\d{5,6}(?=-)/, (year) => `+${year.padStart(6, "0")}`);

/** Column values have the format of the API, so that rows need no mapping. */
const columnParsers = new Map<number, (text: string) => unknown>([
  [builtins.TIMESTAMPTZ, writeInstant],
  [builtins.DATE, (text) => text],
  // Money, event numbers: CHECK constraints keep them within the safe integers.
  [builtins.INT8, Number],
]);

const findParser: typeof types.getTypeParser = (id: TypeId, format?: "text" | "binary") =>
  (format === "binary" ? undefined : columnParsers.get(id)) ?? types.getTypeParser(id, format);

export const wireTypes = { getTypeParser: findParser };
