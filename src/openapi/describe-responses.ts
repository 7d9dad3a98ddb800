import {
  errorDescription,
  errorStatus,
  forbiddenMessage,
  internalErrorMessage,
  notFound,
  rejectTransition,
  unauthorizedMessage,
  type ErrorCode,
} from "../contract/errors/error-codes.ts";
import type { SentReason } from "../contract/errors/error-reasons.ts";
import { messages, transportMessages } from "../contract/messages.ts";
import { staleRevision } from "../contract/revision.ts";
import { needsActingAttorney } from "../contract/scopes.ts";
import { examples } from "../composition/router.ts";
import type { Declaration } from "../rpc/declarations.ts";
import { describeSchema, type NamedSchemas } from "./describe-schema.ts";
import { referToError } from "./describe-errors.ts";
import { describeBothForms, hasEchoForm, type WrittenRecords } from "./echo-forms.ts";
import { describeReasonHeaders, listCommonReasons } from "./describe-reasons.ts";
import { authenticatedHeaders, referToHeaders, type HeaderName } from "./headers.ts";
import { reference, type JsonObject } from "./json.ts";

const sampleMessages: Record<ErrorCode, string> = {
  VALIDATION_FAILED: "recordsDepartmentInfo.email: invalid e-mail address; expectedVersion: must be at least 1",
  UNAUTHORIZED: unauthorizedMessage,
  FORBIDDEN: forbiddenMessage,
  NOT_FOUND: notFound("Case").message,
  METHOD_NOT_ALLOWED: messages.methodNotSupported,
  INVALID_STATE_TRANSITION: rejectTransition("An invoice", "paid", "sent", []).message,
  DUPLICATE_ENTRY: messages.folderExists,
  STALE_REVISION: staleRevision("client").message,
  IDEMPOTENCY_CONFLICT: messages.idempotencyConflict,
  IDEMPOTENCY_IN_PROGRESS: messages.idempotencyInProgress,
  INTEGRATION_NOT_CONFIGURED: messages.noActingAttorney,
  PAYLOAD_TOO_LARGE: messages.bodyTooLarge,
  UNSUPPORTED_MEDIA_TYPE: messages.bodyNotJson,
  RATE_LIMITED: messages.rateLimited,
  INTERNAL_ERROR: internalErrorMessage,
};

export const errorExamples: JsonObject = Object.fromEntries(
  (Object.keys(errorStatus) as ErrorCode[]).map((code) => [
    code,
    { summary: errorDescription[code], value: { success: false, error: sampleMessages[code], code } },
  ]),
);

/** Every code that an operation can reject with, by status: the server's, in the order of its checks, and its own. */
export function listRejections(declaration: Declaration): Map<number, ErrorCode[]> {
  const { meta } = declaration;
  const codes: ErrorCode[] = [
    "VALIDATION_FAILED",
    "UNAUTHORIZED",
    "FORBIDDEN",
    ...(meta.errors ?? []),
    ...(meta.idempotency === "required" ? (["IDEMPOTENCY_CONFLICT", "IDEMPOTENCY_IN_PROGRESS"] as const) : []),
    ...(needsActingAttorney(meta.scope) ? (["INTEGRATION_NOT_CONFIGURED"] as const) : []),
    // For every method: the body is checked before the operation is known to take none.
    "PAYLOAD_TOO_LARGE",
    "UNSUPPORTED_MEDIA_TYPE",
    "RATE_LIMITED",
    "INTERNAL_ERROR",
  ];
  const byStatus = Map.groupBy<number, ErrorCode>(new Set(codes), (code) => errorStatus[code]);
  byStatus.set(503, ["INTERNAL_ERROR"]);
  return new Map([...byStatus].toSorted(([left], [right]) => left - right));
}

/** Statuses of responses without an authenticated key. */
const unauthenticated: ReadonlySet<number> = new Set([401, 408, 413, 415, 417, 431]);

const transportNames = { 408: "RequestTimeout", 417: "ExpectationFailed", 431: "HeadersTooLarge" } as const;
const transportStatuses = [408, 417, 431] as const;

