import type { ApiDescription } from "../describe-api.ts";
import { toPascalCase, type JsonObject, type JsonSchema } from "../json.ts";
import { describeConnectorOperation, describeInput } from "./connector.ts";
import { mergeForms, type Schemas } from "./merge-forms.ts";
import type { OpenApi30 } from "./openapi-3-0.ts";
import { createSchemaWriter, isFormat, type SchemaWriter } from "./swagger-schema.ts";

/** A document of OpenAPI 2.0 (Swagger). */
export interface Swagger20 {
  swagger: "2.0";
  info: JsonObject;
  host: string;
  basePath: string;
  schemes: string[];
  consumes: string[];
  produces: string[];
  securityDefinitions: JsonObject;
  security: JsonObject[];
  tags: { name: string }[];
  paths: Record<string, Record<string, JsonObject>>;
  parameters: Record<string, JsonObject>;
  responses: Record<string, JsonObject>;
  definitions: Record<string, JsonObject>;
}

interface Parameter extends JsonObject {
  name: string;
  in: string;
  required: boolean;
  description?: string;
  schema: JsonSchema;
}
type Content = Record<string, { schema: JsonSchema }>;

/** Power Automate takes no larger document. */
export const largestConnectorBytes = 1_000_000;

/**
 * Writes the OpenAPI 3.0 document as OpenAPI 2.0, for Power Automate's custom connectors, which read no other version.
 * It has what a client sends and gets; examples, patterns and limits are left out, and one response stands for all
 * errors. What 2.0 cannot say becomes wider: one of several objects is an object with the members of all, `null` is
 * `x-nullable`, and no member of a response is required. A document that would be larger than 1 MB describes only
 * operations and required inputs.
 */
export function toSwagger20(document: OpenApi30): Swagger20 {
  const whole = writeDocument(document, { isDescribed: true });
  return Buffer.byteLength(JSON.stringify(whole)) <= largestConnectorBytes
    ? whole
    : writeDocument(document, { isDescribed: false });
}

function writeDocument(document: OpenApi30, detail: Pick<SchemaWriter, "isDescribed">): Swagger20 {
  const { info, servers, tags, paths, components } = document;
  const { protocol, host, pathname } = new URL(String(servers[0]?.["url"]));
  const writer = createSchemaWriter((components["schemas"] ?? {}) as Schemas, detail);
  const headers = (components["parameters"] ?? {}) as Record<string, Parameter>;
  const written: Swagger20["paths"] = Object.fromEntries(
    Object.entries(paths).map(([path, item]) => [
      path,
      Object.fromEntries(
        Object.entries(item).map(([method, operation]) => [method, writeOperation(operation, writer)]),
      ),
    ]),
  );
  return {
    swagger: "2.0",
    info: { title: info["title"], version: info["version"], description: describeForm },
    host,
    basePath: pathname,
    schemes: [protocol.replace(":", "")],
    consumes: ["application/json"],
    produces: ["application/json"],
    securityDefinitions: { apiKey: { type: "apiKey", in: "header", name: "x-api-key" } },
    security: [{ apiKey: [] }],
    tags: tags.map(({ name }: ApiDescription["tags"][number]) => ({ name })),
    paths: written,
    parameters: Object.fromEntries(
      keptHeaders.flatMap((name) => {
        const header = headers[name];
        return header === undefined ? [] : [[name, writeParameter(header, writer)]];
      }),
    ),
    responses: { Error: { description: "An error. `code` says which.", schema: errorSchema } },
    definitions: writer.listDefinitions(written),
  };
}

const describeForm =
  "The integration API of a legal case-management platform for personal-injury firms, for tools that read OpenAPI 2.0. The OpenAPI 3.1 document says more.";

/** Headers that a flow may have to send. */
const keptHeaders = ["IdempotencyKey", "IfMatch", "IfMatchRequired"];

const errorSchema = {
  type: "object",
  properties: { success: { type: "boolean" }, error: { type: "string" }, code: { type: "string" } },
};

