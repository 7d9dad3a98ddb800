/** The values of both, each once, in order. */
export function uniteSorted(some: readonly string[], others: readonly string[]): string[] {
  return [...new Set([...some, ...others])].toSorted();
}
