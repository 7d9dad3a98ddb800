import { describe, expect, test } from "vitest";
import { eventTypeNames } from "../../../contract/events/event-types.ts";
import { errorStatus } from "../../../contract/errors/error-codes.ts";
import type { JsonObject } from "../../../openapi/json.ts";
import { apiRouter } from "../../../composition/router.ts";
import { readDeclarations, type Declaration } from "../../../rpc/declarations.ts";
import { readDocument } from "./list-surface.ts";

const declarations = readDeclarations(apiRouter);
const document = readDocument();
const { schemas = {} } = document.components;

/** Every object below a part, with its path; examples are not part of the document. */
function walk(part: unknown, path: readonly string[] = []): { path: readonly string[]; part: JsonObject }[] {
  if (typeof part !== "object" || part === null) return [];
  const below = Object.entries(part).flatMap(([name, value]) =>
    name === "example" || name === "examples" ? [] : walk(value, [...path, name]),
  );
  return Array.isArray(part) ? below : [{ path, part: part as JsonObject }, ...below];
}

/** References followed, each once. */
function walkReferred(part: unknown, seen = new Set<string>()): JsonObject[] {
  return walk(part).flatMap(({ part: found }) => {
    const { $ref } = found;
    if (typeof $ref !== "string" || seen.has($ref)) return [found];
    seen.add($ref);
    return [found, ...walkReferred(schemas[$ref.replace("#/components/schemas/", "")], seen)];
  });
}

const operations = Object.values(document.paths).flatMap((item) =>
  Object.entries(item).map(([method, operation]) => ({ method, operation })),
);

/** Sets that have a name. Two of them may have the same values, with other meanings. */
const named = /^components\/schemas\/\w+$/;

/** Closed sets that stand in place and have the values of another one. */
function findAnonymous(parts: ReturnType<typeof walk>): string[] {
  const sets = parts.filter(({ path, part }) => Array.isArray(part["enum"]) && !path.includes("headers"));
  const uses = Map.groupBy(sets, ({ part }) =>
    JSON.stringify((part["enum"] as unknown[]).filter((value) => value !== null)),
  );
  return [...uses]
    .filter(([, places]) => places.length > 1)
    .flatMap(([, places]) => places.map(({ path }) => path.join("/")).filter((path) => !named.test(path)));
}

