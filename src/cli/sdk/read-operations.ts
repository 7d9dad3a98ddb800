import { basePath } from "../../contract/base-path.ts";
import type { OperationMeta } from "../../contract/operation.ts";
import type { ApiDescription } from "../../openapi/describe-api.ts";
import type { JsonObject } from "../../openapi/json.ts";

/** An operation of the document, as far as the SDK needs it. */
export interface SdkOperation {
  /** The operation ID: `cases.parties.create`. */
  name: string;
  method: string;
  /** Below /api/v1. */
  path: string;
  parameters: string[];
  summary: string;
  description: string;
  query: Parameter[];
  /** Whether it takes `fields`, which is an option of the call. */
  selects: boolean;
  /**
   * What else it takes as options of the call, because it reads one record by its ID alone: `includeDeleted`,
   * `includeMerged`.
   */
  shows: readonly string[];
  /** The schema of the JSON body; null if it has no members. */
  body: JsonObject | null;
  canOmitBody: boolean;
  idempotency: OperationMeta["idempotency"];
  ifMatch: "required" | "optional" | "none";
  canBeUnchanged: boolean;
  upload: boolean;
  /** The schema of the success. */
  result: JsonObject;
  /** The member of the success that holds a page's records. */
  items: string | null;
  isFeed: boolean;
}

export interface Parameter {
  name: string;
  required: boolean;
  description?: string;
  schema: JsonObject;
}

interface DocumentOperation {
  operationId: string;
  summary: string;
  description: string;
  parameters?: ({ $ref: string } | (Parameter & { in: string }))[];
  requestBody?: { required: boolean; content: Record<string, { schema: JsonObject }> };
  responses: Record<string, { content?: Record<string, { schema: JsonObject }> }>;
  "x-idempotency": OperationMeta["idempotency"];
  "x-pagination"?: { items: string };
}

/** The operations of the document that a key can call, in its order. */
export function readOperations(document: ApiDescription): SdkOperation[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([, operation]) => operation["x-rate-tier"] !== undefined)
      .map(([method, operation]) => readOperation(document, path, method, operation as unknown as DocumentOperation)),
  );
}

const shownByOption: ReadonlySet<string> = new Set(["includeDeleted", "includeMerged"]);

function readOperation(
  document: ApiDescription,
  fullPath: string,
  method: string,
  operation: DocumentOperation,
): SdkOperation {
  const { operationId: name, summary, description, parameters = [], requestBody, responses } = operation;
  const path = fullPath.slice(basePath.length);
  const shared = new Set(
    parameters.flatMap((parameter) => ("$ref" in parameter ? [parameter.$ref.split("/").at(-1)] : [])),
  );
  const inQuery = parameters.flatMap((parameter) => ("in" in parameter && parameter.in === "query" ? [parameter] : []));
  const isList = operation["x-pagination"] !== undefined;
  const shows = isList
    ? []
    : inQuery.map((parameter) => parameter.name).filter((parameter) => shownByOption.has(parameter));
  const query = inQuery.filter((parameter) => parameter.name !== "fields" && !shows.includes(parameter.name));
  const success = responses["200"] ?? responses["201"];
  const result = readSchema(success);
  if (result === null) throw new Error(`${name} describes no success`);
  const body = readSchema(requestBody);
  const resolved = body === null ? {} : resolve(document, body);
  const members = Object.keys((resolved["properties"] as object | undefined) ?? {});
  const hasMembers = members.length > 0 || "anyOf" in resolved || "oneOf" in resolved;
  return {
    name,
    method: method.toUpperCase(),
    path,
    parameters: [...path.matchAll(/\{(\w+)\}/g)].map(([, parameter = ""]) => parameter),
    summary,
    description,
    query,
    selects: inQuery.some((parameter) => parameter.name === "fields"),
    shows,
    body: hasMembers ? body : null,
    canOmitBody: requestBody?.required !== true,
    idempotency: operation["x-idempotency"],
    ifMatch: readIfMatch(shared),
    canBeUnchanged: responses["304"] !== undefined,
    upload: declaresUpload(requestBody, members),
    result,
    items: operation["x-pagination"]?.items ?? null,
    isFeed: operation["x-pagination"] !== undefined && isFeed(document, result),
  };
}

/** Whether JSON declares a file whose bytes follow; the JSON of other operations with a form holds the file itself. */
const declaresUpload = (requestBody: DocumentOperation["requestBody"], members: readonly string[]): boolean =>
  requestBody?.content["multipart/form-data"] !== undefined && members.includes("sha256");

function readSchema(message: { content?: Record<string, { schema: JsonObject }> } | undefined): JsonObject | null {
  return message?.content?.["application/json"]?.schema ?? null;
}

function readIfMatch(parameters: ReadonlySet<string | undefined>): SdkOperation["ifMatch"] {
  if (parameters.has("IfMatchRequired")) return "required";
  return parameters.has("IfMatch") ? "optional" : "none";
}

/** What `$ref` names, or the schema itself. */
export function resolve({ components }: ApiDescription, schema: JsonObject): JsonObject {
  const { $ref } = schema;
  return typeof $ref === "string"
    ? ((components["schemas"]?.[$ref.split("/").at(-1) ?? ""] as JsonObject | undefined) ?? {})
    : schema;
}

/** A list ends with a cursor that is null; a feed has no end. */
function isFeed(document: ApiDescription, result: JsonObject): boolean {
  const { nextCursor } = resolve(document, result)["properties"] as Record<string, JsonObject>;
  return nextCursor?.["type"] === "string";
}
