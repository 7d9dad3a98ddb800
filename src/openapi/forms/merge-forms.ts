import { isDeepStrictEqual } from "node:util";
import type { JsonObject } from "../json.ts";

/** The named schemas of an OpenAPI 3.0 document. */
export type Schemas = Readonly<Record<string, JsonObject>>;

/** The schema that a reference names, or the schema itself. */
function resolve(schema: JsonObject, schemas: Schemas): JsonObject {
  const { $ref, allOf } = schema;
  const [wrapped] = (allOf as JsonObject[] | undefined) ?? [];
  if (wrapped !== undefined) return resolve(wrapped, schemas);
  return typeof $ref === "string"
    ? resolve(schemas[$ref.slice("#/components/schemas/".length)] ?? {}, schemas)
    : schema;
}

/**
 * The narrowest schema without `anyOf` and `oneOf` that every form satisfies: of objects, one with the members of all;
 * otherwise their common type, or any value.
 */
export function mergeForms(forms: readonly JsonObject[], schemas: Schemas): JsonObject {
  const flat = forms.map((form) => {
    const resolved = resolve(form, schemas);
    const inner = (resolved["anyOf"] ?? resolved["oneOf"]) as JsonObject[] | undefined;
    return inner === undefined ? resolved : mergeForms(inner, schemas);
  });
  return flat.reduce((merged, form) => mergeTwo(merged, form, schemas));
}

function mergeTwo(left: JsonObject, right: JsonObject, schemas: Schemas): JsonObject {
  const type = commonType(left["type"], right["type"]);
  if (type !== "object") return { ...(type !== undefined && { type }), ...(type === "array" && { items: {} }) };
  const [own, other] = [left, right].map(({ properties }) => (properties ?? {}) as Record<string, JsonObject>) as [
    Record<string, JsonObject>,
    Record<string, JsonObject>,
  ];
  const properties = { ...other, ...own };
  for (const name of Object.keys(own)) {
    const [one = {}, another] = [own[name], other[name]];
    if (another !== undefined && !isDeepStrictEqual(one, another)) properties[name] = widen(one, another, schemas);
  }
  const ofRight = new Set(right["required"] as string[] | undefined);
  const required = ((left["required"] as string[] | undefined) ?? []).filter((name) => ofRight.has(name));
  return { type, ...(Object.keys(properties).length > 0 && { properties }), ...(required.length > 0 && { required }) };
}

/** A member that has different schemas in two forms keeps its type, if that is the same. */
function widen(one: JsonObject, another: JsonObject, schemas: Schemas): JsonObject {
  const [{ type }, { type: otherType }] = [mergeForms([one], schemas), mergeForms([another], schemas)];
  const common = commonType(type, otherType);
  const { description } = one;
  return {
    ...(common !== undefined && { type: common }),
    ...(common === "array" && { items: {} }),
    ...(description !== undefined && { description }),
  };
}

function commonType(one: unknown, another: unknown): unknown {
  if (one === another) return one;
  const isNumber = (type: unknown) => type === "integer" || type === "number";
  return isNumber(one) && isNumber(another) ? "number" : undefined;
}
