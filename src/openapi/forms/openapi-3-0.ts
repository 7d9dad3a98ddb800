import type { ApiDescription } from "../describe-api.ts";
import type { JsonObject } from "../json.ts";
import { mapSubschemas } from "../map-subschemas.ts";
import { keepComponents } from "./choose-operations.ts";

/** An OpenAPI 3.0 document. Its webhooks are in the extension `x-webhooks`, because 3.0 has none. */
export interface OpenApi30 extends Omit<ApiDescription, "webhooks"> {
  "x-webhooks"?: ApiDescription["webhooks"];
}

/** The type of the schema that a reference names; undefined for one of several forms. */
type TypeOf = (reference: string) => string | undefined;

/**
 * Writes the OpenAPI 3.1 document as OpenAPI 3.0.3, for generators and gateways that read no 3.1. It has the same
 * operations and schemas; `propertyNames`, which 3.0 lacks, is left out.
 */
export function toOpenApi30({ openapi: _openapi, info, webhooks, components, ...document }: ApiDescription): OpenApi30 {
  const { summary: _summary, license: _license, ...ofInfo } = info;
  const { schemas = {}, ...others } = components;
  const typeOf: TypeOf = ($ref) => {
    const { type } = (schemas[$ref.slice("#/components/schemas/".length)] ?? {}) as JsonObject;
    return typeof type === "string" ? type : undefined;
  };
  const convert = createConverter(typeOf);
  const written = mapSchemas(document, convert) as typeof document;
  const messages = mapSchemas(webhooks, convert) as typeof webhooks;
  const parts = {
    ...(mapSchemas(others, convert) as typeof others),
    schemas: Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, convert(schema as JsonObject)])),
  };
  return {
    openapi: "3.0.3",
    info: { ...ofInfo, license: { name: "Proprietary" } },
    ...written,
    ...(Object.keys(messages).length > 0 && { "x-webhooks": messages }),
    // Without the schemas of `propertyNames`.
    components: keepComponents(parts, [written.paths, messages]),
  };
}

/** A copy of a part of the document in which each `schema` of a parameter, header or body is converted. */
function mapSchemas(part: unknown, convert: (schema: JsonObject) => JsonObject): unknown {
  if (Array.isArray(part)) return part.map((each) => mapSchemas(each, convert));
  if (typeof part !== "object" || part === null) return part;
  return Object.fromEntries(
    Object.entries(part).map(([name, value]) => {
      if (name === "schema") return [name, convert(value as JsonObject)];
      return [name, name === "example" || name === "examples" ? value : mapSchemas(value, convert)];
    }),
  );
}

/** Converts a schema of JSON Schema 2020-12, as this document uses it, to one of OpenAPI 3.0. */
function createConverter(typeOf: TypeOf) {
  return function convert(schema: JsonObject): JsonObject {
    const { propertyNames: _, required, ...mapped } = mapSubschemas(schema, convert);
    const hasRequired = Array.isArray(required) && required.length > 0;
    return wrapReference(writeNull(writeValues({ ...mapped, ...(hasRequired && { required }) }), typeOf));
  };
}

/** `const` and `examples` become `enum` and `example`; what a text encodes becomes its format. */
function writeValues({ const: only, examples, contentEncoding, contentMediaType, ...schema }: JsonObject): JsonObject {
  const [example] = (examples as unknown[] | undefined) ?? [];
  return {
    ...schema,
    ...(only !== undefined && { enum: [only] }),
    ...(example !== undefined && { example }),
    ...(contentEncoding !== undefined && { format: "byte" }),
    ...(contentEncoding === undefined && contentMediaType !== undefined && { format: "binary" }),
  };
}

/** Null alone: 3.0 has no such type. */
const nullAlone = { type: "string", nullable: true, enum: [null] };
const isNull = ({ enum: values }: JsonObject) => Array.isArray(values) && values.length === 1 && values[0] === null;

/** `null` among types or forms becomes `nullable`, which 3.0 reads beside a type alone. */
function writeNull(schema: JsonObject, typeOf: TypeOf): JsonObject {
  const { type, anyOf, ...rest } = schema;
  if (type === "null") return { ...rest, ...nullAlone };
  if (Array.isArray(type)) return writeTypes(type as string[], rest);
  const forms = (anyOf as JsonObject[] | undefined) ?? [];
  const [only = {}, ...others] = forms.filter((form) => !isNull(form));
  if (others.length > 0 || !forms.some(isNull)) return schema;
  const { $ref, ...inline } = only;
  if ("type" in inline) return { ...withNull(inline), ...rest };
  if (typeof $ref !== "string") return schema;
  const named = typeOf($ref);
  return named === undefined ? schema : { type: named, nullable: true, allOf: [only], ...rest };
}

/** One of several types is one of several forms. */
function writeTypes(types: readonly string[], rest: JsonObject): JsonObject {
  const nullable = types.includes("null") ? { nullable: true } : {};
  const kept = types.filter((type) => type !== "null").map((type) => ({ type, ...nullable }));
  if (kept.length > 1) return { ...rest, anyOf: kept };
  return types.includes("null") ? withNull({ ...kept[0], ...rest }) : { ...kept[0], ...rest };
}

/** An enumeration that may be null has null among its values. */
function withNull(schema: JsonObject): JsonObject {
  const { enum: values } = schema;
  return { ...schema, nullable: true, ...(Array.isArray(values) && { enum: [...(values as unknown[]), null] }) };
}

/** Beside `$ref`, 3.0 ignores every member. */
function wrapReference(schema: JsonObject): JsonObject {
  const { $ref, ...rest } = schema;
  return $ref === undefined || Object.keys(rest).length === 0 ? schema : { allOf: [{ $ref }], ...rest };
}
