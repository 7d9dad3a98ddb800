import { describe, expect, test } from "vitest";
import { describeApi } from "../../../openapi/describe-api.ts";
import type { JsonObject } from "../../../openapi/json.ts";
import { describeEvents } from "../../../areas/events/domain.types.ts";
import { buildCatalog, describeOperation } from "../../../mcp/operations.ts";
import { declarations, declaredEvents } from "../../../composition/router.ts";
import { addedRules, findFaults, isPortablePattern, listPatterns } from "./document-rules.ts";

test("the OpenAPI document is valid and has no findings of Redocly's, OWASP's and our rules", async () => {
  // As it is sent: what is undefined is not there.
  expect(await findFaults(JSON.parse(JSON.stringify(describeApi("https://api.caseport.test"))) as object)).toEqual([]);
});

test("the schemas of event payloads and of assistants' tools have portable patterns, too", () => {
  const operations = [...buildCatalog(declarations).operations.values()];
  const patterns = listPatterns([describeEvents(declaredEvents).types, operations.map(describeOperation)]);
  expect(patterns.length).toBeGreaterThan(50);
  expect(patterns.filter((pattern) => !isPortablePattern(pattern))).toEqual([]);
});

/** A document with one operation and nothing to find. */
function describeNotes() {
  const text: JsonObject = { type: "string", maxLength: 100 };
  const header = { schema: { ...text } };
  const failure = {
    description: "It failed.",
    content: { "application/json": { schema: { $ref: "#/components/schemas/Failure" } } },
  };
  const limits: JsonObject = { RateLimit: header, "X-RateLimit-Limit": header };
  const noteId: JsonObject = { name: "noteId", in: "path", required: true, schema: { ...text } };
  const limit: JsonObject = {
    name: "limit",
    in: "query",
    schema: { type: "integer", format: "int32", minimum: 1, maximum: 200, default: 50 },
  };
  const operation = {
    operationId: "notes.update",
    summary: "Update a note",
    description: "Changes the text.",
    tags: ["Notes"],
    security: [{ apiKey: [] }] as object[],
    parameters: [noteId, limit],
    requestBody: {
      content: {
        "application/json": {
          schema: { $ref: "#/components/schemas/Change" },
          example: { note: { text: "x" } } as JsonObject,
        },
      },
    },
    responses: {
      200: { description: "Done.", headers: { ...limits } },
      400: { ...failure, headers: limits },
      401: { ...failure },
      429: { ...failure, headers: { ...limits, "Retry-After": header } },
      500: { ...failure },
    } as Record<string, { headers?: JsonObject; content?: object; description: string }>,
  };
  const note: Record<string, JsonObject> = { text };
  return {
    openapi: "3.1.0",
    info: {
      title: "Notes",
      version: "1.0.0",
      description: "Notes.",
      contact: { name: "Caseport" },
      license: { name: "Proprietary", identifier: "LicenseRef-Caseport" },
    } as JsonObject,
    servers: [{ url: "https://api.caseport.test", description: "Production.", "x-internal": false }] as JsonObject[],
    tags: [{ name: "Notes", description: "Notes." }],
    paths: { "/api/v1/notes/{noteId}": { patch: operation } } as Record<string, { patch: typeof operation }>,
    components: {
      securitySchemes: { apiKey: { type: "apiKey", in: "header", name: "x-api-key" } as JsonObject },
      schemas: {
        Change: { type: "object", properties: { note: { $ref: "#/components/schemas/Note" } } },
        Note: { type: "object", properties: note },
        Failure: { type: "object" },
      } as Record<string, JsonObject>,
    },
    /** Short ways to what the faults change; Redocly leaves members that begin with x- alone. */
    "x-parts": { operation, noteId, limit, note },
  };
}

type Notes = ReturnType<typeof describeNotes>;
type Parts = Notes["x-parts"];

function addProperty(schema: JsonObject) {
  return (_document: Notes, { note }: Parts) => void (note["added"] = schema);
}

function addParameter(name: string, schema: JsonObject = { type: "string", maxLength: 10 }) {
  return (_document: Notes, { operation }: Parts) => void operation.parameters.push({ name, in: "query", schema });
}

function changeScheme(scheme: JsonObject) {
  return ({ components }: Notes) => void (components.securitySchemes.apiKey = scheme);
}

function leaveOutResponse(status: string) {
  return (_document: Notes, { operation }: Parts) => void delete operation.responses[status];
}

