import { join } from "node:path";
import { describeApi, type ApiDescription } from "../../../openapi/describe-api.ts";
import type { JsonObject } from "../../../openapi/json.ts";
import { listTypes, texts } from "./list-types.ts";

/** The reviewed surface. */
export const surfaceFile = join(import.meta.dirname, "api-surface.txt");

/** The document of the router, as it is sent: what is undefined is absent. */
export function readDocument(): ApiDescription {
  return JSON.parse(JSON.stringify(describeApi("https://api.caseport.test"))) as ApiDescription;
}

/**
 * What an integration relies on, one fact a line, sorted by path: operations, then schemas, webhooks and what they
 * share. Texts and examples are left out, so the diff of two surfaces is the review of a change to the API.
 */
export function listSurface(document: ApiDescription): string[] {
  const {
    paths,
    webhooks,
    components,
    info,
    openapi,
    "x-scopes": scopes,
    security,
  } = document as ApiDescription & JsonObject;
  const { schemas, responses, parameters, headers, securitySchemes } = components;
  return [
    ...listFacts({ openapi, version: info["version"] }),
    listSecurity(security),
    ...readMembers(paths).flatMap(([path, item]) =>
      readMembers(item).flatMap(([method, operation]) =>
        prefix(`${method.toUpperCase()} ${path} · `, listOperation(operation).toSorted()),
      ),
    ),
    ...readMembers(schemas).flatMap(([name, schema]) => prefix("schema ", listTypes(name, schema).toSorted())),
    ...readMembers(responses).flatMap(([name, response]) =>
      prefix("response ", listResponse(name, response).toSorted()),
    ),
    ...readMembers(parameters).flatMap(([name, parameter]) => prefix(`parameter ${name} · `, listParameter(parameter))),
    ...readMembers(headers).flatMap(([name, { schema }]) => prefix("header ", listTypes(name, schema))),
    ...readMembers(securitySchemes).map(([name, scheme]) => `security ${name} · ${listFacts(scheme).join(" · ")}`),
    ...readMembers(scopes).map(([name, scope]) => `scope ${name} · ${listFacts(scope).join(" · ")}`),
    ...listWebhooks(webhooks),
  ];
}

/** Sorted by name: the order of declarations in the code is not a fact. */
function readMembers(part: unknown = {}): [string, JsonObject][] {
  return Object.entries(part as Record<string, JsonObject>).toSorted(([left], [right]) => (left < right ? -1 : 1));
}

function prefix(words: string, lines: readonly string[]): string[] {
  return lines.map((line) => `${words}${line}`);
}

function listOperation({ parameters = [], requestBody, responses, security, ...facts }: JsonObject): string[] {
  const [shared, own] = partition(readMembers(responses), ([, { $ref }]) => $ref !== undefined);
  return [
    ...listFacts(facts),
    ...(security === undefined ? [] : [listSecurity(security)]),
    ...(parameters as JsonObject[]).flatMap(listParameter),
    ...(requestBody === undefined ? [] : listBody(requestBody as JsonObject)),
    ...own.flatMap(([status, response]) => listResponse(status, response)),
    ...(shared.length === 0
      ? []
      : [`responses ${shared.map(([status, { $ref }]) => `${status} ${nameReference($ref)}`).join(", ")}`]),
  ];
}

function partition<Item>(items: readonly Item[], test: (item: Item) => boolean): [Item[], Item[]] {
  return [items.filter(test), items.filter((item) => !test(item))];
}

/** What every webhook has in common, once; then what each has of its own. */
function listWebhooks(webhooks: unknown): string[] {
  const lists = readMembers(webhooks).map(
    ([name, { post }]) => [name, listOperation(post as JsonObject).toSorted()] as const,
  );
  const [[, first] = ["", []], ...others] = lists;
  const common = new Set(first.filter((line) => others.every(([, lines]) => lines.includes(line))));
  return [
    ...prefix("every webhook · ", [...common]),
    ...lists.flatMap(([name, lines]) =>
      prefix(
        `webhook ${name} · `,
        lines.filter((line) => !common.has(line)),
      ),
    ),
  ];
}

/** Members without a notation of their own, such as `rate-tier read`. */
function listFacts(part: JsonObject): string[] {
  return Object.entries(part)
    .filter(([name, fact]) => !texts.has(name) && fact !== undefined)
    .map(([name, fact]) => `${name.replace(/^x-/, "")} ${[fact].flat().map(formatFact).join(" ") || "none"}`);
}

function formatFact(fact: unknown): string {
  return typeof fact === "string" ? fact : JSON.stringify(fact);
}

function listSecurity(security: unknown): string {
  return `security ${(security as JsonObject[]).map((choice) => Object.keys(choice).join(" and ")).join(" or ") || "none"}`;
}

function listParameter({ name, in: place, required, schema, $ref, ...facts }: JsonObject): string[] {
  if ($ref !== undefined) return [`parameter ${nameReference($ref)}`];
  const words = [place, name].join(" ");
  return [...listTypes(`${words}${required === true ? "" : "?"}`, schema), ...prefix(`${words} `, listFacts(facts))];
}

function listBody({ content, required }: JsonObject): string[] {
  return [`body ${required === true ? "required" : "optional"}`, ...listContent("body", content)];
}

function listResponse(status: string, { headers, content }: JsonObject): string[] {
  const [shared, own] = partition(readMembers(headers), ([, { $ref }]) => $ref !== undefined);
  const named = shared.map(([name, { $ref }]) =>
    nameReference($ref) === name ? name : `${name}=${nameReference($ref)}`,
  );
  return [
    `${status} headers ${named.join(" ") || "none"}`,
    ...own.flatMap(([name, { schema }]) => prefix(`${status} header `, listTypes(name, schema))),
    ...listContent(status, content),
  ];
}

/** One line for each media type, its error codes, and what lies below its schema. */
function listContent(place: string, content: unknown): string[] {
  return readMembers(content).flatMap(([mediaType, { schema, examples }]) => [
    ...listTypes(`${place} ${mediaType}`, schema).map((line) => line.replace(`${mediaType}.`, "")),
    ...(examples === undefined
      ? []
      : [
          `${place} codes ${Object.keys(examples as object)
            .toSorted()
            .join(" ")}`,
        ]),
  ]);
}

function nameReference(target: unknown): string {
  return (target as string).replace(/^#\/components\/\w+\//, "");
}
