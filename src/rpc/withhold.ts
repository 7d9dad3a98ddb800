import type * as z from "zod";
import type { Scope } from "../contract/scopes.ts";
import { withheldMembers } from "../contract/values/withheld.ts";
import { isJsonObject } from "../contract/values/json-text.ts";

type Withhold = (value: unknown, scopes: ReadonlySet<Scope>) => unknown;

/**
 * Builds the function that sets to null what a response shows of records that the caller does not read; null where it
 * shows none.
 */
export function createWithholder(schema: z.core.$ZodType): Withhold | null {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case "object":
      return ofMembers(Object.entries(def.shape), withheldMembers.get(schema));
    case "array":
      return ofElements(createWithholder(def.element));
    case "nullable":
    case "optional":
      return createWithholder(def.innerType);
    case "union":
      return inTurn(def.options.map(createWithholder));
    default:
      return null;
  }
}

function ofMembers(
  shape: readonly [string, z.core.$ZodType][],
  own: { scope: Scope; members: readonly string[] } | undefined,
): Withhold | null {
  const below = shape.flatMap(([name, member]) => {
    const withhold = createWithholder(member);
    return withhold === null ? [] : [[name, withhold] as const];
  });
  if (below.length === 0 && own === undefined) return null;
  return (value, scopes) => {
    if (!isJsonObject(value)) return value;
    const changed = below.flatMap(([name, withhold]) =>
      Object.hasOwn(value, name) ? [[name, withhold(value[name], scopes)] as const] : [],
    );
    const hidden =
      own === undefined || scopes.has(own.scope)
        ? []
        : own.members.filter((name) => Object.hasOwn(value, name)).map((name) => [name, null] as const);
    return { ...value, ...Object.fromEntries([...changed, ...hidden]) };
  };
}

function ofElements(withhold: Withhold | null): Withhold | null {
  return withhold === null
    ? null
    : (value, scopes) => (Array.isArray(value) ? value.map((element) => withhold(element, scopes)) : value);
}

/** Of a union each part is applied: a value has the members of one. */
function inTurn(parts: readonly (Withhold | null)[]): Withhold | null {
  const withholders = parts.filter((part) => part !== null);
  return withholders.length === 0
    ? null
    : (value, scopes) => withholders.reduce((shown, withhold) => withhold(shown, scopes), value);
}
