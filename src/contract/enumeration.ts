import * as z from "zod";

/** A closed set of values with a sentence each: what `GET /metadata/{name}` shows, and what a schema allows. */
export interface Enumeration<Value extends string = string> {
  description: string;
  values: Readonly<Record<Value, string>>;
}

/** Declares an enumeration: what it is about, and what each value means. */
export function enumeration<const Value extends string>(description: string, values: Readonly<Record<Value, string>>): Enumeration<Value> {
  return { description, values };
}

/** The values, in the order of their declaration. */
export function valuesOf<Value extends string>({ values }: Enumeration<Value>): [Value, ...Value[]] {
  return Object.keys(values) as [Value, ...Value[]];
}

/** The schema that allows just these values. */
export function oneOf<Value extends string>(declared: Enumeration<Value>) {
  return z.enum(valuesOf(declared));
}
