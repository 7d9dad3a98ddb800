import SwaggerParser from "@apidevtools/swagger-parser";
import { BaseResolver, createConfig, lintDocument, Source } from "@redocly/openapi-core";
import { Ajv } from "ajv";
import { describe, expect, test } from "vitest";
import { examples } from "../../composition/router.ts";
import { describeApi, type ApiDescription } from "../describe-api.ts";
import { toPascalCase, type JsonObject } from "../json.ts";
import { writeForm, type FormRequest } from "./write-form.ts";
import type { Swagger20 } from "./swagger-2-0.ts";

const described = describeApi("https://api.caseport.test");
const text = JSON.stringify(described);
const document = JSON.parse(text) as ApiDescription;

const write = (version: FormRequest["version"], areas: string[] = [], operations: string[] = []) =>
  writeForm({ document: Buffer.from(text), version, areas, operations });
const parse = (written: string) => JSON.parse(written) as ApiDescription & Swagger20;

const config = await createConfig({ extends: ["spec"] });

/** What two validators find: Redocly's rules of the specification, and the JSON Schema of swagger-parser. */
async function findFaults(written: string): Promise<string[]> {
  const problems = await lintDocument({
    document: { source: new Source("/openapi.json", ""), parsed: JSON.parse(written) },
    externalRefResolver: new BaseResolver(config.resolve),
    config,
  });
  const faults = problems.map(({ message, location }) => `${location[0]?.pointer}: ${message}`);
  return SwaggerParser.validate(JSON.parse(written)).then(
    () => faults,
    (error: unknown) => [...faults, String(error)],
  );
}

const listOperations = ({ paths }: Pick<ApiDescription, "paths">) =>
  Object.values(paths).flatMap((item) => Object.values(item));
const areas = document.tags.map(({ name }) => name);

