import { readFileSync, writeFileSync } from "node:fs";
import { basePath } from "../contract/base-path.ts";
import { interfaceVersion } from "../contract/interface-version.ts";
import { scopeCatalog } from "../contract/scopes.ts";
import { declarations } from "../composition/router.ts";
import { areaSentences } from "./areas.ts";
import { errorSchemas } from "./describe-errors.ts";
import { describeErrorResponse, errorExamples, transportResponses } from "./describe-responses.ts";
import { describeOperation, nameBody, nameForm, type SharedParts } from "./describe-operation.ts";
import { describeEvents } from "./describe-events.ts";
import { addWrittenSchemas, removeUnreadRecords } from "./echo-forms.ts";
import { describeWebhooks, webhookResponses, webhookParameters } from "./describe-webhooks.ts";
import { headerDescriptions, headerParameters } from "./headers.ts";
import { describeIntroduction } from "./introduction.ts";
import type { JsonObject } from "./json.ts";
import { openPaths } from "./open-paths.ts";
import { removeDefaults } from "./remove-defaults.ts";

/** The type of the OpenAPI 3.1 document, as far as this project reads it. */
export interface ApiDescription {
  openapi: string;
  info: JsonObject;
  servers: JsonObject[];
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, JsonObject>>;
  webhooks: Record<string, Record<string, JsonObject>>;
  components: Record<string, JsonObject>;
}

/** What does not depend on the server's address. */
type Description = Omit<ApiDescription, "servers">;

/** Describing takes 1.4 s, so a process does it once, and not at all where a build has done it. */
let known: Description | undefined;
let builtFile: string | undefined;

/** Writes the description for {@link readDescriptionFrom}. */
export function writeDescriptionTo(file: string): void {
  known ??= describeRouter();
  writeFileSync(file, JSON.stringify(known));
}

/** From now on the description is read, when it is first needed, from a file that a build of these sources wrote. */
export function readDescriptionFrom(file: string): void {
  builtFile = file;
}

/**
 * Describes the API router as an OpenAPI 3.1 document, which callers do not change.
 *
 * @param baseUrl the public address, without a trailing slash
 * @throws when an area is unknown or a schema ID is used twice
 */
export function describeApi(baseUrl: string): ApiDescription {
  known ??= builtFile === undefined ? describeRouter() : (JSON.parse(readFileSync(builtFile, "utf8")) as Description);
  const { openapi, info, tags, ...rest } = known;
  return {
    openapi,
    info: {
      ...info,
      contact: { name: "Caseport", url: baseUrl },
      license: { name: "Proprietary", identifier: "LicenseRef-Caseport" },
    },
    servers: [{ url: baseUrl, description: "This server: production data of law firms.", "x-internal": false }],
    tags,
    externalDocs: { description: "API reference with examples to try", url: `${baseUrl}/docs` },
    ...rest,
  } as ApiDescription;
}

function describeRouter(): Description {
  const shared: SharedParts = {
    schemas: new Map(errorSchemas),
    written: new Map(),
    responses: new Map(),
    parameters: new Set(),
  };
  const paths: ApiDescription["paths"] = {};
  for (const declaration of declarations) {
    const { method, path } = declaration.meta;
    const item = (paths[`${basePath}${path}`] ??= {});
    item[method.toLowerCase()] = describeOperation(declaration, shared);
  }
  addWrittenSchemas(shared.written, shared.schemas);
  removeDefaults(
    declarations.flatMap(({ name }) => [nameBody(name), nameForm(name)]),
    shared.schemas,
  );
  describeEvents(shared.schemas);
  Object.assign(paths, openPaths);
  const webhooks = describeWebhooks(shared.schemas);
  removeUnreadRecords(shared.written, shared.schemas, [paths, webhooks]);
  const used = new Set([...declarations.map(({ meta }) => meta.area), "Platform"]);
  return {
    // Not 3.1.1, whose changes are editorial: swagger-parser up to 10.1.0 rejects versions that it does not know.
    openapi: "3.1.0",
    info: {
      title: "Caseport",
      version: interfaceVersion,
      summary: "The integration API of a legal case-management platform for personal-injury firms.",
      description: describeIntroduction(),
    },
    tags: describeAreas(used),
    security: [{ apiKey: [] }],
    paths,
    webhooks,
    components: describeComponents(shared, paths),
    "x-scopes": Object.fromEntries(scopeCatalog),
  } as Description;
}

function describeAreas(used: ReadonlySet<string>): ApiDescription["tags"] {
  const unknown = [...used].filter((area) => !areaSentences.has(area));
  if (unknown.length > 0) throw new Error(`No functional area of the specification: ${unknown.join(", ")}`);
  return [...areaSentences].filter(([name]) => used.has(name)).map(([name, description]) => ({ name, description }));
}

function describeComponents(
  { schemas, responses, parameters }: SharedParts,
  paths: object,
): ApiDescription["components"] {
  responses.set("ValidationFailed", describeErrorResponse(400, ["VALIDATION_FAILED"]));
  responses.set("ServiceUnavailable", describeErrorResponse(503, ["INTERNAL_ERROR"]));
  const described = {
    responses: { ...Object.fromEntries(responses), ...transportResponses, ...webhookResponses },
    schemas: Object.fromEntries(schemas),
  };
  const text = JSON.stringify([described, paths]);
  const isUsed = ([code]: [string, unknown]) => text.includes(`"#/components/examples/${code}"`);
  return {
    securitySchemes: {
      apiKey: {
        type: "apiKey",
        in: "header",
        name: "x-api-key",
        description: "An API key, `cpk_…`, or `cpk_test_…` of a sandbox. Created in the portal and shown once.",
      },
      partnerKey: {
        type: "apiKey",
        in: "header",
        name: "x-api-key",
        description:
          "A partner key of an earlier integration, `cpp_…`. Accepted only by operations that create or update cases and leads.",
      },
      bearerToken: {
        type: "http",
        scheme: "bearer",
        bearerFormat: "JWT",
        description:
          "A token of the installation's OpenID Connect provider whose client or subject is mapped to an organization. Validated as in RFC8725: signature, issuer, audience and expiry, with 30 seconds of clock tolerance. Accepted only by operations that create or update cases and leads; rejected together with a key.",
      },
    },
    ...described,
    headers: Object.fromEntries(
      Object.entries(headerDescriptions).filter(([name]) => text.includes(`"#/components/headers/${name}"`)),
    ),
    parameters: {
      ...Object.fromEntries(Object.entries(headerParameters).filter(([name]) => (parameters as Set<string>).has(name))),
      ...webhookParameters,
    },
    examples: Object.fromEntries(Object.entries(errorExamples).filter(isUsed)),
  };
}
