import type { ApiDescription } from "../../openapi/describe-api.ts";
import type { JsonObject } from "../../openapi/json.ts";
import { resolve, type SdkOperation } from "./read-operations.ts";

/** The name of an operation's type: `cases.parties.create` has CasesPartiesCreateBody, …Query and …Result. */
export function nameType(name: string, suffix: "Query" | "Body" | "Result"): string {
  return `${name
    .split(".")
    .map((step) => step.charAt(0).toUpperCase() + step.slice(1))
    .join("")}${suffix}`;
}

/**
 * The document from which the types are made: named schemas alone, those that operations use, with each operation's
 * query, body and result among them. What TypeScript cannot say (lengths, patterns, examples) is left out.
 */
export function describeTypes(document: ApiDescription, operations: readonly SdkOperation[]): JsonObject {
  const own = operations.flatMap((operation) => describeOperation(document, operation));
  const schemas = { ...(document.components["schemas"] as Record<string, JsonObject>), ...Object.fromEntries(own) };
  const used = new Set<string>();
  const collect = (name: string) => {
    if (used.has(name)) return;
    used.add(name);
    for (const [, other = ""] of JSON.stringify(schemas[name]).matchAll(/"#\/components\/schemas\/(\w+)"/g))
      collect(other);
  };
  for (const [name] of own) collect(name);
  return {
    openapi: document.openapi,
    info: { title: "Caseport", version: String(document.info["version"]) },
    paths: {},
    components: {
      schemas: Object.fromEntries([...used].toSorted().map((name) => [name, strip(schemas[name] ?? {}) as JsonObject])),
    },
  };
}

function describeOperation(
  document: ApiDescription,
  { name, query, body, result }: SdkOperation,
): [string, JsonObject][] {
  const { success: _, ...properties } = resolve(document, result)["properties"] as JsonObject;
  const required =
    (resolve(document, result)["required"] as string[] | undefined)?.filter((member) => member !== "success") ?? [];
  return [
    [nameType(name, "Result"), { type: "object", properties, required }],
    ...(body === null ? [] : [[nameType(name, "Body"), resolve(document, body)] satisfies [string, JsonObject]]),
    ...(query.length === 0 ? [] : [[nameType(name, "Query"), describeQuery(query)] satisfies [string, JsonObject]]),
  ];
}

function describeQuery(query: SdkOperation["query"]): JsonObject {
  const properties = Object.fromEntries(
    query.map(({ name, description, schema }) => [
      name,
      { ...schema, ...(description !== undefined && { description }) },
    ]),
  );
  return { type: "object", properties, required: query.filter(({ required }) => required).map(({ name }) => name) };
}

const unsaid: ReadonlySet<string> = new Set([
  "example",
  "examples",
  "format",
  "pattern",
  "minLength",
  "maxLength",
  "minItems",
  "maxItems",
  "minimum",
  "maximum",
  "default",
  "minProperties",
  "maxProperties",
]);

/** A copy without what makes no type. Members of `properties` keep their names, whatever they are. */
function strip(value: unknown, areNames = false): unknown {
  if (Array.isArray(value)) return value.map((each) => strip(each));
  if (typeof value !== "object" || value === null) return value;
  const kept = Object.entries(value).filter(([name]) => areNames || !unsaid.has(name));
  return Object.fromEntries(kept.map(([name, each]) => [name, strip(each, !areNames && name === "properties")]));
}
