import type { ApiDescription } from "../describe-api.ts";
import type { JsonObject } from "../json.ts";
import { listReferences } from "../references.ts";

/** Operations by area and by name; a document has those that either names. */
export interface ChosenOperations {
  areas: readonly string[];
  operations: readonly string[];
}

/** The operation that creates subscriptions: the document's webhooks belong to it. */
const subscribing = "webhookSubscriptions.create";

/**
 * The document with the chosen operations and the components that they refer to. The messages of webhooks are in it
 * with the operation that subscribes to them.
 *
 * @param chosen names that the document has; with none of both, all operations are chosen
 */
export function chooseOperations(document: ApiDescription, { areas, operations }: ChosenOperations): ApiDescription {
  if (areas.length === 0 && operations.length === 0) return document;
  const named = new Set(operations);
  const isChosen = (operation: JsonObject) =>
    named.has(String(operation["operationId"])) || (operation["tags"] as string[]).some((tag) => areas.includes(tag));
  const paths = Object.fromEntries(
    Object.entries(document.paths)
      .map(([path, item]) => [path, filterMembers(item, isChosen)] as const)
      .filter(([, item]) => Object.keys(item).length > 0),
  );
  const chosen = Object.values(paths).flatMap((item) => Object.values(item));
  const subscribes = chosen.some((operation) => operation["operationId"] === subscribing);
  const webhooks = subscribes ? document.webhooks : {};
  const tags = new Set(chosen.flatMap((operation) => operation["tags"] as string[]));
  const written = JSON.stringify(paths);
  const { "x-scopes": allScopes, ...rest } = document as ApiDescription & { "x-scopes": JsonObject };
  return {
    ...rest,
    tags: document.tags.filter(({ name }) => tags.has(name)),
    paths,
    webhooks,
    components: keepComponents(document.components, [paths, webhooks]),
    "x-scopes": filterMembers(allScopes, (_, scope) => written.includes(`"${scope}"`)),
  } as ApiDescription;
}

/** The components that a part of the document refers to, also one through another. Security schemes stay. */
export function keepComponents(components: ApiDescription["components"], part: unknown): ApiDescription["components"] {
  const find = (address: string) => {
    const [, kind = "", name = ""] = /^#\/components\/(\w+)\/(.+)$/.exec(address) ?? [];
    return components[kind]?.[name] as object | undefined;
  };
  const used = listReferences(part, find);
  return Object.fromEntries(
    Object.entries(components).map(([kind, parts]) => [
      kind,
      kind === "securitySchemes" ? parts : filterMembers(parts, (_, name) => used.has(`#/components/${kind}/${name}`)),
    ]),
  );
}

function filterMembers<Value>(
  members: Readonly<Record<string, Value>>,
  isKept: (value: Value, name: string) => boolean,
): Record<string, Value> {
  return Object.fromEntries(Object.entries(members).filter(([name, value]) => isKept(value, name)));
}
