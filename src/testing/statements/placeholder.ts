import { ValueNode } from "kysely";

/** What the members of a placeholder are: placeholders again, or this. */
export type Members = "placeholders" | true | undefined | null;

/**
 * What store functions call on their arguments. There are no more of them, since a column may have the name of any
 * other.
 */
const listMethods = ["every", "filter", "find", "flatMap", "forEach", "map", "slice", "some", "toSorted"] as const;

/**
 * Stands for an argument or a row that a store function is given. As a value in a statement it is a parameter, as a
 * list it has one element, as a function it returns a fragment, and as a number it is 1: enough to compose the
 * statement.
 */
export function placeholder(members: Members = "placeholders"): unknown {
  const known = new Map<string | symbol, unknown>([
    [Symbol.toPrimitive, (hint: string) => (hint === "number" ? 1 : "1")],
    [Symbol.iterator, () => [placeholder(members)].values()],
    ["length", 1],
    ["includes", () => false],
    ["has", () => true],
    ["toJSON", () => "1"],
    // By which promises and Kysely's builders are recognized.
    ...["then", "toOperationNode", "isRawBuilder"].map((name) => [name, undefined] as const),
    ...listMethods.map(
      (name) =>
        [
          name,
          (work: unknown) => (Array.prototype[name] as (work: unknown) => unknown).call([placeholder(members)], work),
        ] as const,
    ),
  ]);
  const get = (_: unknown, name: string | symbol): unknown => {
    if (!known.has(name))
      known.set(name, members === "placeholders" && typeof name === "string" ? placeholder() : members);
    return known.get(name);
  };
  const proxy: object = new Proxy(() => undefined, {
    get,
    apply: () => ({ expressionType: undefined, toOperationNode: () => ValueNode.create(proxy) }),
  });
  return proxy;
}
