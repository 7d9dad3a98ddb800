import fc from "fast-check";
import { resolveSchema, type Schema } from "./arbitrary-input.ts";

/** The part of JSON Schema that arrays use, beside that of `arbitrary-input.ts`. */
interface SizedSchema extends Schema {
  items?: Schema;
  maxItems?: number;
}

export interface Extent {
  /** Of what a schema allows, 0 to 1: a body has at most 1 MiB. */
  share: number;
  /** How deep a schema that contains itself is followed. */
  depth: number;
}

/** How many elements a list or map has whose schema does not say it. */
const unbounded = 200;
/** How long a text is whose schema does not say it. */
const unboundedText = 2_000;

/**
 * The largest value that a schema allows, or a share of it: each member there, lists and texts as long as they may be,
 * with elements that differ. What a schema cannot say, such as that an ID must exist, it may break.
 *
 * @param index of the element that it stands in
 */
export function makeLargest(given: Schema, root: Schema, extent: Extent, index = 0): unknown {
  const schema = resolveSchema(given, root) as SizedSchema;
  if (schema.anyOf !== undefined)
    return pickLargest(schema.anyOf.map((option) => makeLargest(option, root, extent, index)));
  if (schema.enum !== undefined) return schema.enum[index % schema.enum.length];
  if ("const" in schema) return schema.const;
  switch (schema.type) {
    case "object":
      return makeObject(schema, root, extent, index);
    case "array":
      return makeList(schema, root, extent);
    case "string":
      return makeText(schema, extent, index);
    case "integer":
    case "number":
      return makeNumber(schema, index);
    case "boolean":
      return true;
    default:
      return null;
  }
}

function makeNumber({ minimum = 0, maximum = 1_000 }: Schema, index: number): number {
  return Math.min(maximum, 2 ** 31 - 1) - Math.min(index, maximum - minimum);
}

function pickLargest(options: readonly unknown[]): unknown {
  const sized = options.map((option) => ({ option, size: JSON.stringify(option)?.length ?? 0 }));
  return sized.toSorted((left, right) => right.size - left.size)[0]?.option ?? null;
}

function makeList({ items, maxItems = unbounded }: SizedSchema, root: Schema, extent: Extent): unknown[] {
  if (items === undefined || extent.depth === 0) return [];
  const length = Math.max(1, Math.floor(maxItems * extent.share));
  const inner = { ...extent, depth: extent.depth - 1 };
  const made = Array.from({ length }, (_, index) => makeLargest(items, root, inner, index));
  return [...new Map(made.map((each) => [JSON.stringify(each), each])).values()];
}

function makeObject(schema: Schema, root: Schema, extent: Extent, index: number): object {
  const { properties, additionalProperties } = schema;
  if (properties === undefined && typeof additionalProperties === "object") {
    const length = Math.max(1, Math.floor(unbounded * extent.share));
    const values = Array.from({ length }, (_, each) => makeLargest(additionalProperties, root, extent, each));
    return Object.fromEntries(values.map((value, each) => [`key${each}`, value]));
  }
  const members = Object.entries(properties ?? {});
  return Object.fromEntries(members.map(([name, member]) => [name, makeLargest(member, root, extent, index)]));
}

const samples = new Map<string, string[]>();

/** A text that differs from element to element where the pattern is of a key or a number, else one of a few. */
function matchPattern(pattern: string, index: number): string {
  const expression = new RegExp(pattern);
  const plain = [`item_${index}`, `${1_000 + index}`].find((text) => expression.test(text));
  if (plain !== undefined) return plain;
  // Making a text of a pattern takes milliseconds.
  const made = samples.get(pattern) ?? fc.sample(fc.stringMatching(expression), { numRuns: 8, seed: 1 });
  samples.set(pattern, made);
  return made[index % made.length] ?? "";
}

/** Ordinary words: what a person writes, only longer. */
const words = "The client said that the road was wet and the other driver did not brake. ";

function makeText(schema: Schema, { share }: Extent, index: number): string {
  const { format, pattern, minLength = 0, maxLength = unboundedText } = schema;
  if (format === "date") return new Date(Date.UTC(2026, 0, 1 + index)).toISOString().slice(0, 10);
  if (format === "date-time") return new Date(Date.UTC(2026, 0, 1, index)).toISOString();
  if (format === "email") return `person${index}@example.com`;
  if (format === "uri") return `https://example.com/${index}`;
  if (pattern !== undefined && !pattern.includes("(?")) return matchPattern(pattern, index);
  const length = Math.max(minLength, 1, Math.floor(maxLength * share));
  const start = `${index} ${words}`;
  return start
    .repeat(Math.ceil(length / start.length))
    .slice(0, length)
    .trimEnd()
    .padEnd(minLength, "x");
}
