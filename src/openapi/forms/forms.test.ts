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

const responseOf = (operation: JsonObject) => {
  const responses = operation["responses"] as Record<string, JsonObject>;
  return responses["200"] ?? responses["201"] ?? {};
};

/** Its documented response, of every operation that has one. */
const documented = listOperations(document).flatMap(({ operationId }) => {
  const response = examples[String(operationId)]?.response;
  return response === undefined ? [] : [[String(operationId), { success: true, ...response }] as const];
});

test("the schemas of 3.0 accept the documented responses", () => {
  const whole = parse(write("3.0"));
  const ajv = new Ajv({ strict: false, validateFormats: false });
  ajv.addSchema(allowNull(whole) as JsonObject, "document");
  const operations = new Map(listOperations(whole).map((operation) => [operation["operationId"], operation]));
  const rejected = documented.filter(([name, response]) => {
    const { content } = responseOf(operations.get(name) ?? {}) as { content: Record<string, { schema: JsonObject }> };
    const schema = allowNull(content["application/json"]?.schema) as JsonObject;
    const own = JSON.stringify(schema).replaceAll('"#/', '"document#/');
    return !ajv.validate(JSON.parse(own) as JsonObject, response);
  });
  expect(documented.length).toBeGreaterThan(400);
  expect(rejected.map(([name]) => name)).toEqual([]);
});

/** Without members that are null: beside a reference, 2.0 cannot say that they may be. */
const dropNull = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value, (_, each: unknown) => (each === null ? undefined : each)));

test("the schemas of 2.0 accept the documented responses", () => {
  const whole = parse(write("2.0"));
  const ajv = new Ajv({ strict: false, validateFormats: false });
  ajv.addSchema(whole as unknown as JsonObject, "document");
  const operations = new Map(listOperations(whole).map((operation) => [operation["operationId"], operation]));
  const rejected = documented.filter(([name, response]) => {
    const { schema } = responseOf(operations.get(toPascalCase(name)) ?? {});
    const own = JSON.stringify(schema).replaceAll('"#/', '"document#/');
    return !ajv.validate(JSON.parse(own) as JsonObject, dropNull(response));
  });
  expect(rejected.map(([name]) => name)).toEqual([]);
});

describe("for Power Automate", () => {
  const whole = write("2.0");

  test("the whole document is smaller than 1 MB, and each area has descriptions and labels of its members", () => {
    expect(Buffer.byteLength(whole)).toBeLessThan(1_000_000);
    for (const area of areas) {
      const part = write("2.0", [area], ["events.list"]);
      expect(Buffer.byteLength(part), area).toBeLessThan(300_000);
      expect(parse(part).definitions["EventRecord"], area).toMatchObject({
        properties: { entityId: { "x-ms-summary": "Entity ID" } },
      });
    }
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
    expect(parameters["IdempotencyKey"]).toMatchObject({ "x-ms-summary": "Idempotency Key", required: true });
  });

  test("an upload is a form with its file", () => {
    const { paths } = parse(write("2.0", [], ["cases.documents.create"]));
    const { consumes, parameters } = paths["/api/v1/cases/{caseId}/documents"]?.["post"] as {
      consumes: string[];
      parameters: JsonObject[];
    };
    expect(consumes).toEqual(["multipart/form-data"]);
    expect(parameters.find(({ name }) => name === "file")).toMatchObject({ in: "formData", type: "file" });
    expect(parameters.filter((parameter) => parameter["in"] === "body")).toEqual([]);
  });
});
