/** Members of a JSON value, by their names; true for a whole value. */
export type MemberTree = true | { readonly [name: string]: MemberTree };

/** The tree of some dotted paths. */
export function createTree(paths: Iterable<string>): Readonly<Record<string, MemberTree>> {
  const tree: Record<string, MemberTree> = {};
  for (const path of paths) addPath(tree, path.split("."));
  return tree;
}

/** Adds a path to a tree. A whole value has every path below it. */
function addPath(tree: { [name: string]: MemberTree }, [name = "", ...rest]: readonly string[]): void {
  const known = Object.hasOwn(tree, name) ? tree[name] : {};
  if (rest.length === 0 || known === true) return void (tree[name] = true);
  const below = { ...known };
  addPath(below, rest);
  tree[name] = below;
}

/**
 * The value with the members of the tree alone, in its own order. Lists are transparent; other values than objects
 * stay.
 */
export function pickMembers(value: unknown, tree: MemberTree): unknown {
  if (tree === true || typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((entry) => pickMembers(entry, tree));
  const kept = Object.entries(value).filter(([name]) => Object.hasOwn(tree, name));
  return Object.fromEntries(kept.map(([name, member]) => [name, pickMembers(member, tree[name] ?? true)]));
}
