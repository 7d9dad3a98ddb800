import * as z from "zod";
import { namedEnum, oneOf } from "../../contract/enumeration.ts";
import { errorStatus, type ErrorCode } from "../../contract/errors/error-codes.ts";
import { errorReasonNames } from "../../contract/errors/error-reasons.ts";
import { pageInput } from "../../contract/page.ts";
import {
  idempotencyOutcomes,
  loggedMethods,
  rejectionChecks,
  rejectedKeyStates,
  requestSources,
} from "../../contract/portal/request-log.ts";
import { AnyInstant, BulkJobId, Id, Instant, PlausibleDate, text } from "../../contract/values/values.ts";
import { RateLimits } from "../metadata/domain.ts";
import { requestLogEnumerations } from "./enumerations.ts";

export const LoggedRequest = z
  .object({
    id: Id,
    occurredAt: Instant,
    requestId: z
      .string()
      .meta({ description: "The value of X-Request-Id. Clients can choose it, so it may not be unique." }),
    method: z.string(),
    route: z
      .string()
      .nullable()
      .meta({ description: "The operation's path template; null if the path has no operation." }),
    operation: z.string().nullable(),
    status: z.int(),
    code: z.string().nullable(),
    rejectedBy: namedEnum("RejectionCheck", rejectionChecks)
      .nullable()
      .meta({ description: "The check that rejected the request." }),
    refusedBy: namedEnum("RejectionCheck", rejectionChecks)
      .nullable()
      .meta({ description: "Deprecated: use `rejectedBy`, which has the same value.", deprecated: true }),
    reason: namedEnum("ErrorReason", errorReasonNames)
      .nullable()
      .meta({ description: "Why it was rejected: stable, and finer than the code." }),
    faultPaths: z
      .array(z.string())
      .meta({ description: "Where the input was invalid, at most 20 paths; never a value." }),
    keyState: namedEnum("RejectedKeyState", rejectedKeyStates)
      .nullable()
      .meta({ description: "Why the key itself was rejected." }),
    keyPrefix: z.string().meta({ description: "The prefix of the key's secret that was used." }),
    scope: z.string().nullable().meta({
      description:
        "The scopes with which the request was made, separated by commas, such as those of the types that a search covers; of a rejected request those that it lacked.",
    }),
    idempotency: namedEnum("IdempotencyOutcome", idempotencyOutcomes).nullable(),
    originalRequestId: z.string().nullable().meta({
      description: "The request that used the idempotency key first, if this one is its replay or conflicts with it.",
    }),
    rateLimit: z
      .int()
      .nullable()
      .meta({ description: "Requests per minute in the lower of the key's and the organization's allowance." }),
    rateRemaining: z.int().nullable().meta({ description: "What was left of that allowance." }),
    durationMs: z.number(),
    address: z.string(),
    source: namedEnum("RequestSource", requestSources).meta({
      description: "How it was sent: `mcp` is a tool call of an assistant.",
    }),
  })
  .meta({ id: "LoggedRequest" });
export type LoggedRequest = z.infer<typeof LoggedRequest>;

/** 3xx is not a class: 304 counts as 2xx. */
export const statusClasses = ["2xx", "4xx", "5xx"] as const;
const statusOrClass = /^([245]xx|[2-5]\d\d)$/;

/** The requests of one key. */
export const keyRequestFilter = {
  ...pageInput({ maximum: 200, default: 50 }),
  status: namedEnum("StatusClass", statusClasses).optional().meta({ description: "304 counts as 2xx." }),
  code: namedEnum("ErrorCode", Object.keys(errorStatus) as ErrorCode[])
    .optional()
    .meta({ description: "The error code of the response." }),
  from: AnyInstant.optional().meta({ format: "date-time", description: "Requests at or after this instant." }),
  until: AnyInstant.optional().meta({ format: "date-time", description: "Requests before this instant." }),
};
export const KeyRequestFilter = z.strictObject(keyRequestFilter);
export type KeyRequestFilter = z.infer<typeof KeyRequestFilter>;

/** The organization's requests in the portal. Every filter can be in the page's URL. */
export const OrganizationRequestFilter = z.strictObject({
  ...pageInput({ maximum: 200, default: 50 }),
  keyId: Id.optional(),
  status: z.string().regex(statusOrClass, "must be a class such as 4xx, or a status").optional(),
  route: text(1, 200).optional().meta({ description: "A path template, or a path of it." }),
  method: z.enum(loggedMethods).optional(),
  q: text(1, 100).optional().meta({
    description: "A request's ID, or a part of its path, its reason's name or its reason's label.",
  }),
  reason: namedEnum("ErrorReason", errorReasonNames).optional(),
  address: text(2, 64).optional(),
  bulkJobId: BulkJobId.optional().meta({ description: "The calls of a bulk job's items." }),
  source: z.enum(requestSources).optional(),
  from: AnyInstant.optional(),
  until: AnyInstant.optional(),
});
export type OrganizationRequestFilter = z.infer<typeof OrganizationRequestFilter>;