/** Each rule that we added, and two of Redocly's, with a fault that it finds and no other rule. */
const faults: [rule: string, plant: (document: Notes, parts: Parts) => void][] = [
  ["owasp/api1-no-numeric-ids", addParameter("caseId", { type: "integer", format: "int32", minimum: 0, maximum: 9 })],
  ["owasp/api2-no-outdated-schemes", changeScheme({ type: "http", scheme: "basic" })],
  ["owasp/api2-no-outdated-schemes", changeScheme({ type: "http", scheme: "negotiate" })],
  ["owasp/api2-no-api-keys-in-url", changeScheme({ type: "apiKey", in: "query", name: "key" })],
  ["owasp/api2-no-credentials-in-url", addParameter("accessToken")],
  ["owasp/api2-jwt-best-practices", changeScheme({ type: "http", scheme: "bearer", bearerFormat: "JWT" })],
  ["owasp/api2-restricted", (_, { operation }) => void operation.security.push({})],
  [
    "owasp/api2-restricted",
    ({ paths }, { operation }) =>
      void (paths["/api/health"] = { patch: { ...operation, operationId: "health", parameters: [] } }),
  ],
  ["owasp/api3-no-unevaluated-properties", addProperty({ type: "object", unevaluatedProperties: true })],
  ["owasp/api4-rate-limit", (_, { operation }) => void delete operation.responses["200"]?.headers],
  ["owasp/api4-rate-limit", (_, { operation }) => void delete operation.responses["429"]?.headers?.["RateLimit"]],
  ["owasp/api4-retry-after", (_, { operation }) => void delete operation.responses["429"]?.headers?.["Retry-After"]],
  ["owasp/api4-response-429", leaveOutResponse("429")],
  ["owasp/api4-array-limit", addProperty({ type: ["array", "null"], items: { type: "boolean" } })],
  ["owasp/api4-string-limit", addProperty({ type: ["string", "null"] })],
  ["owasp/api4-string-limit", addProperty({ type: "string", pattern: "^a" })],
  ["owasp/api4-string-limit", addParameter("order", { type: "string" })],
  ["owasp/api4-integer-limit", addProperty({ type: "integer", format: "int32", minimum: 0 })],
  ["owasp/api4-integer-format", addProperty({ type: "integer", minimum: 0, maximum: 9 })],
  [
    "owasp/api5-no-administration",
    ({ paths }, { operation }) =>
      void (paths["/api/v1/admin/{noteId}"] = { patch: { ...operation, operationId: "admin" } }),
  ],
  ["owasp/api7-concerning-url-parameter", addParameter("targetUrl")],
  ["owasp/api8-no-server-http", ({ servers }) => void servers.push({ ...servers[0], url: "http://api.caseport.test" })],
  ["owasp/api8-response-400", leaveOutResponse("400")],
  ["owasp/api8-response-401", (_, { operation }) => void delete operation.responses["401"]?.content],
  ["owasp/api8-response-500", leaveOutResponse("500")],
  ["owasp/api9-inventory", ({ servers }) => void delete servers[0]?.["x-internal"]],
  ["document/array-items", addProperty({ type: "array", maxItems: 9 })],
  ["document/no-script", ({ tags }) => void (tags[0] = { name: "Notes", description: "eval(1)" })],
  ...[
    "^(?!a).$",
    "^(?<=a)b$",
    "^(a)\\1$",
    "^a\\/b$",
    "^\\d$",
    "^[a[]$",
    "^[a&&b]$",
    "^a+?$",
    "^\\p{L}$",
    "^\\u0041$",
  ].map((pattern): [string, (document: Notes, parts: Parts) => void] => [
    "document/portable-patterns",
    addProperty({ type: "string", maxLength: 9, pattern }),
  ]),
  ["document/known-formats", addProperty({ type: "string", maxLength: 9, format: "starts_with" })],
  ["document/path-parameters-required", (_, { noteId }) => void (noteId["required"] = false)],
  ["document/response-statuses", (_, { operation }) => void (operation.responses["3xx"] = { description: "x" })],
  [
    "document/valid-default",
    (_, { limit }) => void (limit["schema"] = { ...(limit["schema"] as object), default: 500 }),
  ],
  ["document/valid-schema", addProperty({ type: "number", multipleOf: 0 })],
  ["rule/info-description", ({ info }) => void (info["description"] = "")],
  ["rule/operation-tags", (_, { operation }) => void (operation.tags = [])],
  ["rule/contact-email", ({ info }) => void (info["contact"] = { email: "nobody" })],
  ["rule/contact-url", ({ info }) => void (info["contact"] = { url: "nowhere" })],
  ["rule/license", ({ info }) => void (info["license"] = { name: "x", identifier: "x", url: "https://caseport.test" })],
  ["rule/external-docs-url", (document) => void Object.assign(document, { externalDocs: { url: "nowhere" } })],
  [
    "rule/example-value",
    (_, { operation }) =>
      void Object.assign(operation.requestBody.content["application/json"], { examples: { a: { summary: "x" } } }),
  ],
  ["rule/unused-of-Root", (document) => void Object.assign(document, { jsonSchemaDialect: "nowhere" })],
  ["rule/unused-of-Components", ({ components }) => void Object.assign(components, { links: {} })],
  ["rule/unused-of-Operation", (_, { operation }) => void Object.assign(operation, { callbacks: {} })],
  [
    "rule/unused-of-Header",
    (_, { operation }) =>
      void Object.assign(operation.responses["200"]?.headers?.["RateLimit"] as object, { example: 5 }),
  ],
  [
    "rule/unused-of-Response",
    (_, { operation }) => void Object.assign(operation.responses["200"] as object, { links: {} }),
  ],
  [
    "rule/unused-of-SecurityScheme",
    changeScheme({
      type: "oauth2",
      description: "RFC8725",
      flows: { clientCredentials: { tokenUrl: "https://caseport.test/token", scopes: {} } },
    }),
  ],
  ["rule/unused-of-Parameter", (_, { noteId }) => void (noteId["style"] = "form")],
  ["info-contact", ({ info }) => void delete info["contact"]],
  ["operation-description", (_, { operation }) => void (operation.description = "")],
  ["operation-tag-defined", (_, { operation }) => void operation.tags.push("Tasks")],
  ["no-unused-components", ({ components }) => void (components.schemas["Nobody"] = { type: "object" })],
  [
    "no-invalid-media-type-examples",
    (_, { operation }) => void (operation.requestBody.content["application/json"].example = { note: { text: 5 } }),
  ],
];

describe("of a document with one fault", () => {
  test("nothing is found without the fault", async () => {
    expect(await findFaults(describeNotes())).toEqual([]);
  });

  test.each(faults)("%s finds it, and nothing else does", async (rule, plant) => {
    const notes = describeNotes();
    plant(notes, notes["x-parts"]);
    expect((await findFaults(notes)).map((finding) => finding.split(" ")[0])).toEqual([rule]);
  });

  test("each rule that we added has one", () => {
    expect(addedRules.filter((rule) => !faults.some(([name]) => name === rule))).toEqual([]);
  });
});
