import { catalogue } from "../../src/catalogue.ts";
import { describeApi } from "../../src/openapi/describe-api.ts";
import { readDeclarations } from "../../src/rpc/declarations.ts";

/** JSON Schema, as far as the reference shows it. */
export interface Schema {
  $ref?: string;
  type?: string | string[];
  format?: string;
  description?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  anyOf?: Schema[];
  enum?: unknown[];
  const?: unknown;
  default?: unknown;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  pattern?: string;
  minProperties?: number;
}

export interface Parameter {
  name: string;
  in: "path" | "query" | "header";
  required: boolean;
  description?: string;
  schema: Schema;
  example?: string | number;
}

interface Content {
  "application/json": { schema: Schema; example?: object; examples?: Record<string, { value: object }> };
}

export interface Answer {
  status: string;
  description: string;
  headers: string[];
  schema?: Schema;
  example?: object;
}

export interface Operation {
  id: string;
  method: string;
  path: string;
  summary: string;
  description: string;
  isDeprecated: boolean;
  needsKey: boolean;
  parameters: Parameter[];
  body?: { schema: Schema; example?: object };
  answers: Answer[];
}

export interface Area {
  name: string;
  description: string;
  operations: Operation[];
}

/** What is sent to a subscriber's own server. All types of events are sent alike. */
export interface WebhookMessage {
  types: { name: string; summary: string }[];
  headers: Parameter[];
  body: { schema: Schema; example: object };
  answers: { status: string; description: string }[];
}

interface Reference {
  $ref?: string;
}

interface WireAnswer extends Reference {
  description: string;
  headers?: Record<string, object>;
  content?: Content;
}

interface WireOperation {
  operationId: string;
  summary: string;
  description: string;
  tags: string[];
  deprecated?: boolean;
  security: object[];
  parameters?: (Parameter & Reference)[];
  requestBody?: { content: Content };
  responses: Record<string, WireAnswer>;
}

interface WireWebhook {
  summary: string;
  parameters: (Parameter & Reference)[];
  requestBody: { content: { "application/json": { schema: { allOf: Schema[] }; example: object } } };
  responses: Record<string, WireAnswer>;
}

interface WireDocument {
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, WireOperation>>;
  webhooks: Record<string, { post: WireWebhook }>;
  components: Record<string, Record<string, object>>;
}

export interface ReferenceDocument {
  areas: Area[];
  webhook: WebhookMessage;
  /** What a schema refers to. */
  findSchema(schema: Schema): Schema;
}

let known: ReferenceDocument | undefined;

/** The OpenAPI document, in the order in which the reference shows it. Made once: pages are built before they are served. */
export function readDocument(): ReferenceDocument {
  known ??= arrange();
  return known;
}

function arrange(): ReferenceDocument {
  // The address of the server is not known at the build; the pages take it from the browser.
  const wire = JSON.parse(JSON.stringify(describeApi(readDeclarations(catalogue), ""))) as WireDocument;
  const find = <Part extends Reference>(part: Part): Part => {
    if (part.$ref === undefined) return part;
    const [kind = "", name = ""] = part.$ref.split("/").slice(2);
    return wire.components[kind]?.[name] as Part;
  };
  const operations = Object.entries(wire.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({
      area: operation.tags[0],
      operation: arrangeOperation(method.toUpperCase(), path, operation, find),
    })),
  );
  const areas = wire.tags.map(({ name, description }) => ({
    name,
    description,
    operations: operations.filter(({ area }) => area === name).map(({ operation }) => operation),
  }));
  return { areas, webhook: arrangeWebhook(wire.webhooks, find), findSchema: find };
}

/** The example of the page is a folder's, as in the rest of the story. */
function arrangeWebhook(webhooks: WireDocument["webhooks"], find: <Part extends Reference>(part: Part) => Part): WebhookMessage {
  const shown = webhooks["folder.created"]?.post;
  const schema = shown?.requestBody.content["application/json"].schema.allOf[0];
  if (shown === undefined || schema === undefined) throw new Error("the document holds no webhook of folder.created");
  return {
    types: Object.entries(webhooks).map(([name, { post }]) => ({ name, summary: post.summary })),
    headers: shown.parameters.map(find),
    body: { schema, example: shown.requestBody.content["application/json"].example },
    answers: Object.entries(shown.responses).map(([status, answer]) => ({ status, description: find(answer).description })),
  };
}

function arrangeOperation(
  method: string,
  path: string,
  operation: WireOperation,
  find: <Part extends Reference>(part: Part) => Part,
): Operation {
  const body = operation.requestBody?.content["application/json"];
  return {
    id: operation.operationId,
    method,
    path,
    summary: operation.summary,
    description: operation.description,
    isDeprecated: operation.deprecated === true,
    needsKey: operation.security.length > 0,
    parameters: (operation.parameters ?? []).map(find),
    ...(body !== undefined && { body }),
    answers: Object.entries(operation.responses).map(([status, answer]) => arrangeAnswer(status, find(answer))),
  };
}

function arrangeAnswer(status: string, { description, headers = {}, content }: WireAnswer): Answer {
  const json = content?.["application/json"];
  return {
    status,
    description,
    headers: Object.keys(headers),
    ...(json !== undefined && status < "300" && { schema: json.schema, ...(json.example !== undefined && { example: json.example }) }),
  };
}
