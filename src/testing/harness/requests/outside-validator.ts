import { getHttpOperationsFromSpec } from "@stoplight/prism-http";
import { validateOutput } from "@stoplight/prism-http/dist/validator/index.js";
import { listReferences } from "../../../openapi/references.ts";
import type { Reply } from "./send.ts";

type Operations = Awaited<ReturnType<typeof getHttpOperationsFromSpec>>;

/** Checks responses by the OpenAPI document alone, with a validator that is not ours: Prism's. */
export interface OutsideValidator {
  /** What in a response differs from the document: empty when nothing does. */
  judge(method: string, pathTemplate: string, reply: Reply): string[];
}

/** What of the OpenAPI document is read here. */
export interface ApiDocument {
  paths: Record<string, object>;
  webhooks: object;
  components: { schemas: Record<string, object> & { EventRecord: { discriminator: { mapping: Record<string, string> } } } };
}

/** The schemas that something refers to: what nothing refers to takes Prism as long as the rest. */
function takeReferenced(schemas: Record<string, object>, from: unknown): Record<string, object> {
  const addressOf = (name: string) => `#/components/schemas/${name}`;
  const byAddress = new Map(Object.entries(schemas).map(([name, schema]) => [addressOf(name), schema]));
  const found = listReferences(from, (address) => byAddress.get(address));
  return Object.fromEntries(Object.entries(schemas).filter(([name]) => found.has(addressOf(name))));
}

/**
 * @param document the OpenAPI document as it is served
 * @param eventTypes those of the events in the responses: Prism takes half a minute for the union of all of them
 */
export async function openOutsideValidator(document: ApiDocument, eventTypes: ReadonlySet<string> = new Set()): Promise<OutsideValidator> {
  const { components: { schemas, ...components } } = document;
  const references = Object.entries(schemas.EventRecord.discriminator.mapping);
  const known = references.filter(([type]) => eventTypes.has(type));
  const oneOf = (known.length === 0 ? references.slice(0, 1) : known).map(([, $ref]) => ({ $ref }));
  const narrowed = { ...document, webhooks: {}, components: { ...components, schemas: takeReferenced({ ...schemas, EventRecord: { oneOf } }, [document.paths, components]) } };
  // A copy: Prism replaces every reference in the document with what it refers to, and what is compiled of it then takes a hundred times as long.
  const operations: Operations = await getHttpOperationsFromSpec(structuredClone(narrowed));
  const byRoute = new Map(operations.map((operation) => [`${operation.method.toUpperCase()} ${operation.path}`, operation]));
  return {
    judge: (method, pathTemplate, { status, headers, body }) => {
      const resource = byRoute.get(`${method} ${pathTemplate}`);
      if (resource === undefined) return [`${method} ${pathTemplate} does not stand in the document`];
      const described = new Set(resource.responses.map(({ code }) => code));
      if (!described.has(String(status))) return [`${status} is not described`];
      const sent = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
      const verdict = validateOutput({ resource, element: { statusCode: status, headers: sent, body } });
      return verdict._tag === "Right" ? [] : verdict.left.map(({ path, message }) => `${status} ${(path ?? []).join(".")}: ${message}`);
    },
  };
}
