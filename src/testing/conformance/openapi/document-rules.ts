import {
  BaseResolver,
  createConfig,
  lintDocument,
  type Oas3Rule,
  type Oas3Visitor,
  Source,
  type UserContext,
} from "@redocly/openapi-core";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import type { JsonObject } from "../../../openapi/json.ts";

interface Schema extends JsonObject {
  type?: string | string[];
  pattern?: string;
}
interface Parameter {
  name: string;
  in: string;
  required?: boolean;
  schema?: JsonObject;
}
interface SecurityScheme {
  type: string;
  in?: string;
  scheme?: string;
  bearerFormat?: string;
  description?: string;
}
interface Response {
  headers?: JsonObject;
  content?: JsonObject;
}
type Responses = Record<string, Response>;

type IsFault<Node> = (node: Node, context: UserContext) => boolean;

function visitEach<Node>(type: string, isFault: IsFault<Node>): Oas3Visitor {
  return {
    [type]: (node: Node, context: UserContext) => {
      if (isFault(node, context)) context.report({ message: "is against the rule", location: context.location });
    },
  };
}

/** A rule over all nodes of one type. Each is visited once, at its own place; what it refers to is not in it. */
function forEach<Node>(type: string, isFault: IsFault<Node>): Oas3Rule {
  return () => visitEach(type, isFault);
}

/**
 * Whether the process serves, and this document, are for everybody: they need no key, so they have no limit of a key
 * and no 401, and fail with 503 only.
 */
function isOpen({ location }: UserContext): boolean {
  return /^#\/paths\/~1api~1(?:health|health~1ready|v1~1openapi\.json)\//.test(`${location.pointer}/`);
}

/** The receivers of webhooks describe their own responses. */
function isOfApi({ location }: UserContext): boolean {
  return location.pointer.startsWith("#/paths/");
}

/** A rule over the operations that need a key. */
function forEachOperation<Node>(type: "Operation" | "Responses", isFault: IsFault<Node>): Oas3Rule {
  return forEach<Node>(type, (node, context) => isOfApi(context) && !isOpen(context) && isFault(node, context));
}

/**
 * A rule over the schemas that requests consist of. What the server sends bounds no caller, and what is stored was
 * bounded when it came in.
 */
function forEachRequestSchema(isFault: IsFault<Schema>): Oas3Rule {
  return () => {
    const sent = new Set<object>();
    return {
      Root: (root, { resolve }) => {
        const visit = (value: unknown) => {
          if (typeof value !== "object" || value === null) return;
          const { node } = resolve<object>(value);
          if (node === undefined || sent.has(node)) return;
          sent.add(node);
          Object.values(node).forEach(visit);
        };
        for (const { get, put, post, patch, delete: remove } of Object.values(root.paths ?? {})) {
          for (const operation of [get, put, post, patch, remove])
            visit([operation?.parameters, operation?.requestBody]);
        }
      },
      ...visitEach<Schema>("Schema", (schema, context) => sent.has(schema) && isFault(schema, context)),
    };
  };
}

function isOfType({ type }: Schema, name: string): boolean {
  return [type].flat().includes(name);
}

function hasAny(node: object, ...names: string[]): boolean {
  return names.some((name) => Object.hasOwn(node, name));
}

/** Every failure has a body that is described. */
function lacksBody(status: string): Oas3Rule {
  return forEachOperation<Responses>(
    "Responses",
    (responses, { resolve }) => resolve(responses[status] ?? {}).node?.content === undefined,
  );
}

/** Responses of requests that fail before the key is known: no allowance of a key can be in their headers. */
const withoutAllowance = new Set(["401", "408", "413", "415", "417", "431"]);

/**
 * The OWASP API Security Top 10 of 2023, as far as a document can show it. That no header lets a page of another site
 * read a response is deliberate: programs call this API from servers.
 */
