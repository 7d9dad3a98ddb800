import * as z from "zod";

/** A closed set of values with descriptions: for `GET /metadata/{name}` and for schemas. */
export interface Enumeration<Value extends string = string> {
  description: string;
  values: Readonly<Record<Value, string>>;
}

export function enumeration<const Value extends string>(description: string, values: Readonly<Record<Value, string>>): Enumeration<Value> {
  return { description, values };
}

/** The values, in the order of their declaration. */
export function valuesOf<Value extends string>({ values }: Enumeration<Value>): [Value, ...Value[]] {
  return Object.keys(values) as [Value, ...Value[]];
}

export function oneOf<Value extends string>(declared: Enumeration<Value>) {
  return z.enum(valuesOf(declared));
}
