import type { Schema } from "./document.ts";

/** Resolves a $ref; returns any other schema unchanged. */
type FindSchema = (schema: Schema) => Schema;

/**
 * An object with members, and what distinguishes it from its variants, such as `mode` `existing`; null without
 * variants.
 */
export interface Members {
  object: Schema;
  variant: string | null;
}

/** The objects with members in a schema: itself, of a list its items, of alternatives the first, of variants each. */
export function listMembers(schema: Schema, find: FindSchema): Members[] {
  const { properties = {}, items, anyOf = [], oneOf = [], ...rest } = find(schema);
  if (Object.keys(properties).length > 0) return [{ object: { properties, ...rest }, variant: null }];
  if (items !== undefined) return listMembers(items, find);
  if (oneOf.length > 0)
    return oneOf.flatMap((choice) =>
      listMembers(choice, find).map(({ object }) => ({ object, variant: nameVariant(object) })),
    );
  return anyOf.map((choice) => listMembers(choice, find)).find(({ length }) => length > 0) ?? [];
}

function nameVariant({ properties = {} }: Schema): string {
  return Object.entries(properties)
    .flatMap(([name, member]) => (member.const === undefined ? [] : [`${code(name)} ${code(member.const)}`]))
    .join(", ");
}

export function describeType(schema: Schema, find: FindSchema): string {
  const { type, format, items, anyOf, oneOf, const: constant } = find(schema);
  if (constant !== undefined) return JSON.stringify(constant);
  const choices = anyOf ?? oneOf;
  if (choices !== undefined) return [...new Set(choices.map((choice) => describeType(choice, find)))].join(" or ");
  if (items !== undefined) return `list of ${describeType(items, find)}`;
  const names = [type ?? "any"].flat().map((name) => (name === "string" ? (format ?? name) : name));
  return names.join(" or ");
}

function code(value: unknown): string {
  return `\`${typeof value === "string" ? value : JSON.stringify(value)}\``;
}

/** The values of a closed set, which is a schema of its own. */
function findChoices(schema: Schema, find: FindSchema): unknown[] | undefined {
  return [schema, ...(schema.anyOf ?? [])].map((choice) => find(choice).enum).find((values) => values !== undefined);
}

/** Allowed values, lengths and bounds, as CommonMark. */
export function listLimits(schema: Schema, find: FindSchema): string[] {
  const choices = findChoices(schema, find);
  const { minLength, maxLength, minimum, maximum, pattern, default: preset, format } = schema;
  const limits: string[] = [];
  if (choices !== undefined) limits.push(`one of ${choices.map(code).join(", ")}`);
  if (maxLength !== undefined) limits.push(`${minLength ?? 0} to ${maxLength} characters`);
  // The bounds of safe integers are omitted.
  if (minimum !== undefined && minimum !== Number.MIN_SAFE_INTEGER) limits.push(`at least ${minimum}`);
  if (maximum !== undefined && maximum < 2_147_483_647) limits.push(`at most ${maximum}`);
  if (pattern !== undefined && format === undefined) limits.push(`pattern ${code(pattern)}`);
  if (preset !== undefined) limits.push(`default ${code(preset)}`);
  return limits;
}