describe.each(["3.0", "2.0"] as const)("as OpenAPI %s", (version) => {
  const whole = write(version);

  test("the whole document is valid, and has every operation", async () => {
    expect(await findFaults(whole)).toEqual([]);
    const names = listOperations(document).map(({ operationId }) => String(operationId));
    expect(listOperations(parse(whole)).map(({ operationId }) => operationId)).toEqual(
      version === "2.0" ? names.map(toPascalCase) : names,
    );
  });

  // With the feed, whose events have 350 schemas in 3.0: the validators take 5 s for an area.
  test.each(version === "2.0" ? areas : ["Tasks"])(
    "%s is valid, with nothing that it does not refer to",
    async (area) => {
      const written = write(version, [area], ["events.list"]);
      expect(await findFaults(written)).toEqual([]);
      const part = parse(written);
      const foreign = listOperations(part).filter(({ tags }) => !(tags as string[]).includes(area));
      expect(foreign.length).toBe(area === "Events & Webhooks" ? 0 : 1);
      const referred = new Set([...written.matchAll(/"\$ref":"[^"]*\/(\w+)"/g)].map(([, name]) => name));
      const named = Object.keys(part.definitions ?? part.components["schemas"]);
      expect(named.filter((name) => !referred.has(name))).toEqual([]);
    },
  );
});

test("a chosen operation brings no other, and no event's schema", () => {
  const chosen = parse(write("3.1", [], ["clients.get"]));
  expect(listOperations(chosen).map(({ operationId }) => operationId)).toEqual(["clients.get"]);
  expect([chosen.openapi, chosen.tags.map(({ name }) => name), chosen.webhooks]).toEqual(["3.1.0", ["Clients"], {}]);
  expect(Object.keys(chosen.components["schemas"] ?? {})).not.toContain("CaseCreatedEvent");
  expect(Object.keys((chosen as unknown as { "x-scopes": object })["x-scopes"])).toContain("clients:read");
});

test("the operation that subscribes brings the messages of webhooks", () => {
  const chosen = parse(write("3.0", [], ["webhookSubscriptions.create"]));
  expect(Object.keys((chosen as unknown as { "x-webhooks": object })["x-webhooks"])).toEqual(
    Object.keys(document.webhooks),
  );
});

/** Schemas for Ajv as generators read them: null is allowed where `nullable` stands, also beside a reference. */
function allowNull(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(allowNull);
  if (typeof value !== "object" || value === null) return value;
  const { nullable, ...rest } = value as JsonObject;
  const copy = Object.fromEntries(Object.entries(rest).map(([name, each]) => [name, allowNull(each)]));
  if (nullable !== true) return copy;
  return Array.isArray(rest["allOf"]) ? { anyOf: [{ enum: [null] }, copy] } : { ...copy, nullable };
}

/** Its documented response, of every operation that has one and shows no events: their 350 schemas take Ajv 10 s. */
const documented = listOperations(document).flatMap((operation) => {
  const name = String(operation["operationId"]);
  const response = examples[name]?.response;
  const showsEvents = JSON.stringify(operation).includes("/EventRecord");
  return response === undefined || showsEvents ? [] : [[name, { success: true, ...response }] as const];
});

/**
 * The operations whose schema rejects the documented response.
 *
 * @param schemas by their names
 * @param readSchema that of an operation's success
 */
function listRejected(
  schemas: Readonly<Record<string, unknown>>,
  readSchema: (operation: string) => unknown,
  readResponse: (response: object) => unknown,
): string[] {
  const ajv = new Ajv({ strict: false, validateFormats: false, validateSchema: false });
  const withNames = (schema: unknown) =>
    JSON.parse(JSON.stringify(schema).replaceAll(/"#\/(?:components\/schemas|definitions)\//g, '"')) as JsonObject;
  for (const [name, schema] of Object.entries(schemas)) ajv.addSchema(withNames(schema), name);
  return documented
    .filter(([name, response]) => !ajv.validate(withNames(readSchema(name)), readResponse(response)))
    .map(([name]) => name);
}

const successOf = (operation: JsonObject | undefined) => {
  const responses = (operation?.["responses"] ?? {}) as Record<string, JsonObject>;
  return responses["200"] ?? responses["201"] ?? {};
};

test("the schemas of 3.0 accept the documented responses", () => {
  const whole = parse(write("3.0"));
  const operations = new Map(listOperations(whole).map((operation) => [operation["operationId"], operation]));
  const readSchema = (name: string) => {
    const { content } = successOf(operations.get(name)) as { content: Record<string, { schema: JsonObject }> };
    return allowNull(content["application/json"]?.schema);
  };
  expect(documented.length).toBeGreaterThan(400);
  const schemas = allowNull(whole.components["schemas"]) as JsonObject;
  expect(listRejected(schemas, readSchema, (response) => response)).toEqual([]);
});

/** Without members that are null: beside a reference, 2.0 cannot say that they may be. */
const dropNull = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value, (_, each: unknown) => (each === null ? undefined : each)));

test("the schemas of 2.0 accept the documented responses", () => {
  const whole = parse(write("2.0"));
  const operations = new Map(listOperations(whole).map((operation) => [operation["operationId"], operation]));
  const readSchema = (name: string) => successOf(operations.get(toPascalCase(name)))["schema"];
  expect(listRejected(whole.definitions, readSchema, dropNull)).toEqual([]);
});

describe("for Power Automate", () => {
  const whole = write("2.0");
  const rarelySet = new Set(["after", "expand", "fields", "If-Match", "includeDeleted", "limit", "wait"]);

  test("the whole document is smaller than 1 MB", () => expect(Buffer.byteLength(whole)).toBeLessThan(1_000_000));

  test("a part has descriptions and labels of its members", () => {
    const part = write("2.0", ["Cases"], ["events.list"]);
    expect(Buffer.byteLength(part)).toBeLessThan(300_000);
    expect(parse(part).definitions["EventRecord"]).toMatchObject({
      properties: { entityId: { "x-ms-summary": "Entity ID" } },
    });
  });

  test("the feed is the trigger, with the whole event", () => {
    const { paths, definitions } = parse(write("2.0", [], ["events.list"]));
    expect(paths["/api/v1/events"]?.["get"]).toMatchObject({
      "x-ms-trigger": "batch",
      "x-ms-trigger-metadata": { mode: "polling", kind: "query" },
      responses: { 200: { schema: { properties: { events: { items: { $ref: "#/definitions/EventRecord" } } } } } },
    });
    const { properties } = definitions["EventRecord"] as { properties: JsonObject };
    expect(properties).toMatchObject({ eventType: { type: "string" }, payload: { type: "object" } });
  });

  test("every input has a title, and required ones come first", () => {
    const { paths, parameters } = parse(whole);
    const inputs = [
      ...Object.values(parameters),
      ...listOperations({ paths }).flatMap(({ parameters: own }) => own as JsonObject[]),
    ].filter((input) => input["$ref"] === undefined && input["in"] !== "body");
    expect(inputs.length).toBeGreaterThan(1_000);
    expect(inputs.filter((input) => typeof input["x-ms-summary"] !== "string")).toEqual([]);
    expect(inputs.filter((input) => input["required"] === true && input["x-ms-visibility"] !== "important")).toEqual(
      [],
    );
    // What a person who builds a flow rarely sets is under the more options.
    const rare = inputs.filter(({ name, required }) => rarelySet.has(String(name)) && required !== true);
    expect(new Set(rare.map(({ name }) => name))).toEqual(rarelySet);
    expect(rare.filter((input) => input["x-ms-visibility"] !== "advanced")).toEqual([]);
    expect(parameters["IdempotencyKey"]).toMatchObject({ "x-ms-summary": "Idempotency Key", required: true });
  });

  test("an upload is a form with its file", () => {
    const { paths } = parse(write("2.0", [], ["cases.documents.create"]));
    const { consumes, parameters } = (paths["/api/v1/cases/{caseId}/documents"]?.["post"] ?? {}) as {
      consumes: string[];
      parameters: JsonObject[];
    };
    expect(consumes).toEqual(["multipart/form-data"]);
    expect(parameters.find(({ name }) => name === "file")).toMatchObject({ in: "formData", type: "file" });
    expect(parameters.filter((parameter) => parameter["in"] === "body")).toEqual([]);
  });
});