/** Responses to requests that never reach an operation, as components. */
export const transportResponses: JsonObject = Object.fromEntries(
  transportStatuses.map((status) => {
    const { headers } = describeErrorResponse(status, ["VALIDATION_FAILED"], {
      reasons: [status === 408 ? "incomplete_request" : "malformed_request"],
    });
    const message = transportMessages[status];
    const example = { success: false, error: message, code: "VALIDATION_FAILED" };
    return [
      transportNames[status],
      {
        description: `${message}. The connection is closed.`,
        headers,
        content: { "application/json": { schema: referToError(["VALIDATION_FAILED"]), example } },
      },
    ];
  }),
);

/** For every path: these responses as references. */
export const transportReferences: JsonObject = Object.fromEntries(
  transportStatuses.map((status) => [status, reference("responses", transportNames[status])]),
);

interface ErrorHeaders {
  /** The possible values of `X-Error-Reason`; default: those of every operation. */
  reasons?: readonly SentReason[];
  names?: readonly HeaderName[];
}

/** The error response of a status, with an example body for each code. */
export function describeErrorResponse(
  status: number,
  codes: readonly ErrorCode[],
  { reasons = listCommonReasons(status, codes), names = listErrorHeaders(status, codes) }: ErrorHeaders = {},
): JsonObject {
  return {
    description: codes.map((code) => `\`${code}\`: ${errorDescription[code]}`).join("\n\n"),
    headers: { ...referToHeaders(names), ...describeReasonHeaders(reasons) },
    content: {
      "application/json": {
        schema: referToError(codes),
        examples: Object.fromEntries(codes.map((code) => [code, reference("examples", code)])),
      },
    },
  };
}

function listErrorHeaders(status: number, codes: readonly ErrorCode[]): HeaderName[] {
  const isRetried =
    status === 503 || codes.some((code) => code === "RATE_LIMITED" || code === "IDEMPOTENCY_IN_PROGRESS");
  if (status === 401) return ["X-Request-Id", "WWW-Authenticate"];
  return [
    ...(unauthenticated.has(status) ? (["X-Request-Id"] as const) : authenticatedHeaders),
    ...(isRetried ? (["Retry-After"] as const) : []),
  ];
}

/** The success of an operation: 201 for a creation, else 200. */
export function describeSuccess(declaration: Declaration, named: NamedSchemas, written: WrittenRecords): JsonObject {
  const { name, meta, output } = declaration;
  const { properties, required, ...schema } = describeSchema(output, "output", named);
  const example = examples[name]?.response;
  const whole = {
    ...schema,
    required: ["success", ...((required as string[] | undefined) ?? [])],
    properties: { success: { type: "boolean", const: true }, ...(properties as JsonObject | undefined) },
  };
  return {
    description: meta.created === undefined ? "Done." : "Created.",
    headers: referToHeaders(listSuccessHeaders(declaration)),
    content: {
      "application/json": {
        schema: hasEchoForm(declaration) ? describeBothForms(whole, declaration, named, written) : whole,
        ...(example !== undefined && { example: { success: true, ...example } }),
      },
    },
  };
}

/** The 304 of a read with a current If-None-Match. */
export function describeUnchanged(): JsonObject {
  return {
    description: "Your copy, named by `If-None-Match`, is current. No body.",
    headers: referToHeaders([...authenticatedHeaders, "ETag"]),
  };
}

function listSuccessHeaders({ kind, meta }: Declaration): HeaderName[] {
  const names: HeaderName[] = [...authenticatedHeaders];
  if (meta.etag !== undefined) names.push(meta.isVolatile === true ? "ETagForIfMatch" : "ETag");
  if (meta.created !== undefined) names.push("Location");
  if (kind === "mutation" && meta.idempotency === "required") {
    names.push("Idempotency-Expires", "Idempotent-Replayed", "X-Original-Request-Id");
  }
  if (meta.idempotency === "ignored") names.push("Idempotency-Status");
  if (meta.deprecated !== undefined) names.push("Deprecation", "Link");
  if (meta.deprecated?.sunset !== undefined) names.push("Sunset");
  return names;
}
