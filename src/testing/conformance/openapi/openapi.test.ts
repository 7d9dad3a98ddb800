import { describe, expect, test } from "vitest";
import * as z from "zod";
import { me } from "../../../areas/metadata/examples.ts";
import { declarations, examples } from "../../../composition/router.ts";
import { errorStatus } from "../../../contract/errors/error-codes.ts";
import { interfaceVersion } from "../../../contract/interface-version.ts";
import { areaSentences } from "../../../openapi/areas.ts";
import { describeApi } from "../../../openapi/describe-api.ts";
import { takesBody } from "../../../rpc/declarations.ts";
import { describeSchema } from "../../../openapi/describe-schema.ts";

// As it is sent: what is undefined is not there.
const document = JSON.parse(JSON.stringify(describeApi("https://api.caseport.test"))) as ReturnType<typeof describeApi>;

function findOperation(name: string): Record<string, unknown> {
  const found = Object.values(document.paths)
    .flatMap((item) => Object.values(item))
    .find((candidate) => candidate["operationId"] === name);
  if (found === undefined) throw new Error(`${name} does not stand in the document`);
  return found;
}

describe("the OpenAPI document", () => {
  test("has the version that GET /me reports", () => {
    expect([document.info["version"], me.apiVersion]).toEqual([interfaceVersion, interfaceVersion]);
  });

  test("has a name for every used area", () => {
    expect(declarations.filter(({ meta }) => !areaSentences.has(meta.area)).map(({ name }) => name)).toEqual([]);
  });
});

describe.each(declarations)("$name", (declaration) => {
  const { name, meta, input, output, pathParameters } = declaration;
  const operation = findOperation(name);
  const example = examples[name];

  test("is at its method and path, with scope and tier", () => {
    expect(document.paths[`/api/v1${meta.path}`]?.[meta.method.toLowerCase()]).toBe(operation);
    expect(operation["x-alternative-scopes"]).toEqual(meta.orScopes);
    expect(operation).toMatchObject({ "x-required-scope": meta.scope, "x-rate-tier": meta.tier, tags: [meta.area] });
  });

  test("has every path parameter in its input", () => {
    expect(Object.keys(input.shape)).toEqual(expect.arrayContaining([...pathParameters]));
  });

  test("lists every error code with an example body", () => {
    const responses = operation["responses"] as Record<string, object>;
    const described = JSON.stringify(Object.values(responses).map(resolve));
    const services = [
      "VALIDATION_FAILED",
      "UNAUTHORIZED",
      "FORBIDDEN",
      "PAYLOAD_TOO_LARGE",
      "UNSUPPORTED_MEDIA_TYPE",
      "RATE_LIMITED",
      "INTERNAL_ERROR",
    ] as const;
    const idempotent =
      meta.idempotency === "required" ? (["IDEMPOTENCY_CONFLICT", "IDEMPOTENCY_IN_PROGRESS"] as const) : [];
    for (const code of [...services, ...idempotent, ...(meta.errors ?? [])]) {
      expect(responses).toHaveProperty(String(errorStatus[code]));
      expect(described).toContain(`"#/components/examples/${code}"`);
    }
    expect(responses).toHaveProperty("503");
  });

  test("declares If-Match exactly where it changes an existing record", () => {
    const isKnown = JSON.stringify(operation["parameters"]).includes("#/components/parameters/IfMatch");
    expect(isKnown).toBe(
      declaration.kind === "mutation" && (meta.created === undefined || name === "documents.versions.create"),
    );
  });

  test("has a request example that its input accepts", () => {
    expect(example).toBeDefined();
    expect(example?.body !== undefined).toBe(takesBody(declaration));
    expect(() => input.parse({ ...example?.parameters, ...example?.body })).not.toThrow();
    expect(Object.keys(example?.parameters ?? {})).toEqual(expect.arrayContaining([...pathParameters]));
  });

  test("has a response example with exactly the fields of its output", () => {
    expect(output.parse(example?.response)).toEqual(example?.response);
  });
});

test("one ID for two different schemas is rejected", () => {
  const named = new Map();
  const describeRecord = (value: z.ZodType) => {
    const record = z.object({ value }).meta({ id: "ClashingRecord" });
    try {
      describeSchema(z.object({ record }), "output", named);
    } finally {
      // zod itself rejects an id that is registered twice.
      z.globalRegistry.remove(record);
    }
  };
  describeRecord(z.string());
  expect(() => describeRecord(z.int())).toThrow("The schema id ClashingRecord names two different schemas");
});

/** Follows a reference into the components. */
function resolve(part: object): unknown {
  if (!("$ref" in part)) return part;
  const [kind = "", name = ""] = String(part.$ref).split("/").slice(2);
  return document.components[kind]?.[name];
}
