import { createHash } from "node:crypto";
import type { JsonObject } from "../../../openapi/json.ts";

/** Members of a document that explain and constrain nothing. */
export const texts: ReadonlySet<string> = new Set([
  "description",
  "summary",
  "title",
  "examples",
  "example",
  "x-enumDescriptions",
]);

const combinators = { anyOf: " | ", allOf: " & ", oneOf: " xor " } as const;

/** Longer sets of values are listed one a line. */
const longestInline = 600;
/** zod's patterns for dates are longer than a line; a digest shows a change as well. */
const longestPattern = 100;

/**
 * A JSON Schema as lines: its type and constraints, then one line for each property below it, named by its path.
 * Keywords without a notation of their own are printed as they are, so no constraint is lost.
 *
 * @param place what the first line begins with, such as `Case.firstName?` or `200 · case`
 */
export function listTypes(place: string, schema: unknown): string[] {
  return [`${place}: ${describeType(schema)}`, ...listBelow(place.replace(/\?$/, ""), schema)];
}

function listBelow(place: string, schema: unknown): string[] {
  if (typeof schema !== "object" || schema === null) return [];
  const {
    properties = {},
    required = [],
    items,
    additionalProperties,
    enum: values = [],
    ...rest
  } = schema as JsonObject;
  const isRequired = new Set(required as string[]);
  const branches = Object.keys(combinators).flatMap((name) => (rest[name] ?? []) as unknown[]);
  const deep = branches.filter((branch) => listBelow(place, branch).length > 0);
  return [
    ...Object.entries(properties as JsonObject).flatMap(([name, property]) =>
      listTypes(`${place}.${name}${isRequired.has(name) ? "" : "?"}`, property),
    ),
    ...listBelow(`${place}[]`, items),
    ...listBelow(`${place}{}`, additionalProperties),
    ...deep.flatMap((branch, index) => listBelow(deep.length === 1 ? place : `${place}(${index + 1})`, branch)),
    ...(isLong(values) ? (values as unknown[]).map((value) => `${place} = ${JSON.stringify(value)}`) : []),
  ];
}

function isLong(values: unknown): boolean {
  return JSON.stringify(values).length > longestInline;
}

/** The type in one line, such as `string 1..200 | null`; of an object only that it is one. */
function describeType(schema: unknown): string {
  if (typeof schema !== "object" || schema === null) return JSON.stringify(schema);
  const { type, $ref, items, enum: values, const: constant, ...constraints } = schema as JsonObject;
  const nouns = [
    ...(typeof $ref === "string" ? [$ref.replace("#/components/schemas/", "")] : []),
    ...(items === undefined ? [] : [`${wrap(describeType(items))}[]`]),
    ...(type === undefined || (type === "array" && items !== undefined)
      ? []
      : [[type as string | string[]].flat().join(" | ")]),
    ...(values === undefined
      ? []
      : [isLong(values) ? "one of" : `{${(values as unknown[]).map((value) => JSON.stringify(value)).join(" ")}}`]),
    ...(constant === undefined ? [] : [JSON.stringify(constant)]),
    ...Object.entries(combinators).flatMap(([name, sign]) =>
      constraints[name] === undefined
        ? []
        : [(constraints[name] as unknown[]).map((branch) => describeType(branch)).join(sign)],
    ),
  ];
  return [nouns.join(" ") || "any", ...describeConstraints(constraints)].join(" ");
}

function describeConstraints(constraints: JsonObject): string[] {
  const {
    default: preset,
    format,
    pattern,
    additionalProperties,
    propertyNames,
    properties = {},
    required = [],
    discriminator,
    ...rest
  } = constraints;
  const { minimum, maximum, minLength, maxLength, minItems, maxItems, minProperties, maxProperties, ...others } = rest;
  const ranges = [
    describeRange(minLength, maxLength),
    describeRange(minimum, maximum),
    describeRange(minItems, maxItems),
    describeRange(minProperties, maxProperties),
  ];
  const undescribed = (required as string[]).filter((name) => !Object.hasOwn(properties as object, name));
  return [
    ...(typeof format === "string" ? [format] : []),
    ...ranges.filter((range) => range !== ""),
    ...(typeof pattern === "string" ? [describePattern(pattern)] : []),
    ...(additionalProperties === undefined
      ? []
      : [additionalProperties === false ? "closed" : `of ${wrap(describeType(additionalProperties))}`]),
    ...(propertyNames === undefined ? [] : [`keys ${wrap(describeType(propertyNames))}`]),
    ...(discriminator === undefined ? [] : [describeDiscriminator(discriminator as JsonObject)]),
    ...(undescribed.length === 0 ? [] : [`requires ${undescribed.join(" ")}`]),
    ...Object.entries(others)
      .filter(([name]) => !texts.has(name) && !Object.hasOwn(combinators, name))
      .map(([name, value]) => `${name} ${JSON.stringify(value)}`),
    ...(preset === undefined ? [] : [`= ${JSON.stringify(preset)}`]),
  ];
}

function wrap(type: string): string {
  return type.includes(" ") ? `(${type})` : type;
}

function describePattern(pattern: string): string {
  return pattern.length <= longestPattern ? `/${pattern}/` : `pattern#${digest(pattern)}`;
}

/** The mapping repeats the names of the alternatives: a digest shows a change. */
function describeDiscriminator({ propertyName, mapping = {} }: JsonObject): string {
  return `by ${String(propertyName)}#${digest(JSON.stringify(mapping))}`;
}

function digest(value: string): string {
  return createHash("sha256").update(value).digest("hex").slice(0, 8);
}

function describeRange(from: unknown, to: unknown): string {
  return from === undefined && to === undefined ? "" : `${describeBound(from)}..${describeBound(to)}`;
}

function describeBound(bound: unknown): string {
  if (bound === undefined) return "";
  return Math.abs(Number(bound)) === Number.MAX_SAFE_INTEGER
    ? `${Number(bound) < 0 ? "-" : ""}max`
    : JSON.stringify(bound);
}
