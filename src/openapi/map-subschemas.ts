import type { JsonObject } from "./json.ts";

/**
 * A copy of a schema in which the schemas directly below are mapped. A property can have the name of a keyword.
 *
 * @param map gets the name of a property with its schema
 */
export function mapSubschemas(
  schema: JsonObject,
  map: (part: JsonObject, property?: string) => JsonObject,
): JsonObject {
  const mapKeyword = (keyword: string, value: unknown) => {
    if (keyword === "properties")
      return Object.fromEntries(
        Object.entries(value as Record<string, JsonObject>).map(([name, part]) => [name, map(part, name)]),
      );
    if (keyword === "anyOf" || keyword === "oneOf" || keyword === "allOf")
      return (value as JsonObject[]).map((part) => map(part));
    const isSchema = keyword === "items" || keyword === "additionalProperties" || keyword === "propertyNames";
    return isSchema && typeof value === "object" ? map(value as JsonObject) : value;
  };
  return Object.fromEntries(Object.entries(schema).map(([keyword, value]) => [keyword, mapKeyword(keyword, value)]));
}
