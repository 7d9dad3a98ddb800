/** The values of a call's input that have no members, each with its dotted path: `address.city`, `memberIds.0`. */
export function listLeaves(path: string, value: unknown): [string, unknown][] {
  const isBranch = typeof value === "object" && value !== null && Object.keys(value).length > 0;
  return isBranch
    ? Object.entries(value).flatMap(([name, member]) => listLeaves(`${path}.${name}`, member))
    : [[path, value]];
}
