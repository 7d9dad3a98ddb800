import type { Schema } from "./document.ts";

/** Resolves a $ref; returns any other schema unchanged. */
type FindSchema = (schema: Schema) => Schema;

/** The object with members in a schema: itself, of a list its items, of alternatives the first. */
export function findObject(schema: Schema, find: FindSchema): Schema | null {
  const found = find(schema);
  if (found.properties !== undefined && Object.keys(found.properties).length > 0) return found;
  if (found.items !== undefined) return findObject(found.items, find);
  for (const choice of found.anyOf ?? []) {
    const object = findObject(choice, find);
    if (object !== null) return object;
  }
  return null;
}

export function describeType(schema: Schema, find: FindSchema): string {
  const { type, format, items, anyOf, const: constant } = find(schema);
  if (constant !== undefined) return JSON.stringify(constant);
  if (anyOf !== undefined) return anyOf.map((choice) => describeType(choice, find)).join(" or ");
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
