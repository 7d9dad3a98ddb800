import * as z from "zod";
import type { Deprecation } from "../contract/deprecation.ts";
import { scopeCatalog, type Scope } from "../contract/scopes.ts";
import type { ErrorCode } from "../contract/errors/error-codes.ts";
import { externalKindOf, externalPrefix } from "../contract/external-ids.ts";
import { canBeBulkItem, readsIfMatch, readsIfNoneMatch } from "../contract/operation.ts";
import { examples } from "../composition/router.ts";
import { isInQuery, canOmitBody, kindOf, takesBody, type Declaration } from "../rpc/declarations.ts";
import {
  describeErrorResponse,
  describeSuccess,
  describeUnchanged,
  listRejections,
  transportReferences,
} from "./describe-responses.ts";
import { listReasonsOf, nameResponse } from "./describe-reasons.ts";
import { describeSchema, type NamedSchemas } from "./describe-schema.ts";
import { hasEchoForm, type WrittenRecords } from "./echo-forms.ts";
import type { ParameterName } from "./headers.ts";
import { reference, toPascalCase, type JsonObject } from "./json.ts";

/** The shared parts of operations, collected while describing them. */
export interface SharedParts {
  schemas: NamedSchemas;
  written: WrittenRecords;
  responses: Map<string, JsonObject>;
  parameters: Set<ParameterName>;
}

export function nameBody(name: string): string {
  return `${toPascalCase(name)}Body`;
}

export function nameForm(name: string): string {
  return `${toPascalCase(name)}Form`;
}

export function describeOperation(declaration: Declaration, shared: SharedParts): JsonObject {
  const { name, meta } = declaration;
  const input = describeSchema(declaration.input, "input", shared.schemas);
  return {
    operationId: name,
    summary: meta.summary,
    description: formatDescription(declaration),
    tags: [meta.area],
    ...(meta.deprecated !== undefined && { deprecated: true }),
    security: [{ apiKey: [] }, ...(meta.legacyCredentials === true ? [{ partnerKey: [] }, { bearerToken: [] }] : [])],
    "x-required-scope": meta.scope,
    ...(meta.orScopes !== undefined && { "x-alternative-scopes": meta.orScopes }),
    ...(meta.showsMoreWith !== undefined && { "x-shows-more-with": meta.showsMoreWith }),
    ...(hasEchoForm(declaration) && { "x-read-scope": meta.readBy }),
    "x-rate-tier": meta.tier,
    "x-operation-kind": kindOf(declaration),
    "x-idempotency": meta.idempotency,
    ...(declaration.kind === "mutation" && { "x-bulk": canBeBulkItem(meta) }),
    ...describePagination(declaration),
    "x-emits": meta.emits ?? [],
    ...(meta.mayEmit !== undefined && { "x-may-emit": meta.mayEmit }),
    parameters: [...describeFields(declaration, input), ...listHeaders(declaration, shared)],
    ...(takesBody(declaration) && { requestBody: describeBody(declaration, input, shared.schemas) }),
    responses: describeResponses(declaration, shared),
  };
}

/** A page's members: `after` of the next request is `next` of the response. */
function describePagination({ input, output }: Declaration): JsonObject {
  const lists = Object.keys(output.shape).filter((name) => output.shape[name] instanceof z.ZodArray);
  // A report's columns are beside its rows.
  const items = lists.find((name) => name === "rows") ?? lists[0];
  if (items === undefined || !("after" in input.shape) || !("nextCursor" in output.shape)) return {};
  return { "x-pagination": { cursor: "after", limit: "limit", next: "nextCursor", items } };
}