function writeOperation(operation: JsonObject, writer: SchemaWriter): JsonObject {
  const { operationId, summary, description, tags, deprecated, security } = operation;
  const parameters = ((operation["parameters"] as JsonObject[] | undefined) ?? []).flatMap((parameter) => {
    const { $ref } = parameter;
    if (typeof $ref !== "string") return [writeParameter(parameter as Parameter, writer)];
    const name = $ref.slice("#/components/parameters/".length);
    return keptHeaders.includes(name) ? [{ $ref: `#/parameters/${name}` }] : [];
  });
  const body = writeBody(operation["requestBody"] as { required: boolean; content: Content } | undefined, writer);
  return {
    // A connector's names are letters and digits.
    operationId: toPascalCase(String(operationId)),
    summary,
    description: describe(String(description), writer.isDescribed),
    tags,
    ...(deprecated === true && { deprecated }),
    ...(Array.isArray(security) && security.length === 0 && { security }),
    ...(body.some((parameter) => parameter["in"] === "formData") && { consumes: ["multipart/form-data"] }),
    ...describeConnectorOperation(String(operationId), deprecated === true),
    parameters: [...parameters, ...body],
    responses: writeResponses(operation["responses"] as Record<string, { content?: Content }>, writer),
  };
}

/** Without scope, tier and events, which are the last paragraph; or the first sentence. */
function describe(text: string, isWhole: boolean): string {
  const [paragraph = ""] = text.split("\n\n");
  return isWhole ? paragraph : (/^.*?\.(?= |$)/s.exec(paragraph)?.[0] ?? paragraph);
}

function writeParameter(
  { name, in: place, required, description, schema }: Parameter,
  writer: SchemaWriter,
): JsonObject {
  return {
    name,
    in: place,
    required,
    ...((writer.isDescribed || required) && description !== undefined && { description }),
    ...writeSimple(schema, writer),
    ...describeInput(name, required),
  };
}

/** A parameter outside of the body has no schema: a text, a number, or one of several texts. */
function writeSimple(schema: JsonSchema, { schemas }: SchemaWriter): JsonObject {
  const { type = "string", format, enum: values, default: given } = mergeForms([schema], schemas);
  return {
    type,
    ...(isFormat(format) && { format }),
    ...(values !== undefined && { enum: values }),
    ...(given !== undefined && { default: given }),
  };
}

/** JSON as one parameter; a file with its fields as a form, because 2.0 has either. */
function writeBody(body: { required: boolean; content: Content } | undefined, writer: SchemaWriter): JsonObject[] {
  if (body === undefined) return [];
  const form = body.content["multipart/form-data"]?.schema;
  if (form !== undefined) return writeForm(mergeForms([form], writer.schemas), writer);
  const schema = body.content["application/json"]?.schema ?? {};
  return [{ name: "body", in: "body", required: body.required, schema: writer.writeSent(schema) }];
}

function writeForm({ properties = {}, required }: JsonSchema, writer: SchemaWriter): JsonObject[] {
  const needed = new Set(required);
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: "formData",
    required: needed.has(name),
    ...(writer.isDescribed && schema.description !== undefined && { description: schema.description }),
    ...(name === "file" ? { type: "file" } : writeField(schema, writer)),
    ...describeInput(name, needed.has(name)),
  }));
}

/** A list repeats its field. */
function writeField(schema: JsonSchema, writer: SchemaWriter): JsonObject {
  if (schema.type !== "array") return writeSimple(schema, writer);
  const items = writeSimple(schema.items ?? {}, writer);
  return { type: "array", items, collectionFormat: "multi" };
}

function writeResponses(responses: Record<string, { content?: Content }>, writer: SchemaWriter): JsonObject {
  const [status = "200", success = {}] = Object.entries(responses).find(([each]) => each.startsWith("2")) ?? [];
  const schema = success.content?.["application/json"]?.schema ?? {};
  return {
    [status]: { description: status === "201" ? "Created." : "Done.", schema: writer.writeReceived(schema) },
    default: { $ref: "#/responses/Error" },
  };
}
