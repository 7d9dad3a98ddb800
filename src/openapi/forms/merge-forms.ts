import { isDeepStrictEqual } from "node:util";
import type { JsonSchema } from "../json.ts";

/** The named schemas of an OpenAPI 3.0 document. */
export type Schemas = Readonly<Record<string, JsonSchema>>;

/** The schema that a reference names, or the schema itself. */
function resolve(schema: JsonSchema, schemas: Schemas): JsonSchema {
  const { $ref, allOf } = schema;
  const [wrapped] = allOf ?? [];
  if (wrapped !== undefined) return resolve(wrapped, schemas);
  return $ref === undefined ? schema : resolve(schemas[$ref.slice("#/components/schemas/".length)] ?? {}, schemas);
}

/**
 * The narrowest schema without `anyOf` and `oneOf` that every form satisfies: of objects, one with the members of all;
 * otherwise their common type, or any value.
 */
export function mergeForms(forms: readonly JsonSchema[], schemas: Schemas): JsonSchema {
  const flat = forms.map((form) => {
    const resolved = resolve(form, schemas);
    const inner = resolved.anyOf ?? resolved.oneOf;
    return inner === undefined ? resolved : mergeForms(inner, schemas);
  });
  return flat.reduce((merged, form) => mergeTwo(merged, form, schemas));
}

function mergeTwo(left: JsonSchema, right: JsonSchema, schemas: Schemas): JsonSchema {
  const type = commonType(left.type, right.type);
  if (type !== "object") return { ...(type !== undefined && { type }), ...(type === "array" && { items: {} }) };
  const { properties: own = {} } = left;
  const { properties: other = {} } = right;
  const properties = { ...other, ...own };
  for (const name of Object.keys(own)) {
    const [one = {}, another] = [own[name], other[name]];
    if (another !== undefined && !isDeepStrictEqual(one, another)) properties[name] = widen(one, another, schemas);
  }
  const ofRight = new Set(right.required);
  const required = (left.required ?? []).filter((name) => ofRight.has(name));
  return { type, ...(Object.keys(properties).length > 0 && { properties }), ...(required.length > 0 && { required }) };
}

/** A member that has different schemas in two forms keeps its type, if that is the same. */
function widen(one: JsonSchema, another: JsonSchema, schemas: Schemas): JsonSchema {
  const [{ type }, { type: otherType }] = [mergeForms([one], schemas), mergeForms([another], schemas)];
  const common = commonType(type, otherType);
  const { description } = one;
  return {
    ...(common !== undefined && { type: common }),
    ...(common === "array" && { items: {} }),
    ...(description !== undefined && { description }),
  };
}

type Type = JsonSchema["type"];

function commonType(one: Type, another: Type): Type {
  if (one === another) return one;
  const isNumber = (type: Type) => type === "integer" || type === "number";
  return isNumber(one) && isNumber(another) ? "number" : undefined;
}
