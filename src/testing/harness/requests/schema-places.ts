import type * as z from "zod";

/** A path in a body: names of members, and 0 for the elements of a list. */
export type Place = readonly (string | number)[];

/** The schema at a path. */
interface Described {
  place: Place;
  type: string;
}

/** The schema below `optional`, `nullable`, `default` and the like. */
function innermost(schema: z.core.$ZodType): z.core.$ZodType {
  const { def } = schema._zod;
  return "innerType" in def ? innermost(def.innerType as z.core.$ZodType) : schema;
}

function describePlaces(schema: z.core.$ZodType, place: Place): Described[] {
  const { def } = innermost(schema)._zod;
  const here: Described = { place, type: def.type };
  if ("shape" in def) {
    const members = Object.entries(def.shape as Record<string, z.core.$ZodType>);
    return [here, ...members.flatMap(([name, member]) => describePlaces(member, [...place, name]))];
  }
  if ("element" in def) return [here, ...describePlaces(def.element as z.core.$ZodType, [...place, 0])];
  return [here];
}

/** Whether the member of the input accepts fractions. */
export function takesFractions(input: z.ZodObject, name: string): boolean {
  const member = input.shape[name];
  if (member === undefined) return false;
  const { def } = innermost(member)._zod;
  return def.type === "number" && !("format" in def);
}

/** Every place where the input takes a value of this type, without path parameters. */
export function listPlaces(
  input: z.ZodObject,
  type: "string" | "object" | "array",
  pathParameters: readonly string[],
): Place[] {
  return describePlaces(input, [])
    .filter((described) => described.type === type && !pathParameters.includes(String(described.place[0])))
    .map(({ place }) => place);
}

/** A copy of the body with the value put at the place; missing members are created. */
export function putAt(body: unknown, place: Place, value: unknown): unknown {
  const [step, ...rest] = place;
  if (step === undefined) return value;
  if (typeof step === "number") return [putAt(Array.isArray(body) ? body[step] : undefined, rest, value)];
  const object = typeof body === "object" && body !== null ? (body as Record<string, unknown>) : {};
  return { ...object, [step]: putAt(object[step], rest, value) };
}

/** A copy of the body with one more member in the object at the place. */
export function addMember(body: unknown, place: Place, name: string, value: unknown): unknown {
  return putAt(body, [...place, name], value);
}

/** Every text in a value, at any depth. */
export function listTexts(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(listTexts) : [];
}
