import { basePath } from "../contract/base-path.ts";
import { formatDeprecation } from "../contract/deprecation.ts";
import { errorReasonTexts } from "../contract/errors/error-reason-texts.ts";
import { detailHeader } from "../contract/errors/error-reasons.ts";
import { reference, type JsonObject } from "./json.ts";

function describeHeader(description: string, schema: JsonObject): JsonObject {
  return { description, schema };
}

const text = (example: string): JsonObject => ({ type: "string", maxLength: 1_000, examples: [example] });
const count = (example: number): JsonObject => ({
  type: "integer",
  format: "int64",
  minimum: 0,
  maximum: Number.MAX_SAFE_INTEGER,
  examples: [example],
});
const instant = (example: string): JsonObject => ({
  type: "string",
  format: "date-time",
  maxLength: 40,
  examples: [example],
});

/** What the header has, by reason. */
function describeDetails(): string {
  const details = Object.entries(errorReasonTexts).flatMap(([name, { detail }]) =>
    detail === undefined ? [] : [`with \`${name}\` ${detail}`],
  );
  return `What the reason is about: ${details.join("; ")}.`;
}

/** An operation's, as an example: of the day on which the API began. */
const deprecation = formatDeprecation({ since: "2026-11-21", sunset: "2027-11-21", successor: "/events" }, basePath);

export const headerDescriptions = {
  "X-Request-Id": describeHeader(
    "The ID of this request: yours if you sent one, otherwise generated.",
    text("req_01k3v5qz8d8h5n2c7w9x4m6t1b"),
  ),
  "X-API-Key-Expires-At": describeHeader("When the key expires.", instant("2027-03-01T00:00:00.000Z")),
  "X-Caseport-Environment": describeHeader("Present only on responses to a key of a sandbox.", {
    type: "string",
    const: "sandbox",
  }),
  "X-RateLimit-Limit": describeHeader(
    "Requests per minute in this tier: the key's or the organization's limit, whichever has less left.",
    count(600),
  ),
  "X-RateLimit-Remaining": describeHeader("Requests left in that limit.", count(598)),
  "X-RateLimit-Reset": describeHeader("When that limit resets, in Unix seconds.", count(1_773_500_000)),
  RateLimit: describeHeader(
    "Requests left (`r`) and seconds until the reset (`t`): the key's limit, then the organization's.",
    text('"read";r=598;t=41, "read-organization";r=1790;t=41'),
  ),
  "RateLimit-Policy": describeHeader(
    "The quotas (`q`) and their windows in seconds (`w`).",
    text('"read";q=600;w=60, "read-organization";q=1800;w=60'),
  ),
  "Retry-After": describeHeader("Seconds to wait before you retry.", { ...count(1), minimum: 1 }),
  [detailHeader]: describeHeader(describeDetails(), text("cases:read")),
  "WWW-Authenticate": describeHeader(
    "The credentials that the operation accepts (RFC 9110).",
    text('ApiKey realm="Caseport", header="x-api-key"'),
  ),
  ETag: describeHeader(
    "The record's revision, quoted: for `If-Match`, and for `If-None-Match` with the reads that list it.",
    text('"3"'),
  ),
  // A component of its own, sent as `ETag`: see `referToHeaders`.
  ETagForIfMatch: describeHeader(
    "The record's revision, quoted: for `If-Match` only. The response has values that change without a new revision, so a read is never 304.",
    text('"3"'),
  ),
  Location: describeHeader(
    "The path of the created record.",
    text("/api/v1/cases/case_01k3v5qz8d8h5n2c7w9x4m6t1b/folders/fld_01k3v5r0b2f6j8m4q7s9v1x3z5"),
  ),
  "Idempotency-Expires": describeHeader("When the stored response expires.", instant("2026-03-15T15:09:26.535Z")),
  "Idempotency-Status": describeHeader(
    "The operation ignores `X-Idempotency-Key`: a repeated request takes effect again.",
    { type: "string", const: "ignored" },
  ),
  "Idempotent-Replayed": describeHeader("Present only on a replay of the stored response.", {
    type: "string",
    const: "true",
  }),
  "X-Original-Request-Id": describeHeader(
    "On a replay: the ID of the request that took effect.",
    text("req_01k3v5qz8d8h5n2c7w9x4m6t1b"),
  ),
  Deprecation: describeHeader("When the operation was deprecated (RFC 9745).", text(deprecation.Deprecation)),
  Sunset: describeHeader("From when the operation may be gone (RFC 8594).", text(deprecation.Sunset ?? "")),
  Link: describeHeader(
    'The operation that replaces it, with `rel="successor-version"`, and the policy, with `rel="deprecation"`.',
    text(deprecation.Link),
  ),
} as const;

export type HeaderName = keyof typeof headerDescriptions;

/** On every response to a known key, whatever its status. */
export const authenticatedHeaders: readonly HeaderName[] = [
  "X-Request-Id",
  "X-API-Key-Expires-At",
  "X-Caseport-Environment",
  "X-RateLimit-Limit",
  "X-RateLimit-Remaining",
  "X-RateLimit-Reset",
  "RateLimit",
  "RateLimit-Policy",
];

export function referToHeaders(names: readonly HeaderName[]): JsonObject {
  return Object.fromEntries(
    names.map((name) => [name === "ETagForIfMatch" ? "ETag" : name, reference("headers", name)]),
  );
}

const quotedRevisions = { type: "string", minLength: 1, maxLength: 1_000, examples: ['"3"'] };

export const headerParameters = {
  RequestId: {
    name: "X-Request-Id",
    in: "header",
    required: false,
    description: "Your ID for this request. It is used if it matches the pattern, otherwise replaced.",
    schema: {
      type: "string",
      maxLength: 128,
      pattern: "^[A-Za-z0-9._~+/=:-]{1,128}$",
      examples: ["sync-2026-03-14-0042"],
    },
  },
  IdempotencyKey: {
    name: "X-Idempotency-Key",
    in: "header",
    required: true,
    description: "Makes retries safe: the same key with the same request takes effect once.",
    schema: {
      type: "string",
      minLength: 1,
      maxLength: 200,
      pattern: "^[\\x20-\\x7e]{1,200}$",
      examples: ["5f0c2c1e-7c1a-4f0e-9a55-0c6f0b7e2d31"],
    },
  },
  IfMatch: {
    name: "If-Match",
    in: "header",
    required: false,
    description:
      "The ETag of the revision that you change. If the record has a newer revision, the request fails with 409. `*` matches every revision of an existing record.",
    schema: quotedRevisions,
  },
  IfMatchRequired: {
    name: "If-Match",
    in: "header",
    required: true,
    description:
      "The ETag of the revision that you change. If the record has a newer revision, the request fails with 409. `*` is not a revision: 400.",
    schema: quotedRevisions,
  },
  IfNoneMatch: {
    name: "If-None-Match",
    in: "header",
    required: false,
    description: "The ETag of your copy. If it is current, the response is 304 without a body.",
    schema: quotedRevisions,
  },
} as const satisfies Record<string, JsonObject>;

export type ParameterName = keyof typeof headerParameters;
