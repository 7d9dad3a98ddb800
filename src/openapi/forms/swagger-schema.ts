import type { JsonSchema } from "../json.ts";
import { labelOf } from "./connector.ts";
import { mergeForms, type Schemas } from "./merge-forms.ts";

/** Writes schemas of OpenAPI 3.0 as those of 2.0. */
export interface SchemaWriter {
  /** Those of the OpenAPI 3.0 document, by name. */
  schemas: Schemas;
  /** Whether members have descriptions, and labels. */
  isDescribed: boolean;
  /** Of a request's body. */
  writeSent(schema: JsonSchema): JsonSchema;
  /** Of a response: none of its members is required, because a key without the scope that reads it gets a part. */
  writeReceived(schema: JsonSchema): JsonSchema;
  /** The schemas that a part of the document refers to, also one through another. */
  listDefinitions(part: unknown): Record<string, JsonSchema>;
}

const formats: ReadonlySet<unknown> = new Set(["int32", "int64", "date", "date-time", "byte"]);

/** Whether a format is one that 2.0 has. */
export function isFormat(format: unknown): format is string {
  return formats.has(format);
}

/** Whether a schema is of a request or of a response. */
type Use = "sent" | "received";

/** @param schemas those of the OpenAPI 3.0 document, by name */
export function createSchemaWriter(schemas: Schemas, { isDescribed }: Pick<SchemaWriter, "isDescribed">): SchemaWriter {
  const sent = new Set<string>();

  function write(schema: JsonSchema, use: Use): JsonSchema {
    const { $ref, allOf, anyOf, oneOf, nullable, description } = schema;
    const [wrapped] = allOf ?? [];
    const mark = isDescribed && nullable === true && { "x-nullable": true };
    // Beside a reference, 2.0 reads nothing.
    if (wrapped !== undefined) return write(wrapped, use);
    if ($ref !== undefined) {
      const name = nameOf($ref);
      if (use === "sent") markSent(name);
      return { $ref: `#/definitions/${name}` };
    }
    const forms = anyOf ?? oneOf;
    if (forms === undefined) return { ...writeType(schema, use), ...mark };
    const merged = write(mergeForms(forms, schemas), use);
    return { ...merged, ...(isDescribed && description !== undefined && { description }), ...mark };
  }

  /** The record itself: without required members it is the same as what the response to a change has of it. */
  function nameOf(pointer: string): string {
    const name = pointer.slice("#/components/schemas/".length);
    const read = name.replace(/^Written/, "");
    return schemas[read] === undefined ? name : read;
  }

  function markSent(name: string): void {
    if (sent.has(name)) return;
    sent.add(name);
    // What it refers to is sent, too.
    write(schemas[name] ?? {}, "sent");
  }

  /** The keywords that say what a value is. */
  function writeType(schema: JsonSchema, use: Use): JsonSchema {
    const { type, format, enum: values, description, required, properties, items, additionalProperties } = schema;
    // Null is no value of an enumeration: `x-nullable` says that it may be.
    const kept = (values ?? []).filter((value) => value !== null);
    return {
      ...(type !== undefined && { type }),
      ...(isFormat(format) && { format }),
      ...(kept.length > 0 && { enum: kept }),
      ...(isDescribed && description !== undefined && { description }),
      ...(use === "sent" && required !== undefined && { required }),
      ...(properties !== undefined && { properties: writeProperties(properties, use) }),
      ...(items !== undefined && { items: write(items, use) }),
      ...(typeof additionalProperties === "object" && {
        additionalProperties: write(additionalProperties, use),
      }),
    };
  }

  function writeProperties(properties: Schemas, use: Use): Record<string, JsonSchema> {
    return Object.fromEntries(
      Object.entries(properties).map(([name, property]) => {
        const written = write(property, use);
        const hasLabel = isDescribed && written.$ref === undefined;
        return [name, hasLabel ? { ...written, "x-ms-summary": labelOf(name) } : written];
      }),
    );
  }

  function listDefinitions(part: unknown): Record<string, JsonSchema> {
    const definitions: Record<string, JsonSchema> = {};
    const collect = (value: unknown) => {
      for (const [, name = ""] of JSON.stringify(value).matchAll(/"#\/definitions\/(\w+)"/g)) {
        if (definitions[name] !== undefined) continue;
        const definition = write(schemas[name] ?? {}, sent.has(name) ? "sent" : "received");
        definitions[name] = definition;
        collect(definition);
      }
    };
    collect(part);
    return definitions;
  }

  return {
    schemas,
    isDescribed,
    writeSent: (schema) => write(schema, "sent"),
    writeReceived: (schema) => write(schema, "received"),
    listDefinitions,
  };
}
