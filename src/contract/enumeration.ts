import * as z from "zod";

/** A closed set of values with descriptions: for `GET /metadata/{name}` and for schemas. */
export interface Enumeration<Value extends string = string> {
  description: string;
  values: Readonly<Record<Value, string>>;
}

export function enumeration<const Value extends string>(
  description: string,
  values: Readonly<Record<Value, string>>,
): Enumeration<Value> {
  return { description, values };
}

/** The values, in the order of their declaration. */
export function valuesOf<Value extends string>({ values }: Enumeration<Value>): [Value, ...Value[]] {
  return Object.keys(values) as [Value, ...Value[]];
}

/** The name that a closed set has in the OpenAPI document: its own, or that of the enumeration in `GET /metadata`. */
export const closedSets = z.registry<{ name: string } | { declared: Enumeration }>();

export function oneOf<Value extends string>(declared: Enumeration<Value>) {
  return z.enum(valuesOf(declared)).register(closedSets, { declared });
}

/**
 * A closed set that `GET /metadata` does not show, with its name in the OpenAPI document. One that is used twice needs
 * a name.
 */
export function namedEnum<const Value extends string>(name: string, values: readonly Value[]) {
  return z.enum(values).register(closedSets, { name });
}
