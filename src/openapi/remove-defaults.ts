import type { NamedSchemas } from "./describe-schema.ts";
import type { JsonObject } from "./json.ts";
import { mapSubschemas } from "./map-subschemas.ts";

/**
 * Removes the defaults of request bodies, and of the schemas that they refer to; the descriptions name them instead. A
 * client that fills in the defaults of a PATCH would change what its user left out, and openapi-typescript requires a
 * member that has a default.
 *
 * @param names of the bodies
 */
export function removeDefaults(names: readonly string[], schemas: NamedSchemas): void {
  const seen = new Set<string>();
  const visit = (name: string) => {
    const schema = schemas.get(name);
    if (schema === undefined || seen.has(name)) return;
    seen.add(name);
    schemas.set(name, describeDefaults(schema, visit));
  };
  names.forEach(visit);
}

/** @param visit called with the name of each schema that is referred to */
function describeDefaults(schema: JsonObject, visit: (name: string) => void): JsonObject {
  const { default: given, ...rest } = mapSubschemas(schema, (part) => describeDefaults(part, visit));
  const { $ref, description } = rest;
  if (typeof $ref === "string") visit($ref.replace("#/components/schemas/", ""));
  if (given === undefined) return rest;
  return {
    ...rest,
    description: `${typeof description === "string" ? `${description} ` : ""}Default: \`${JSON.stringify(given)}\`.`,
  };
}
