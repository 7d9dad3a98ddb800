/** "a", "a and b", "a, b and c" */
export function joinList(words: readonly string[], conjunction: "and" | "or" = "and"): string {
  const [last = "", ...others] = words.toReversed();
  return others.length === 0 ? last : `${others.toReversed().join(", ")} ${conjunction} ${last}`;
}
