import fc from "fast-check";
import * as z from "zod";
import { naughtyStrings } from "../../hostile/naughty-strings.ts";
import { arbitraryText } from "../arbitrary-text.ts";

/** The part of JSON Schema that inputs use. */
export interface Schema {
  $ref?: string;
  $defs?: Record<string, Schema>;
  anyOf?: Schema[];
  enum?: unknown[];
  const?: unknown;
  type?: string;
  format?: string;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  properties?: Record<string, Schema>;
  required?: string[];
  /** Of a map by keys: the form of its values. */
  additionalProperties?: Schema | boolean;
}

/** The declared input as JSON Schema. */
export function describeInput(input: z.ZodObject): Schema {
  return z.toJSONSchema(input, { io: "input", unrepresentable: "any" }) as Schema;
}

export function resolveSchema(schema: Schema, root: Schema): Schema {
  if (schema.$ref === undefined) return schema;
  const found = root.$defs?.[schema.$ref.slice("#/$defs/".length)];
  if (found === undefined) throw new Error(`${schema.$ref} is not defined`);
  return found;
}

/** Values that fit a schema, mostly: what the schema cannot say is for the server to reject. */
export function arbitraryFor(given: Schema, root: Schema): fc.Arbitrary<unknown> {
  const schema = resolveSchema(given, root);
  if (schema.anyOf !== undefined) return fc.oneof(...schema.anyOf.map((option) => arbitraryFor(option, root)));
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  if ("const" in schema) return fc.constant(schema.const);
  switch (schema.type) {
    case "object":
      return arbitraryObject(schema, root);
    case "string":
      return arbitraryString(schema);
    case "integer":
    case "number":
      return fc.oneof(
        fc.integer({
          min: Math.max(schema.minimum ?? -10, -(2 ** 31)),
          max: Math.min(schema.maximum ?? 10, 2 ** 31 - 1),
        }),
        fc.constant(schema.minimum ?? 1),
      );
    case "boolean":
      return fc.boolean();
    default:
      return fc.constant(null);
  }
}

function arbitraryObject(
  { properties, required = [], additionalProperties }: Schema,
  root: Schema,
): fc.Arbitrary<unknown> {
  if (properties === undefined && typeof additionalProperties === "object") {
    return fc.dictionary(
      fc.constantFrom("exposure", "court", "__proto__", "constructor", "A.b"),
      arbitraryFor(additionalProperties, root),
      { maxKeys: 3, noNullPrototype: true },
    );
  }
  const members = Object.fromEntries(
    Object.entries(properties ?? {}).map(([name, member]) => [name, arbitraryFor(member, root)]),
  );
  return fc.record(members, { requiredKeys: required, noNullPrototype: true });
}

function arbitraryString({ format, pattern, minLength = 0, maxLength = 100 }: Schema): fc.Arbitrary<string> {
  if (format === "date")
    return fc
      .date({ min: new Date("1900-01-01"), max: new Date("2100-01-01"), noInvalidDate: true })
      .map((day) => day.toISOString().slice(0, 10));
  if (format === "email") return fc.emailAddress();
  if (pattern !== undefined && !pattern.includes("(?")) return fc.stringMatching(new RegExp(pattern));
  return arbitraryWords(minLength, maxLength);
}

const madeWords = new Map<string, fc.Arbitrary<string>>();

/** Made once: fast-check tries each grapheme of a text's kind when it makes one. */
function arbitraryWords(minLength: number, maxLength: number): fc.Arbitrary<string> {
  const bounds = { minLength, maxLength: Math.min(maxLength, 60) };
  const key = `${minLength} ${maxLength}`;
  const made =
    madeWords.get(key) ??
    fc.oneof(
      fc.string(bounds),
      fc.string({ ...bounds, unit: "grapheme" }),
      fc.constantFrom(maxLength, maxLength + 1).map((length) => "x".repeat(length)),
    );
  madeWords.set(key, made);
  return made;
}

/** Stands for text that JSON.stringify would never write. */
const rawMark = "\u0000raw:";
const rawTokens = [
  "1e999",
  "-0",
  "-1e999",
  "1E400",
  "0.1e-400",
  "123456789012345678901234567890",
  "1.0",
  "1e0",
  "NaN",
  "Infinity",
  "undefined",
  "01",
  "'a'",
  '"\\ud800"',
  '"\\u0000"',
  '"\\x"',
];

function nest(depth: number, wrap: (inner: unknown) => unknown): unknown {
  let value: unknown = null;
  for (let level = 0; level < depth; level += 1) value = wrap(value);
  return value;
}

