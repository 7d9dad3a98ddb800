/** British English has no comma before the conjunction. */
const lists = {
  and: new Intl.ListFormat("en-GB", { type: "conjunction" }),
  or: new Intl.ListFormat("en-GB", { type: "disjunction" }),
};

/** "a", "a and b", "a, b and c" */
export function joinList(words: readonly string[], conjunction: keyof typeof lists = "and"): string {
  return lists[conjunction].format(words);
}