function formatDescription(declaration: Declaration): string {
  const { meta } = declaration;
  const scope = meta.scope === null ? undefined : scopeCatalog.get(meta.scope);
  const facts = [
    meta.scope === null
      ? "Requires no scope."
      : `Requires the scope \`${meta.scope}\`${scope?.elevated === true ? " (elevated)" : ""}${describeAlternatives(meta.orScopes)}.`,
    ...(hasEchoForm(declaration) ? [describeReading(meta)] : []),
    ...(scope?.needsActingAttorney === true ? ["Acts on behalf of the key's acting attorney."] : []),
    `Rate tier \`${meta.tier}\`.`,
    ...(meta.emits === undefined ? [] : [`Emits ${meta.emits.map((type) => `\`${type}\``).join(", ")}.`]),
    ...(meta.mayEmit === undefined ? [] : [`May emit ${meta.mayEmit.map((type) => `\`${type}\``).join(", ")}.`]),
    ...(meta.deprecated === undefined ? [] : [describeDeprecation(meta.deprecated)]),
  ];
  return [meta.description, ...(meta.upload === true ? [describeUpload(declaration)] : []), facts.join(" ")]
    .filter((part) => part !== undefined)
    .join("\n\n");
}

function describeDeprecation({ since, sunset, successor }: Deprecation): string {
  const end = sunset === undefined ? "" : `, gone after ${sunset}`;
  return `Deprecated since ${since}${end}: use \`${successor}\`.`;
}

/** What a form has of its file; JSON declares it, or holds the file itself. */
const membersOfFile: ReadonlySet<string> = new Set(["fileName", "contentType", "sizeBytes", "sha256", "content"]);

/** The same members as a form, in one request with the file. */
function describeUpload({ name, meta, pathParameters, input }: Declaration): string {
  const ofFile = new Set([...membersOfFile, ...pathParameters]);
  const fields = Object.entries(examples[name]?.body ?? {}).filter(
    (entry): entry is [string, string] => !ofFile.has(entry[0]) && typeof entry[1] === "string",
  );
  const form = [
    ...fields.map(([field, value]) => `-F '${field}=${value}'`),
    `-F 'file=@report.pdf;type=application/pdf'`,
  ].join(" ");
  return (
    "To send the file in the same request, send `multipart/form-data`: each member is a field, and the file, of at most 25 MiB, is the field `file`. " +
    ("sha256" in input.shape
      ? "`fileName`, `contentType`, `sizeBytes` and `sha256` are then those of the file unless you send them. "
      : "`fileName` is then that of the file unless you send it. ") +
    `\`curl -X ${meta.method} "$API${meta.path}" -H "x-api-key: $KEY" -H "X-Idempotency-Key: $(uuidgen)" ${form}\``
  );
}

function describeReading({ readBy }: Declaration["meta"]): string {
  const scopes = new Set(typeof readBy === "object" ? Object.values(readBy) : [readBy]);
  return `The response is complete with ${[...scopes].map((scope) => `\`${scope}\``).join(", ")}, otherwise in the echo form.`;
}

function describeAlternatives(scopes: readonly Scope[] = []): string {
  return scopes.length === 0 ? "" : `, or one of ${scopes.map((scope) => `\`${scope}\``).join(", ")}`;
}

/** Path parameters, and for operations without a body the query. */
function describeFields(declaration: Declaration, input: JsonObject): JsonObject[] {
  const required = new Set(input["required"] as string[] | undefined);
  const fields = Object.entries(input["properties"] as Record<string, JsonObject>);
  const inPath = (name: string) => declaration.pathParameters.includes(name);
  return fields
    .filter(([name]) => inPath(name) || isInQuery(declaration, name))
    .map(([name, { description, ...schema }]) => ({
      name,
      in: inPath(name) ? "path" : "query",
      required: inPath(name) || required.has(name),
      ...(inPath(name) ? { description: describePathParameter(name) } : { description }),
      schema,
      ...(examples[declaration.name]?.parameters?.[name] !== undefined && {
        example: examples[declaration.name]?.parameters?.[name],
      }),
    }));
}

/** `caseId` is described as the ID of the case. */
function describePathParameter(name: string): string {
  const words = name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  if (!words.endsWith(" id")) return `The ${words}.`;
  return `The ID of the ${words.slice(0, -3)}${externalKindOf(name) === undefined ? "" : `, or \`${externalPrefix}\` and its \`externalId\``}.`;
}

function listHeaders({ meta }: Declaration, shared: SharedParts): JsonObject[] {
  const names: ParameterName[] = [];
  if (meta.idempotency === "required") names.push("IdempotencyKey");
  if (readsIfNoneMatch(meta)) names.push("IfNoneMatch");
  if (readsIfMatch(meta)) names.push(meta.ifMatch === "required" ? "IfMatchRequired" : "IfMatch");
  names.push("RequestId");
  for (const name of names) shared.parameters.add(name);
  return names.map((name) => reference("parameters", name));
}

function describeBody(declaration: Declaration, input: JsonObject, named: NamedSchemas): JsonObject {
  const { pathParameters, meta, name } = declaration;
  const inBody = (field: string) => !pathParameters.includes(field) && !isInQuery(declaration, field);
  const properties = Object.entries(input["properties"] as JsonObject).filter(([field]) => inBody(field));
  const required = ((input["required"] as string[] | undefined) ?? []).filter(inBody);
  const title = nameBody(name);
  const body: JsonObject = {
    ...input,
    properties: Object.fromEntries(properties),
    required: required.length > 0 ? required : undefined,
    // An empty change is rejected.
    ...(meta.method === "PATCH" && required.length === 0 && { minProperties: 1 }),
  };
  named.set(title, body);
  const form = nameForm(name);
  if (meta.upload === true) named.set(form, describeForm(body, Object.fromEntries(properties)));
  return {
    required: !canOmitBody(declaration),
    content: {
      "application/json": {
        schema: reference("schemas", title),
        ...(examples[name]?.body !== undefined && { example: examples[name].body }),
      },
      ...(meta.upload === true && { "multipart/form-data": { schema: reference("schemas", form) } }),
    },
  };
}

/** The body as a form with a file; name, media type, size and hash default to the file's. */
function describeForm(body: JsonObject, properties: JsonObject): JsonObject {
  const file = {
    type: "string",
    contentMediaType: "application/octet-stream",
    description: "The file, at most 25 MiB.",
    maxLength: 26_214_400,
  };
  const fields = Object.entries(properties)
    .filter(([field]) => field !== "content")
    .map(([field, schema]) => [field, withoutNull(schema as JsonObject)]);
  const own = ((body["required"] as string[] | undefined) ?? []).filter((field) => !membersOfFile.has(field));
  return { ...body, properties: { ...Object.fromEntries(fields), file } as JsonObject, required: [...own, "file"] };
}

/** A form field is text: it is omitted rather than null. */
function withoutNull(schema: JsonObject): JsonObject {
  const { type, enum: values, default: given, ...rest } = schema;
  return {
    ...rest,
    ...(type !== undefined && {
      type: Array.isArray(type) ? (type.find((each) => each !== "null") ?? "string") : type,
    }),
    ...(Array.isArray(values) && { enum: values.filter((value) => value !== null) }),
    ...(given !== undefined && given !== null && { default: given }),
  };
}

function describeResponses(declaration: Declaration, shared: SharedParts): JsonObject {
  const { meta } = declaration;
  const rejections = [...listRejections(declaration)].map(([status, codes]) => [
    status,
    shareRejection(declaration, [status, codes], shared),
  ]);
  return {
    [meta.created === undefined ? 200 : 201]: describeSuccess(declaration, shared.schemas, shared.written),
    ...(readsIfNoneMatch(meta) && { 304: describeUnchanged() }),
    ...(Object.fromEntries(rejections) as JsonObject),
    ...transportReferences,
  };
}

/** A status with a single code has a response that is shared by the operations with the same reasons. */
function shareRejection(
  declaration: Declaration,
  [status, codes]: readonly [number, readonly ErrorCode[]],
  shared: SharedParts,
): JsonObject {
  const [code] = codes;
  const reasons = listReasonsOf(declaration, status, codes);
  if (code === undefined || codes.length > 1) return describeErrorResponse(status, codes, { reasons });
  const name = nameResponse(code, reasons);
  shared.responses.set(name, describeErrorResponse(status, codes, { reasons }));
  return reference("responses", name);
}
