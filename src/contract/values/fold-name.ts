/**
 * Zero-width characters, joiners, variation selectors, tags, soft hyphens, bidirectional controls, line separators,
 * annotation marks.
 */
export const invisible = /[\p{Default_Ignorable_Code_Point}\u2028\u2029\ufff9-\ufffb]/gu;

/**
 * The form in which unique names are compared: names that differ only in invisible characters, case, width, composition
 * or the number of spaces are the same. For unique indexes the function `fold_name` in the database does the same
 * (`fold-name.test.ts`).
 */
export function foldName(name: string): string {
  // Upper case first: it unifies small letters that share a capital.
  const cased = name.replaceAll(invisible, "").normalize("NFKD").toUpperCase().toLowerCase();
  return cased
    .replaceAll("ß", "ss")
    .replaceAll("ς", "σ")
    .normalize("NFKC")
    .replaceAll(/[\t-\r \u1680\u2800]+/g, " ")
    .replaceAll(/^ | $/g, "");
}
