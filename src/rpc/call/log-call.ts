import { listFaultPaths, type AppError } from "../../contract/errors/error-codes.ts";
import type { Scope } from "../../contract/scopes.ts";
import { errorReasons } from "../../contract/errors/error-reasons.ts";
import type { IdempotencyOutcome, RequestSource } from "../../contract/portal/request-log.ts";
import type { RequestLog, RequestNote, RequestOwner } from "../../platform/observability/request-log.ts";
import { scopeOf } from "../authorize.ts";
import type { Declaration } from "../declarations.ts";
import type { Principal } from "../principal.ts";

/** A call that ended, as its transport knows it. */
export interface EndedCall {
  owner: RequestOwner;
  requestId: string;
  /** performance.now() at arrival. */
  startedAt: number;
  /** How long it waited for events since then. */
  waitedMilliseconds?: number | undefined;
  method: string;
  /** Undefined where the path named no operation. */
  declaration: Declaration | undefined;
  /** Undefined before authentication. */
  principal: Pick<Principal, "scopes"> | undefined;
  status: number;
  rejection?: AppError | undefined;
  /** Of a success: with which it read or changed something, besides that of its declaration. */
  usedScopes?: ReadonlySet<Scope> | undefined;
  /** Of a success that repeats an earlier request: that one's ID. */
  originalRequestId?: string | null | undefined;
  /** The lower allowance per minute and what was left of it; null if it was not counted. */
  allowance: { limit: number; remaining: number } | null;
  address: string;
  source: RequestSource;
}

/** Writes a call of REST, of an assistant's tool or of a bulk job to the request log: only metadata. */
export function logCall(requestLog: Pick<RequestLog, "note">, call: EndedCall): void {
  const { owner, requestId, startedAt, waitedMilliseconds = 0, method, declaration, allowance, address, source } = call;
  const milliseconds = performance.now() - startedAt;
  requestLog.note({
    owner,
    occurredAt: Date.now() - milliseconds,
    requestId,
    method,
    route: declaration?.meta.path ?? null,
    operation: declaration?.name ?? null,
    status: call.status,
    originalRequestId: call.originalRequestId ?? null,
    ...describeRejection(call.rejection),
    scope: describeScopes(call),
    idempotency: describeIdempotency(call),
    rateLimit: allowance?.limit ?? null,
    rateRemaining: allowance?.remaining ?? null,
    durationMicros: Math.round((milliseconds - waitedMilliseconds) * 1000),
    address,
    source,
  });
}

type RejectionNote = Pick<RequestNote, "code" | "rejectedBy" | "reason" | "faultPaths"> &
  Partial<Pick<RequestNote, "originalRequestId">>;

/** Why it was rejected: only declared names. */
function describeRejection(rejection: AppError | undefined): RejectionNote {
  if (rejection === undefined) return { code: null, rejectedBy: null, reason: null, faultPaths: [] };
  const { code, errorReason, faults, originalRequestId } = rejection;
  return {
    code,
    rejectedBy: errorReasons[errorReason].check,
    reason: errorReason,
    faultPaths: listFaultPaths(faults),
    originalRequestId,
  };
}

/**
 * The scopes with which the call was made, or those that the key lacked for it: `record_requests` splits them at the
 * commas, for when each was last used.
 */
function describeScopes({ rejection, declaration, principal, usedScopes = new Set() }: EndedCall): string | null {
  const missing = rejection?.missingScopes ?? [];
  if (missing.length > 0) return missing.join(", ");
  if (declaration === undefined) return null;
  const { scope, orScopes = [], showsMoreWith } = declaration.meta;
  const showsMore = rejection === undefined && showsMoreWith !== undefined && principal?.scopes.has(showsMoreWith);
  // Where several scopes are enough, an operation may know better than its declaration which of them it used.
  const isKnown = [scope, ...orScopes].some((each) => each !== null && usedScopes.has(each));
  const own = isKnown ? null : scopeOf(principal, declaration.meta);
  const used = [...(own === null ? [] : [own]), ...usedScopes, ...(showsMore === true ? [showsMoreWith] : [])];
  return used.length === 0 ? null : [...new Set(used)].join(", ");
}

/** Null for reads and rejected calls: nothing is stored for them, and the same idempotency key may be sent again. */
function describeIdempotency({ declaration, rejection, originalRequestId }: EndedCall): IdempotencyOutcome | null {
  const idempotency = declaration?.meta.idempotency;
  if (idempotency === "ignored") return "ignored";
  if (idempotency !== "required" || rejection !== undefined) return null;
  return (originalRequestId ?? null) === null ? "fresh" : "replayed";
}
