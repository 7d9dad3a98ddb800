import { isDeepStrictEqual } from "node:util";
import * as z from "zod";
import { reference, type JsonObject } from "./json.ts";

/** The named schemas of the document, by the id in their `.meta({ id })`. */
export type NamedSchemas = Map<string, JsonObject>;

/**
 * A zod object as JSON Schema 2020-12, for OpenAPI 3.1. Schemas with an id are put into `named` and referred to.
 * @param io "input" for requests, "output" for responses
 * @throws when two different schemas have the same id
 */
export function describeSchema(schema: z.ZodObject, io: "input" | "output", named: NamedSchemas): JsonObject {
  const { $schema: _dialect, $defs = {}, ...root } = z.toJSONSchema(schema, {
    io,
    override: ({ zodSchema, jsonSchema }) => {
      // Responses can gain properties in later versions; only strict objects stay closed.
      const { def } = zodSchema._zod;
      if (io === "output" && def.type === "object" && def.catchall === undefined) delete jsonSchema.additionalProperties;
    },
  });
  for (const [id, definition] of Object.entries($defs)) nameSchema(id, definition, named);
  return polish(root);
}

function nameSchema(id: string, { id: _id, ...definition }: JsonObject, named: NamedSchemas): void {
  const schema = polish(definition);
  const known = named.get(id);
  if (known !== undefined && !isDeepStrictEqual(known, schema)) {
    throw new Error(`The schema id ${id} names two different schemas; the request's and the response's schema need different ids`);
  }
  named.set(id, schema);
}

function polish(schema: JsonObject): JsonObject {
  const polished: JsonObject = {};
  for (const [keyword, value] of Object.entries(schema)) {
    if (keyword === "example") polished["examples"] = [value];
    else if (keyword === "$ref") Object.assign(polished, reference("schemas", String(value).replace("#/$defs/", "")));
    else polished[keyword] = polishKeyword(keyword, value);
  }
  return mergeNull(bound(polished));
}

/** The maximum length of a date and an instant. */
const longest: Record<string, number> = { date: 10, "date-time": 40 };

/** Integer widths and maximum text lengths, for generated clients. */
function bound(schema: JsonObject): JsonObject {
  const { type, minimum, maximum, format } = schema;
  if (type === "integer") {
    const isNarrow = typeof minimum === "number" && typeof maximum === "number" && minimum >= -(2 ** 31) && maximum < 2 ** 31;
    return { ...schema, format: isNarrow ? "int32" : "int64" };
  }
  const length = type === "string" && schema["maxLength"] === undefined ? longest[String(format)] : undefined;
  return length === undefined ? schema : { ...schema, maxLength: length };
}

function polishKeyword(keyword: string, value: unknown): unknown {
  if (keyword === "properties") {
    return Object.fromEntries(Object.entries(value as JsonObject).map(([name, member]) => [name, polish(member as JsonObject)]));
  }
  if (keyword === "anyOf" || keyword === "oneOf" || keyword === "allOf") return (value as JsonObject[]).map(polish);
  const isSchema = keyword === "items" || keyword === "additionalProperties" || keyword === "propertyNames";
  return isSchema && typeof value === "object" ? polish(value as JsonObject) : value;
}

/** `anyOf: [text, null]` is `type: [string, null]`: easier to read, and to generate types from. */
function mergeNull(schema: JsonObject): JsonObject {
  const { anyOf, ...rest } = schema;
  if (!Array.isArray(anyOf) || anyOf.length !== 2) return schema;
  const [value, none] = anyOf as [JsonObject, JsonObject];
  if (none["type"] !== "null" || typeof value["type"] !== "string") return schema;
  return {
    ...value,
    ...rest,
    type: [value["type"], "null"],
    ...(Array.isArray(value["enum"]) && { enum: [...(value["enum"] as unknown[]), null] }),
  };
}
