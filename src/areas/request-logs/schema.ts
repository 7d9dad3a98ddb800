import * as z from "zod";
import { errorStatus, type ErrorCode } from "../../contract/error-codes.ts";
import { pageInput } from "../../contract/page.ts";
import { idempotencyOutcomes, rejectionChecks, rejectedKeyStates } from "../../contract/portal/request-log.ts";
import { Id, Instant } from "../../contract/values.ts";

export const LoggedRequest = z
  .object({
    id: Id,
    occurredAt: Instant,
    requestId: z.string().meta({ description: "The value of X-Request-Id. Clients can choose it, so it may not be unique." }),
    method: z.string(),
    route: z.string().nullable().meta({ description: "The operation's path template; null if the path has no operation." }),
    operation: z.string().nullable(),
    status: z.int(),
    code: z.string().nullable(),
    refusedBy: z.enum(rejectionChecks).nullable().meta({ description: "The check that rejected the request." }),
    keyState: z.enum(rejectedKeyStates).nullable().meta({ description: "Why the key itself was rejected." }),
    keyPrefix: z.string().meta({ description: "The prefix of the key's secret that was used." }),
    scope: z.string().nullable().meta({ description: "The scope that the operation requires; of a request that lacked scopes for its data, these." }),
    idempotency: z.enum(idempotencyOutcomes).nullable(),
    durationMs: z.number(),
    address: z.string(),
  })
  .meta({ id: "LoggedRequest" });
export type LoggedRequest = z.infer<typeof LoggedRequest>;

export const statusClasses = ["2xx", "4xx", "5xx"] as const;

const Moment = z.iso.datetime({ offset: true, message: "must be an instant such as 2026-03-14T00:00:00Z" });

export const requestFilter = {
  ...pageInput({ maximum: 200, default: 50 }),
  status: z.enum(statusClasses).optional().meta({ description: "304 counts as 2xx." }),
  code: z
    .enum(Object.keys(errorStatus) as [ErrorCode, ...ErrorCode[]])
    .optional()
    .meta({ description: "The error code of the response." }),
  from: Moment.optional().meta({ format: "date-time", description: "Requests at or after this instant." }),
  until: Moment.optional().meta({ format: "date-time", description: "Requests before this instant." }),
};
const RequestFilter = z.strictObject(requestFilter);
export type RequestFilter = z.infer<typeof RequestFilter>;

/** Newest first. Without a next cursor the list has ended; with one, a page may be short or even empty. */
export const RequestPage = z.object({
  requests: z.array(LoggedRequest),
  nextCursor: z.string().nullable().meta({
    description: "Null at the end of the list. With filters a page examines at most 10,000 requests and can be short although there is a next page.",
  }),
});
export type RequestPage = z.infer<typeof RequestPage>;

/** Where the portal can fix a rejection. */
export const cureLinks = ["edit_scopes", "acting_attorney", "rotate", "resume", "networks", "none"] as const;

export const Explanation = z.object({
  check: z.enum(rejectionChecks).nullable(),
  sentence: z.string(),
  cure: z.string().nullable(),
  cureLink: z.enum(cureLinks),
});
export type Explanation = z.infer<typeof Explanation>;

export const ExplainedRequest = LoggedRequest.extend({ keyId: Id, keyName: z.string(), explanation: Explanation }).meta({ id: "ExplainedRequest" });
export type ExplainedRequest = z.infer<typeof ExplainedRequest>;

const counts = {
  succeeded: z.int(),
  refused: z.int(),
  limited: z.int(),
  failed: z.int(),
  p95Ms: z.number().nullable(),
};

export const Usage = z.object({
  days: z.array(z.object({ day: z.string(), ...counts })),
  totals: z.object(counts),
  unusedScopes: z.array(z.object({ scope: z.string(), lastUsedAt: Instant.nullable() })),
  observedSince: z.string().nullable(),
  lost: z.int(),
});
export type Usage = z.infer<typeof Usage>;