/**
 * Requests of one key, newest first. Without a next cursor the list has ended; with one, a page may be short or even
 * empty.
 */
export const KeyRequestPage = z.object({
  requests: z.array(LoggedRequest),
  nextCursor: z.string().nullable().meta({
    description:
      "Null at the end of the list. With filters a page examines at most 10,000 requests and can be short although there is a next page.",
  }),
});
export type KeyRequestPage = z.infer<typeof KeyRequestPage>;

/** Where the portal can fix a rejection. */
export const fixLinks = ["edit_scopes", "acting_attorney", "rotate", "resume", "networks", "none"] as const;

export const Explanation = z.object({
  check: namedEnum("RejectionCheck", rejectionChecks).nullable(),
  /** What happened, as a sentence. */
  summary: z.string(),
  /** How to resolve it; null if nothing is to be done. */
  fix: z.string().nullable(),
  fixLink: z.enum(fixLinks),
});
export type Explanation = z.infer<typeof Explanation>;

const OrganizationRequest = LoggedRequest.extend({ keyId: Id, keyName: z.string() });
export type OrganizationRequest = z.infer<typeof OrganizationRequest>;

/** Requests of the organization in the portal, newest first, with their keys. */
export const OrganizationRequestPage = KeyRequestPage.extend({ requests: z.array(OrganizationRequest) });
export type OrganizationRequestPage = z.infer<typeof OrganizationRequestPage>;

export const ExplainedRequest = OrganizationRequest.extend({ explanation: Explanation }).meta({
  id: "ExplainedRequest",
});
export type ExplainedRequest = z.infer<typeof ExplainedRequest>;

/** One request with what it left behind. */
export const RequestDetail = ExplainedRequest.extend({
  events: z
    .array(z.object({ id: Id, eventType: z.string() }))
    .meta({ description: "The events that it recorded, at most 20." }),
  hasAuditEntry: z.boolean(),
});
export type RequestDetail = z.infer<typeof RequestDetail>;

/** A scope that a key holds. */
export const ScopeUse = z.object({ scope: z.string(), lastUsedAt: Instant.nullable() });
export type ScopeUse = z.infer<typeof ScopeUse>;

const counts = {
  requests: z.int(),
  succeeded: z.int().meta({ description: "2xx and 304, also replays." }),
  refused: z.int().meta({ description: "4xx except 429." }),
  limited: z.int().meta({ description: "429." }),
  failed: z.int().meta({ description: "5xx." }),
  p95Ms: z.number().nullable().meta({
    description: "95th percentile of the durations in milliseconds, estimated from a histogram; null without requests.",
  }),
};
export const UsageCounts = z.object(counts).meta({ id: "UsageCounts" });
export type UsageCounts = z.infer<typeof UsageCounts>;

const usageGroup = oneOf(requestLogEnumerations.usageGroup);

export const UsageFilter = z.strictObject({
  from: PlausibleDate.optional().meta({ description: "First day (UTC). Default: the 30 days until `to`." }),
  to: PlausibleDate.optional().meta({
    description: "Last day (UTC). Default: today. Requests of the last seconds are not counted yet.",
  }),
  groupBy: usageGroup.default("day"),
});
export type UsageFilter = z.infer<typeof UsageFilter>;

const UsageRow = z
  .object({
    day: z.string().nullable().meta({ description: "UTC; null if rows are by operation." }),
    operation: z
      .string()
      .nullable()
      .meta({ description: "Null if rows are by day, and for requests to unknown paths." }),
    method: z.string().nullable(),
    route: z.string().nullable().meta({ description: "The operation's path template." }),
    ...counts,
  })
  .meta({ id: "UsageRow" });

export const Usage = z
  .object({
    from: z.string(),
    to: z.string(),
    groupBy: usageGroup,
    totals: UsageCounts,
    rows: z.array(UsageRow).meta({
      description:
        "By day every day of the span, oldest first; by operation those that were used, most requests first; by both, days first.",
    }),
    unusedScopes: z.array(ScopeUse).meta({ description: "Scopes that the key did not use for 90 days." }),
    observedSince: z.string().nullable().meta({
      description: "The day since which uses of scopes are known, if it is in the last 90 days; otherwise null.",
    }),
    lostRequests: z
      .int()
      .meta({ description: "Requests of the organization's keys in the span that could not be counted." }),
    limits: RateLimits.nullable().meta({
      description: "The key's allowances and what is left of them now; null for members.",
    }),
  })
  .meta({ id: "Usage" });
export type Usage = z.infer<typeof Usage>;
