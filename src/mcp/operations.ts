import * as z from "zod";
import { basePath } from "../contract/base-path.ts";
import { mcpPolicyOf } from "../contract/mcp.ts";
import { writePortably } from "../contract/values/portable-pattern.ts";
import { examples } from "../composition/router.ts";
import type { JsonObject } from "../openapi/json.ts";
import { hasScope } from "../rpc/authorize.ts";
import { kindOf, withIdempotency, type Declaration, type OperationKind } from "../rpc/declarations.ts";
import type { IntegrationKeyPrincipal } from "../rpc/principal.ts";
import { createOperationSearch } from "./search-operations.ts";
import { removeWithheld } from "./withheld.ts";

/** An operation that assistants can use. */
export interface McpOperation {
  declaration: Declaration;
  kind: OperationKind;
  /** The path with its parameters in braces. */
  path: string;
  /** Only for keys with `mcpSensitiveRecords`. */
  isOptIn: boolean;
}

export interface Catalog {
  operations: ReadonlyMap<string, McpOperation>;
  /** The area of a path such as `/mcp/area/cases`. */
  areas: ReadonlyMap<string, readonly McpOperation[]>;
  search: (query: string) => McpOperation[];
}

/**
 * The operations that assistants can use. Over MCP each mutation runs once per idempotency key, because a confirmed
 * call can be repeated, and legacy credentials are rejected.
 */
export function buildCatalog(declarations: readonly Declaration[]): Catalog {
  const usable = declarations.filter(({ meta }) => mcpPolicyOf(meta) !== "never").map(withoutLegacy);
  const operations = usable.map((declaration): McpOperation => {
    const { meta } = declaration;
    return {
      declaration,
      kind: kindOf(declaration),
      path: `${basePath}${meta.path}`,
      isOptIn: mcpPolicyOf(meta) === "optIn",
    };
  });
  let search: ((query: string) => string[]) | undefined;
  const byName = new Map(operations.map((operation) => [operation.declaration.name, operation]));
  return {
    operations: byName,
    areas: Map.groupBy(operations, ({ declaration }) => slugOf(declaration.meta.area)),
    search: (query) => {
      // The index is made at the first search.
      search ??= createOperationSearch(operations);
      return search(query).flatMap((name) => byName.get(name) ?? []);
    },
  };
}

function withoutLegacy(declaration: Declaration): Declaration {
  const { legacyCredentials: _legacy, ...meta } = declaration.meta;
  return withIdempotency({ ...declaration, meta });
}

/** "Org & Team" is `org-team`. */
function slugOf(area: string): string {
  return area.toLowerCase().replaceAll(/[^a-z]+/g, "-");
}

/** Whether the key can use the operation, as far as its scopes and its switch decide: each call is authorized again. */
export function canUse(principal: IntegrationKeyPrincipal, { declaration, isOptIn }: McpOperation): boolean {
  return hasScope(principal, declaration.meta) && (!isOptIn || principal.mcpSensitiveRecords);
}

const inputSchemas = new Map<string, JsonObject>();

/** The operation's input as self-contained JSON Schema, without members that assistants must not send. */
export function describeInput({ declaration }: McpOperation): JsonObject {
  const known = inputSchemas.get(declaration.name);
  if (known !== undefined) return known;
  const { $schema: _dialect, ...schema } = z.toJSONSchema(declaration.input, {
    io: "input",
    override: ({ jsonSchema }) => writePortably(jsonSchema),
  }) as JsonObject;
  const described = removeWithheld(schema) as JsonObject;
  inputSchemas.set(declaration.name, described);
  return described;
}

export function describeOperation(operation: McpOperation): JsonObject {
  const { declaration, kind, path, isOptIn } = operation;
  const { meta } = declaration;
  const { parameters, body } = examples[declaration.name] ?? {};
  const { $schema: _dialect, ...response } = z.toJSONSchema(declaration.output, {
    io: "output",
    override: ({ jsonSchema }) => writePortably(jsonSchema),
  }) as JsonObject;
  return {
    ...summarize(operation),
    description: meta.description ?? "",
    rateTier: meta.tier,
    ...(isOptIn && { requires: "the key's switch mcpSensitiveRecords" }),
    ...(kind !== "read" && {
      confirmation: "The person confirms each call.",
      ifMatch: meta.ifMatch === "required" ? "required" : "optional",
    }),
    path,
    input: describeInput(operation),
    exampleInput: removeWithheld({ ...parameters, ...(body as object | undefined) }),
    response: removeWithheld(response),
  };
}

/** What `search_operations` returns of each. */
export function summarize({ declaration, kind, path }: McpOperation): JsonObject {
  const { name, meta } = declaration;
  return {
    operation: name,
    kind,
    request: `${meta.method} ${path}`,
    summary: meta.summary,
    area: meta.area,
    scope: meta.scope,
  };
}
