import type { ErrorCode } from "../contract/errors/error-codes.ts";
import { errorReasons, type SentReason } from "../contract/errors/error-reasons.ts";
import { describeApi } from "../openapi/describe-api.ts";
import { listReferences } from "../openapi/references.ts";
import { nameAnchor } from "./anchor.ts";

/** The part of JSON Schema that the reference shows. */
export interface Schema {
  $ref?: string;
  type?: string | string[];
  format?: string;
  description?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  anyOf?: Schema[];
  /** Variants, distinguished by a member with a constant. */
  oneOf?: Schema[];
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
  "multipart/form-data"?: { schema: Schema };
}

export interface DocumentedResponse {
  status: string;
  description: string;
  /** The codes that an error can have, each with its reasons. */
  codes: readonly { code: ErrorCode; reasons: readonly SentReason[] }[];
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
  /** Some reads use POST. */
  changesRecords: boolean;
  parameters: Parameter[];
  body?: { schema: Schema; example?: object };
  /** The members of the body as a form with a file, for uploads. */
  form?: Schema;
  responses: DocumentedResponse[];
}

export interface Area {
  name: string;
  href: string;
  description: string;
  operations: Operation[];
}

/** All event types share one webhook operation. */
export interface WebhookMessage {
  types: { name: string; summary: string }[];
  headers: Parameter[];
  body: { schema: Schema; example: object };
  responses: { status: string; description: string }[];
}

interface Reference {
  $ref?: string;
}

interface WireResponse extends Reference {
  description: string;
  headers?: Record<string, { schema?: { enum?: SentReason[] } }>;
  content?: Content;
}

interface WireOperation {
  operationId: string;
  summary: string;
  description: string;
  tags: string[];
  deprecated?: boolean;
  security: object[];
  "x-emits": string[];
  parameters?: (Parameter & Reference)[];
  requestBody?: { content: Partial<Content> };
  responses: Record<string, WireResponse>;
}

interface WireWebhook {
  summary: string;
  parameters: (Parameter & Reference)[];
  requestBody: { content: { "application/json": { schema: Schema; example: object } } };
  responses: Record<string, WireResponse>;
}

interface WireDocument {
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, WireOperation>>;
  webhooks: Record<string, { post: WireWebhook }>;
  components: Record<string, Record<string, object>>;
}

interface ReferenceDocument {
  areas: Area[];
  webhook: WebhookMessage;
  /** By $ref. */
  schemas: Record<string, Schema>;
}

let known: ReferenceDocument | undefined;

/** The OpenAPI document in display order, built once on first use. */
export function readDocument(): ReferenceDocument {
  known ??= arrange();
  return known;
}

/** @param slug the last segment of its page's path */
export function findArea(slug: string): Area | undefined {
  return readDocument().areas.find(({ href }) => href === `/docs/${slug}`);
}

/** The referenced schemas, transitively. */
export function collectSchemas(referring: object): Record<string, Schema> {
  const { schemas } = readDocument();
  return Object.fromEntries(listReferences(referring, (pointer) => schemas[pointer]));
}

function arrange(): ReferenceDocument {
  // The server's URL is unknown at build time; pages take it from the browser.
  const wire = JSON.parse(JSON.stringify(describeApi(""))) as WireDocument;
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
    href: `/docs/${nameAnchor(name)}`,
    description,
    operations: operations.filter(({ area }) => area === name).map(({ operation }) => operation),
  }));
  // Events of all types have the same members: the page shows them once, without the payload of each type.
  const named = {
    ...wire.components["schemas"],
    EventRecord: generalizeEvent(wire.components["schemas"]?.["CaseCreatedEvent"]),
  };
  const schemas = Object.fromEntries(
    Object.entries(named).map(([name, schema]) => [`#/components/schemas/${name}`, schema]),
  );
  return { areas, webhook: arrangeWebhook(wire.webhooks, find), schemas };
}

/** The schema of any event, from that of one type. */
function generalizeEvent(event: Reference & { properties?: object } = {}): object {
  const text = { type: "string" };
  return {
    ...event,
    description: "An event.",
    properties: { ...event.properties, entity: text, eventType: text, payload: { type: "object" } },
  };
}

/** The example of the page is a folder's, as in the rest of the story. */
function arrangeWebhook(
  webhooks: WireDocument["webhooks"],
  find: <Part extends Reference>(part: Part) => Part,
): WebhookMessage {
  const shown = webhooks["folder.created"]?.post;
  const schema = { $ref: "#/components/schemas/WebhookPayload" };
  if (shown === undefined) throw new Error("the document has no webhook of folder.created");
  return {
    types: Object.entries(webhooks).map(([name, { post }]) => ({ name, summary: post.summary })),
    headers: shown.parameters.map(find),
    body: { schema, example: shown.requestBody.content["application/json"].example },
    responses: Object.entries(shown.responses).map(([status, response]) => ({
      status,
      description: find(response).description,
    })),
  };
}

function arrangeOperation(
  method: string,
  path: string,
  operation: WireOperation,
  find: <Part extends Reference>(part: Part) => Part,
): Operation {
  const { "application/json": body, "multipart/form-data": form } = operation.requestBody?.content ?? {};
  return {
    id: operation.operationId,
    method,
    path,
    summary: operation.summary,
    description: operation.description,
    isDeprecated: operation.deprecated === true,
    needsKey: operation.security.length > 0,
    changesRecords: (operation["x-emits"] ?? []).length > 0,
    parameters: (operation.parameters ?? []).map(find),
    ...(body !== undefined && { body }),
    ...(form !== undefined && { form: form.schema }),
    responses: Object.entries(operation.responses).map(([status, response]) => arrangeResponse(status, find(response))),
  };
}

/** Fields and headers are shown for successful responses only. */
function arrangeResponse(status: string, { description, headers = {}, content }: WireResponse): DocumentedResponse {
  const json = content?.["application/json"];
  if (json === undefined || status >= "300") return { status, description, codes: listCodes(headers), headers: [] };
  return {
    status,
    description,
    codes: [],
    headers: Object.keys(headers),
    schema: json.schema,
    ...(json.example !== undefined && { example: json.example }),
  };
}

/** The codes of an error, from the reasons that its header can have. */
function listCodes({ "X-Error-Reason": header }: NonNullable<WireResponse["headers"]>): DocumentedResponse["codes"] {
  const reasons = header?.schema?.enum ?? [];
  return [...Map.groupBy(reasons, (reason) => errorReasons[reason].code)].map(([code, ofCode]) => ({
    code,
    reasons: ofCode,
  }));
}
