import type { JsonObject } from "../../../openapi/json.ts";
import { listReferences } from "../../../openapi/references.ts";

interface Document {
  paths: Record<string, Record<string, JsonObject>>;
  components: Record<string, JsonObject>;
}

const schemaReference = /^#\/components\/schemas\//;

/** The schemas that requests consist of, by their addresses, also those within others. */
function findRequestSchemas({ paths, components }: Document): ReadonlyMap<string, object> {
  const operations = Object.values(paths).flatMap((item) => Object.values(item));
  const find = (address: string) => (schemaReference.test(address) ? (components["schemas"]?.[address.replace(schemaReference, "")] as object | undefined) : undefined);
  return listReferences(operations.map(({ requestBody, parameters }) => [requestBody, parameters]), find);
}

/**
 * The document for Spectral, which replaces every reference with the schema and then visits it at each of these places: a million and a
 * half nodes instead of 130,000. Here only the first reference to a schema of responses stays one. All schemas stay in the components, and what
 * requests consist of stays whole. That every reference leads to a schema is Redocly's rule.
 */
export function expandOnce<Given extends Document>(document: Given): Given {
  const requestSchemas = findRequestSchemas(document);
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
