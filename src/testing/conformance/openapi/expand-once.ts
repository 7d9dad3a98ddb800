import type { JsonObject } from "../../../openapi/json.ts";

type Document = JsonObject & { paths: Record<string, JsonObject>; components: Record<string, JsonObject> };

const schemaReference = /^#\/components\/schemas\//;

function listReferences(value: unknown): string[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap((member) => (typeof member === "string" && schemaReference.test(member) ? [member] : listReferences(member)));
}

/** The schemas that requests consist of, also those within others. */
function findRequestSchemas({ paths, components }: Document): Set<string> {
  const found = new Set<string>();
  const add = (value: unknown): void => {
    for (const reference of listReferences(value)) {
      if (found.has(reference)) continue;
      found.add(reference);
      add(components["schemas"]?.[reference.split("/")[3] ?? ""]);
    }
  };
  for (const operation of Object.values(paths).flatMap((item) => Object.values(item) as JsonObject[])) add([operation["requestBody"], operation["parameters"]]);
  return found;
}

/**
 * The document for Spectral, which replaces every reference with the schema and then visits it at each of these places: a million and a
 * half nodes instead of 130,000. Here only the first reference to a schema of responses stays one. All schemas stay in the components, and what
 * requests consist of stays whole. That every reference leads to a schema is Redocly's rule.
 */
export function expandOnce<Given extends object>(document: Given): Given {
  const requestSchemas = findRequestSchemas(document as unknown as Document);
  const seen = new Set<string>();
  const cut = (value: unknown, path: readonly string[]): unknown => {
    if (typeof value !== "object" || value === null) return value;
    const place = path.at(-1) ?? "";
    if (["requestBody", "parameters"].includes(place) || requestSchemas.has(`#/${path.join("/")}`)) return value;
    if (Array.isArray(value)) return value.map((member, index) => cut(member, [...path, String(index)]));
    const reference = (value as JsonObject)["$ref"];
    if (typeof reference === "string" && schemaReference.test(reference)) {
      if (seen.has(reference)) return {};
      seen.add(reference);
      return value;
    }
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, cut(member, [...path, name])]));
  };
  return cut(document, []) as Given;
}