describe("types that are generated from the document", () => {
  test("have a name for each closed set that is used twice", () => {
    // The reasons in the headers of one response are a part of ErrorReason.
    expect(findAnonymous(walk(document))).toEqual([]);
    const field = { enum: ["a", null] };
    expect(findAnonymous(walk({ one: field, other: { enum: ["a"] } }))).toEqual(["one", "other"]);
  });

  test("have no name that TypeScript's own types have", () => {
    expect(Object.keys(schemas).filter((name) => name in globalThis)).toEqual([]);
  });

  test("have no defaults in the body of a request", () => {
    const bodies = operations.flatMap(({ operation }) => operation["requestBody"] ?? []);
    expect(bodies.length).toBeGreaterThan(90);
    // `default` and `private` are the visibilities of an event of the calendar, with their descriptions.
    expect(
      bodies.flatMap((body) => walkReferred(body)).filter((part) => "default" in part && part["private"] === undefined),
    ).toEqual([]);
  });

  test("require no member of a request that has a default", () => {
    const canOmit = ({ input }: Declaration, name: string) => input.shape[name]?.safeParse(undefined).success === true;
    const required = declarations.flatMap((declaration) => {
      const operation =
        operations.find(({ operation: { operationId } }) => operationId === declaration.name)?.operation ?? {};
      const inBody =
        walkReferred(operation["requestBody"]).find((part) => part["properties"] !== undefined)?.["required"] ?? [];
      const parameters = walkReferred(operation["parameters"]).filter((parameter) => parameter["required"] === true);
      return [...(inBody as string[]), ...parameters.map(({ name }) => String(name))].map((name) => ({
        declaration,
        name,
      }));
    });
    expect(required.length).toBeGreaterThan(200);
    expect(
      required
        .filter(({ declaration, name }) => canOmit(declaration, name))
        .map(({ declaration, name }) => `${declaration.name} ${name}`),
    ).toEqual([]);
  });

  test("say which codes an error of each status has", () => {
    const errors = walk(document).filter(
      ({ path }) => /^[45]\d\d$/.test(path.at(-1) ?? "") && path.at(-2) === "responses" && path[0] === "paths",
    );
    expect(errors.length).toBeGreaterThan(1_000);
    for (const { path, part } of errors) {
      const codes = walkReferred(part["$ref"] === undefined ? part["content"] : resolve(part)["content"])
        .map(
          (found) => ((found["properties"] as JsonObject | undefined)?.["code"] as JsonObject | undefined)?.["const"],
        )
        .filter((code) => code !== undefined);
      // The transport's statuses are not those of a code.
      const expected = ["408", "417", "431", "503"].includes(path.at(-1) ?? "") ? undefined : Number(path.at(-1));
      expect(codes.length).toBeGreaterThan(0);
      if (expected !== undefined)
        expect(codes.map((code) => errorStatus[code as keyof typeof errorStatus])).toEqual(codes.map(() => expected));
    }
  });

  test("have a schema for each event and each webhook, found by its type", () => {
    const { EventRecord } = schemas as {
      EventRecord: { oneOf: object[]; discriminator: { propertyName: string; mapping: Record<string, string> } };
    };
    expect(EventRecord.discriminator.propertyName).toBe("eventType");
    expect(Object.keys(EventRecord.discriminator.mapping)).toEqual(eventTypeNames);
    for (const [eventType, address] of Object.entries(EventRecord.discriminator.mapping)) {
      expect(
        walkReferred({ $ref: address }).some(
          (part) => ((part["eventType"] as JsonObject | undefined)?.["const"] ?? null) === eventType,
        ),
      ).toBe(true);
    }
  });
});

test("every operation says what it does, whether it is idempotent and how its pages continue", () => {
  const ofApi = operations.filter(({ operation }) => operation["x-rate-tier"] !== undefined);
  for (const { method, operation } of ofApi) {
    expect(["read", "write", "destroy"]).toContain(operation["x-operation-kind"]);
    expect(operation["x-idempotency"] === "none").toBe(operation["x-operation-kind"] === "read");
    if (method === "delete") expect(operation["x-operation-kind"]).toBe("destroy");
  }
});

test("every page names its cursor, its limit and its items", () => {
  const paged = operations.filter(({ operation }) => operation["x-pagination"] !== undefined);
  for (const { operation } of paged) {
    const { cursor, limit, next, items } = operation["x-pagination"] as Record<string, string>;
    const accepted = walkReferred([operation["parameters"], operation["requestBody"]]).flatMap(
      ({ name, properties = {} }) => [name, ...Object.keys(properties as object)],
    );
    expect(accepted).toEqual(expect.arrayContaining([cursor, limit]));
    const [{ properties }] = walkReferred((operation["responses"] as JsonObject)["200"]).filter(
      (part) => part["properties"] !== undefined,
    ) as [{ properties: Record<string, JsonObject> }];
    expect(properties).toMatchObject({ [next ?? ""]: {}, [items ?? ""]: { type: "array" } });
  }
  const lists = operations.filter(({ operation }) => JSON.stringify(operation["responses"]).includes('"nextCursor"'));
  expect(paged.map(({ operation }) => operation["operationId"])).toEqual(
    lists.map(({ operation }) => operation["operationId"]),
  );
  expect(paged.length).toBeGreaterThan(45);
  expect(
    paged.find(({ operation }) => operation["operationId"] === "reports.run")?.operation["x-pagination"],
  ).toMatchObject({ items: "rows" });
});

test("the description is short and leads to the reference", () => {
  const { description } = document.info as { description: string };
  expect(description.length).toBeLessThan(1_000);
  expect(description).toContain("`/docs`");
});

function resolve({ $ref }: JsonObject): JsonObject {
  const [kind = "", name = ""] = String($ref).split("/").slice(2);
  return (document.components[kind]?.[name] ?? {}) as JsonObject;
}
