import { isDeepStrictEqual } from "node:util";
import * as z from "zod";
import { closedSets, type Enumeration } from "../contract/enumeration.ts";
import { writePortably } from "../contract/values/portable-pattern.ts";
import { externalKindOf } from "../contract/external-ids.ts";
import { opaqueId } from "../contract/values/values.ts";
import { enumerations } from "../composition/router.ts";
import { reference, type JsonObject } from "./json.ts";
import { mapSubschemas } from "./map-subschemas.ts";

/** The named schemas of the document, by the id in their `.meta({ id })`. */
export type NamedSchemas = Map<string, JsonObject>;

/**
 * A zod object as JSON Schema 2020-12, for OpenAPI 3.1. Schemas with an id are put into `named` and referred to.
 *
 * @param io "input" for requests, "output" for responses
 * @throws when two different schemas have the same id
 */
export function describeSchema(schema: z.ZodObject, io: "input" | "output", named: NamedSchemas): JsonObject {
  const {
    $schema: _dialect,
    $defs = {},
    ...root
  } = z.toJSONSchema(schema, {
    io,
    override: ({ zodSchema, jsonSchema }) => {
      writePortably(jsonSchema);
      // Of zod alone: it also writes the pattern.
      if (zodsOwn.has(String(jsonSchema.format))) delete jsonSchema.format;
      // Responses can gain properties in later versions; only strict objects stay closed.
      const { def } = zodSchema._zod;
      if (io === "output" && def.type === "object" && def.catchall === undefined)
        delete jsonSchema.additionalProperties;
      const closed = closedSets.get(zodSchema);
      if (def.type === "enum" && closed !== undefined)
        jsonSchema[nameKeyword] = "name" in closed ? closed.name : nameDeclared(closed.declared);
    },
  });
  for (const [id, definition] of Object.entries($defs)) nameSchema(id, definition, named);
  return polish(root, named);
}

/** Checks of text that zod writes as a format. They are none: generators warn of what they do not know. */
const zodsOwn: ReadonlySet<string> = new Set([
  "starts_with",
  "ends_with",
  "includes",
  "regex",
  "lowercase",
  "uppercase",
]);

/** Marks a closed set until `polish` puts it into the named schemas. */
const nameKeyword = "x-name";

/**
 * `matterStatus` of `GET /metadata` is `MatterStatus`.
 *
 * @throws for an enumeration that no area declares
 */
function nameDeclared(declared: Enumeration): string {
  const name = Object.entries(enumerations).find(([, each]) => each === declared)?.[0];
  if (name === undefined) throw new Error(`No area declares the enumeration: ${declared.description}`);
  return name.replace(/^./, (letter) => letter.toUpperCase());
}

/** A closed set becomes a schema of its own. What belongs to its use, such as a default, stays beside the reference. */
function nameClosedSet(
  { [nameKeyword]: mark, type, enum: values, ...use }: JsonObject,
  named: NamedSchemas,
): JsonObject {
  const name = String(mark);
  const declared = enumerations[name.replace(/^./, (letter) => letter.toLowerCase())];
  nameSchema(
    name,
    {
      type,
      enum: values,
      ...(declared !== undefined && { description: declared.description, "x-enumDescriptions": declared.values }),
    },
    named,
  );
  return { ...reference("schemas", name), ...use };
}

function nameSchema(id: string, { id: _id, ...definition }: JsonObject, named: NamedSchemas): void {
  const schema = polish(definition, named);
  const known = named.get(id);
  if (known !== undefined && !isDeepStrictEqual(known, schema)) {
    throw new Error(
      `The schema id ${id} names two different schemas; the request's and the response's schema need different ids`,
    );
  }
  named.set(id, schema);
}

function polish(schema: JsonObject, named: NamedSchemas): JsonObject {
  const { $ref, example, ...rest } = mapSubschemas(schema, (part, name) =>
    polish(name === undefined ? part : nameId(name, part), named),
  );
  const polished = {
    ...(typeof $ref === "string" && reference("schemas", $ref.replace("#/$defs/", ""))),
    ...rest,
    ...(example !== undefined && { examples: [example] }),
  };
  return nameKeyword in polished ? nameClosedSet(polished, named) : mergeNull(bound(polished));
}

/** The maximum length of a date and an instant. */
const longest: Record<string, number> = { date: 10, "date-time": 40 };

/** Integer widths and maximum text lengths, for generated clients. */
function bound(schema: JsonObject): JsonObject {
  const { type, minimum, maximum, format } = schema;
  if (type === "integer") {
    const isNarrow =
      typeof minimum === "number" && typeof maximum === "number" && minimum >= -(2 ** 31) && maximum < 2 ** 31;
    return { ...schema, format: isNarrow ? "int32" : "int64" };
  }
  const length = type === "string" && schema["maxLength"] === undefined ? longest[String(format)] : undefined;
  return length === undefined ? schema : { ...schema, maxLength: length };
}

/** Says what an ID is of: `caseId` is the ID of a case, and so is each of `caseIds`. */
function nameId(name: string, schema: JsonObject): JsonObject {
  const { description, items, anyOf } = schema;
  if (description === opaqueId) return { ...schema, description: describeId(name) };
  const isId = (part: unknown) =>
    typeof part === "object" && part !== null && "description" in part && part.description === opaqueId;
  if (isId(items)) return { ...schema, items: nameId(name, items as JsonObject) };
  if (Array.isArray(anyOf) && anyOf.some(isId))
    return { ...schema, anyOf: anyOf.map((part) => nameId(name, part as JsonObject)) };
  return schema;
}

function describeId(name: string): string {
  if (name === "id") return "The record's ID. Opaque.";
  const words = (text: string) => text.replaceAll(/([a-z])([A-Z])/g, "$1 $2").toLowerCase();
  const kind = externalKindOf(name);
  const role = words(name.replace(/Ids?$/, ""));
  const noun = kind === undefined ? role : words(kind);
  const article = /^[aeiou]/.test(noun) ? "an" : "a";
  return role === noun || role === ""
    ? `The ID of ${article} ${noun}. Opaque.`
    : `The ID of ${article} ${noun}: the ${role}. Opaque.`;
}

/** `anyOf: [text, null]` is `type: [string, null]`: easier to read, and to generate types from. */
function mergeNull(schema: JsonObject): JsonObject {
  const { anyOf, ...rest } = schema;
  if (!Array.isArray(anyOf) || anyOf.length !== 2) return schema;
  const [value, none] = anyOf as [JsonObject, JsonObject];
  // openapi-zod-client writes code that does not compile for an enumeration with null among its values.
  if (none["type"] !== "null" || typeof value["type"] !== "string" || "enum" in value) return schema;
  return { ...value, ...rest, type: [value["type"], "null"] };
}