/** Anything at all, as it may stand where something else belongs. */
export const arbitraryJunk: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...naughtyStrings) },
  {
    weight: 3,
    arbitrary: fc.constantFrom<unknown>(
      null,
      true,
      false,
      0,
      1,
      -1,
      1.5,
      2 ** 31,
      2 ** 53,
      1e308,
      -1e-308,
      4_294_967_296,
      [],
      {},
      [[]],
      [{}],
      "x".repeat(20_000),
    ),
  },
  { weight: 3, arbitrary: fc.constantFrom(...rawTokens.map((token) => rawMark + token)) },
  { weight: 1, arbitrary: fc.integer({ min: 20, max: 60 }).map((depth) => nest(depth, (inner) => [inner])) },
  { weight: 1, arbitrary: fc.integer({ min: 20, max: 60 }).map((depth) => nest(depth, (inner) => ({ a: inner }))) },
  { weight: 2, arbitrary: fc.jsonValue() },
  { weight: 1, arbitrary: arbitraryText({ maxLength: 40 }) },
);

const extraNames = [
  "__proto__",
  "constructor",
  "prototype",
  "toString",
  "hasOwnProperty",
  "id",
  "organizationId",
  "revision",
  "",
  " ",
  "a\u0000b",
  "\ud800",
  "x".repeat(300),
];

/** One change to a value: a member replaced by junk, dropped, or added, at a place that `where` picks. */
interface Damage {
  kind: "replace" | "drop" | "add" | "none" | "whole";
  where: number;
  name: string;
  junk: unknown;
}

const arbitraryDamage: fc.Arbitrary<Damage> = fc.record(
  {
    kind: fc.constantFrom("replace", "replace", "replace", "drop", "add", "add", "none", "whole"),
    where: fc.nat(1_000),
    name: fc.constantFrom(...extraNames),
    junk: arbitraryJunk,
  },
  { noNullPrototype: true },
);

/**
 * Bodies: from the schema or the given example, then damaged up to three times. As JSON text, or what only looks like
 * it.
 */
export function arbitraryBody(schema: Schema, root: Schema, example: object): fc.Arbitrary<string> {
  const base = fc.oneof(arbitraryFor(schema, root), fc.constant<unknown>(example));
  return fc
    .tuple(base, fc.array(arbitraryDamage, { minLength: 1, maxLength: 3 }))
    .map(([value, damages]) => writeText(damages.reduce(damage, value)));
}

function writeText(value: unknown): string {
  const text = JSON.stringify(value);
  return text.replaceAll(/"\\u0000raw:((?:[^"\\]|\\.)*)"/g, (_, token: string) => JSON.parse(`"${token}"`) as string);
}

function damage(value: unknown, change: Damage): unknown {
  if (change.kind === "none") return value;
  if (change.kind === "whole" && change.where % 4 === 0) return change.junk;
  if (typeof value !== "object" || value === null || Array.isArray(value))
    return change.kind === "replace" ? change.junk : value;
  const entries = Object.entries(value);
  if (change.kind === "add") {
    const inner = entries.findIndex(
      ([, member]) => typeof member === "object" && member !== null && !Array.isArray(member),
    );
    if (inner === -1 || change.where % 2 === 0) return Object.fromEntries([...entries, [change.name, change.junk]]);
    return Object.fromEntries(
      entries.map(([name, member], index) => [
        name,
        index === inner ? damage(member, { ...change, where: change.where >> 1 }) : member,
      ]),
    );
  }
  if (entries.length === 0) return value;
  const target = change.where % entries.length;
  if (change.kind === "drop") return Object.fromEntries(entries.filter((_, index) => index !== target));
  return Object.fromEntries(
    entries.map(([name, member], index) => {
      if (index !== target) return [name, member];
      const goDeeper = typeof member === "object" && member !== null && change.where % 3 !== 0;
      return [name, goDeeper ? damage(member, { ...change, where: Math.trunc(change.where / 3) }) : change.junk];
    }),
  );
}

/** Whether some object in the value has a member that the schema does not name. */
export function hasUnknownMember(value: unknown, given: Schema, root: Schema): boolean {
  const schema = resolveSchema(given, root);
  const options = schema.anyOf?.map((option) => resolveSchema(option, root)) ?? [schema];
  const shape = options.find(({ type }) => type === "object");
  if (shape === undefined || typeof value !== "object" || value === null || Array.isArray(value)) return false;
  const values = typeof shape.additionalProperties === "object" ? shape.additionalProperties : null;
  return Object.entries(value).some(([name, member]) => {
    const properties = shape.properties ?? {};
    const inner = Object.hasOwn(properties, name) ? properties[name] : undefined;
    // In a map no key is unknown by the schema: which there are, the record's definitions say.
    if (inner === undefined && values !== null) return hasUnknownMember(member, values, root);
    return inner === undefined || hasUnknownMember(member, inner, root);
  });
}