const owasp: Record<string, Oas3Rule> = {
  "api1-no-numeric-ids": forEach<Parameter>(
    "Parameter",
    ({ name, schema }, { resolve }) =>
      /(?:^id|_id|Id|-id)$/.test(name) && isOfType(resolve(schema ?? {}).node ?? {}, "integer"),
  ),
  "api2-no-outdated-schemes": forEach<SecurityScheme>("SecurityScheme", ({ scheme }) =>
    /basic|^(?:negotiate|oauth)$/i.test(scheme ?? ""),
  ),
  "api2-no-api-keys-in-url": forEach<SecurityScheme>(
    "SecurityScheme",
    (scheme) => scheme.type === "apiKey" && scheme.in !== "header",
  ),
  "api2-no-credentials-in-url": forEach<Parameter>(
    "Parameter",
    (parameter) => ["query", "path"].includes(parameter.in) && /token|password|secret|api-?key/i.test(parameter.name),
  ),
  "api2-jwt-best-practices": forEach<SecurityScheme>(
    "SecurityScheme",
    ({ type, bearerFormat = "", description = "" }) =>
      (type === "oauth2" || /^jwt$/i.test(bearerFormat)) && !description.includes("RFC8725"),
  ),
  "api2-restricted": forEach<{ security?: object[] }>("Operation", ({ security = [] }, context) => {
    const schemes = Object.values(security);
    return (
      isOfApi(context) &&
      isOpen(context) !== (schemes.length === 0 || schemes.some((scheme) => Object.keys(scheme).length === 0))
    );
  }),
  "api3-no-unevaluated-properties": forEach<Schema>(
    "Schema",
    ({ unevaluatedProperties = false }) => unevaluatedProperties !== false,
  ),
  "api4-rate-limit": forEachOperation<Responses>("Responses", (responses, { resolve }) =>
    Object.entries(responses).some(([status, response]) => {
      const headers = resolve(response).node?.headers ?? {};
      return (
        /^[24]/.test(status) &&
        ["RateLimit", "X-RateLimit-Limit"].some((name) => hasAny(headers, name) === withoutAllowance.has(status))
      );
    }),
  ),
  "api4-retry-after": forEach<Responses>(
    "Responses",
    (responses, context) =>
      isOfApi(context) &&
      hasAny(responses, "429") &&
      !hasAny(context.resolve(responses["429"] ?? {}).node?.headers ?? {}, "Retry-After"),
  ),
  "api4-response-429": lacksBody("429"),
  "api4-array-limit": forEachRequestSchema((schema) => isOfType(schema, "array") && !hasAny(schema, "maxItems")),
  "api4-string-limit": forEachRequestSchema(
    (schema) =>
      isOfType(schema, "string") &&
      !hasAny(schema, "maxLength", "enum", "const") &&
      !/^\^.*\$$/s.test(schema.pattern ?? ""),
  ),
  "api4-integer-limit": forEach<Schema>(
    "Schema",
    (schema) =>
      isOfType(schema, "integer") &&
      !(hasAny(schema, "minimum", "exclusiveMinimum") && hasAny(schema, "maximum", "exclusiveMaximum")),
  ),
  "api4-integer-format": forEach<Schema>(
    "Schema",
    (schema) => isOfType(schema, "integer") && !hasAny(schema, "format"),
  ),
  // Administration is in the portal, behind a session.
  "api5-no-administration": forEach("Operation", (_operation, { location }) =>
    /^#\/paths\/[^/]*~1admin/.test(location.pointer),
  ),
  "api7-concerning-url-parameter": forEach<Parameter>("Parameter", ({ name }) =>
    /^(?:callback|redirect)$|(?:_url|Url|-url)$/.test(name),
  ),
  "api8-no-server-http": forEach<{ url?: string }>("Server", ({ url = "" }) => url.startsWith("http:")),
  "api8-response-400": lacksBody("400"),
  "api8-response-401": lacksBody("401"),
  "api8-response-500": lacksBody("500"),
  "api9-inventory": forEach<JsonObject>(
    "Server",
    (server) => typeof server["x-internal"] !== "boolean" || !/production/i.test(String(server["description"])),
  ),
};

const openAjv = () => addFormats(new Ajv2020({ strict: false, logger: false }));
const ajv = openAjv();

/** The parts of an expression that JavaScript with and without `u`, Java, .NET, Python, RE2 and Rust read alike. */
const portableParts = [
  String.raw`[^\\^$.*+?()[\]{}|/]|/|[\^$.|)]`, // a character, an anchor, an alternative
  String.raw`\((?:\?:|(?!\?))`, // a group
  String.raw`(?:[*+?]|\{\d+(?:,\d*)?\})(?![*+?])`, // how often; neither lazy nor possessive
  String.raw`\\(?:[.^$*+?()[\]{}|\\]|x[0-9a-fA-F]{2})`,
  String.raw`\[\^?(?:\\(?:[\\^\-[\]]|x[0-9a-fA-F]{2})|(?!&&|--|~~)[^\\[\]])+\]`, // a class, without another in it, or its operators
];
const portable = new RegExp(`^(?:${portableParts.join("|")})*$`);

/** Whether every engine of regular expressions that clients use reads it alike. */
export function isPortablePattern(pattern: string): boolean {
  return portable.test(pattern);
}

/** The patterns at any depth. */
export function listPatterns(value: unknown): string[] {
  if (typeof value !== "object" || value === null) return [];
  const own = "pattern" in value && typeof value.pattern === "string" ? [value.pattern] : [];
  return [...own, ...Object.values(value).flatMap(listPatterns)];
}

/** Those of JSON Schema and OpenAPI that the document uses, and `csv` of a list in one parameter. */
const knownFormats: ReadonlySet<string> = new Set(
  "int32 int64 date date-time email idn-email uri ipv4 ipv6 csv".split(" "),
);

/** What is no rule of Redocly's. */
const document: Record<string, Oas3Rule> = {
  "array-items": forEach<Schema>("Schema", (schema) => isOfType(schema, "array") && !hasAny(schema, "items")),
  "no-script": forEach("Root", (root) => /eval\(|<script/i.test(JSON.stringify(root))),
  // Others are a library's own names of its checks.
  "known-formats": forEach<Schema>(
    "Schema",
    ({ format }) => format !== undefined && !(typeof format === "string" && knownFormats.has(format)),
  ),
  "portable-patterns": forEach("Root", (root) => !listPatterns(root).every(isPortablePattern)),
  "path-parameters-required": forEach<Parameter>(
    "Parameter",
    (parameter) => parameter.in === "path" && parameter.required !== true,
  ),
  "response-statuses": forEach<Responses>(
    "Responses",
    (responses) => !Object.keys(responses).every((status) => /^(?:[1-5](?:\d\d|XX)|default)$/.test(status)),
  ),
  "valid-default": () => {
    const values = openAjv();
    return {
      Root: (root) => void values.addSchema(root, "openapi.json", undefined, false),
      ...visitEach<Schema>(
        "Schema",
        (schema, { location }) =>
          schema["default"] !== undefined &&
          values.getSchema(`openapi.json${location.pointer}`)?.(schema["default"]) !== true,
      ),
    };
  },
  // Keywords of JSON Schema with values that they cannot have, at any depth.
  "valid-schema": () => {
    const isFault = ({ schema }: { schema?: object }) => schema !== undefined && ajv.validateSchema(schema) !== true;
    return {
      ...visitEach("MediaType", isFault),
      ...visitEach("Parameter", isFault),
      ...visitEach("Header", isFault),
      ...visitEach<object>("NamedSchemas", ($defs) => isFault({ schema: { $defs } })),
    };
  },
};

/** What the document does without: no rule checks whether these fit together, fit their schemas or are used. */
const unused = {
  Root: ["jsonSchemaDialect"],
  Components: ["callbacks", "links", "pathItems"],
  Operation: ["callbacks", "servers"],
  Parameter: ["allowEmptyValue", "allowReserved", "content", "style"],
  Header: ["content", "example", "examples", "style"],
  Response: ["links"],
  // Also OWASP's rule about tokens that live long: they are renewed by a flow.
  SecurityScheme: ["flows"],
};

const isUrl = "/^https?:\\/\\/\\S+$/";

const assertions = {
  "rule/info-description": { subject: { type: "Info", property: "description" }, assertions: { nonEmpty: true } },
  "rule/operation-tags": { subject: { type: "Operation", property: "tags" }, assertions: { nonEmpty: true } },
  "rule/example-value": { subject: { type: "Example" }, assertions: { required: ["value"] } },
  "rule/contact-email": {
    subject: { type: "Contact", property: "email" },
    assertions: { pattern: "/^[^\\s@]+@[^\\s@]+$/" },
  },
  "rule/contact-url": { subject: { type: "Contact", property: "url" }, assertions: { pattern: isUrl } },
  "rule/external-docs-url": { subject: { type: "ExternalDocs", property: "url" }, assertions: { pattern: isUrl } },
  "rule/license": { subject: { type: "License" }, assertions: { mutuallyExclusive: ["identifier", "url"] } },
  ...Object.fromEntries(
    Object.entries(unused).map(([type, disallowed]) => [
      `rule/unused-of-${type}`,
      { subject: { type }, assertions: { disallowed } },
    ]),
  ),
};

const switchedOn = [
  "info-contact",
  "operation-description",
  "operation-tag-defined",
  ...Object.keys(owasp).map((name) => `owasp/${name}`),
  ...Object.keys(document).map((name) => `document/${name}`),
];

/** The names of the rules that are not in Redocly's strict set. */
export const addedRules = [...switchedOn, ...Object.keys(assertions)];

const config = await createConfig({
  extends: ["recommended-strict"],
  plugins: [
    { id: "owasp", rules: { oas3: owasp } },
    { id: "document", rules: { oas3: document } },
  ],
  rules: { ...Object.fromEntries(switchedOn.map((name) => [name, "error" as const])), ...assertions },
});

/**
 * Lints an OpenAPI 3.1 document with Redocly.
 *
 * @returns its findings, as `rule at #/place`
 */
export async function findFaults(parsed: object): Promise<string[]> {
  const problems = await lintDocument({
    document: { source: new Source("/openapi.json", ""), parsed },
    externalRefResolver: new BaseResolver(),
    config,
  });
  return problems.map(({ ruleId, message, location }) => `${ruleId} at ${location[0]?.pointer}: ${message}`);
}
