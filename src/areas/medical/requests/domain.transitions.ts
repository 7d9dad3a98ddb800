import { limitReached, notFound } from "../../../contract/errors/error-codes.ts";
import { staleRevision } from "../../../contract/revision.ts";
import { requireTransition } from "../../../contract/state-machine.ts";
import { createId } from "../../../platform/database/ids.ts";
import { addDays } from "../../../platform/recurrence-rule.ts";
import type { Context } from "../../../rpc/context.ts";
import { vendorOf } from "../../../rpc/principal.ts";
import { lockCaseForShare } from "../../cases/domain.ts";
import { validateAuthorization } from "../authorizations/domain.rules.ts";
import { recordRequestEvent, isAtAnEnd, readRequest, retrievalStates } from "./domain.ts";
import type { RetrievalMove, RetrievalRequest, RetrievalStatus } from "./schema.ts";
import { findRequestHeads, insertSteps, listOpenRequestIds, type RequestHead } from "./store.ts";
import { changeRow, lockRowForUpdate, lockRowsForShare, type LockedRow, type Written } from "../store.rows.ts";

export type LockedRequest = LockedRow<"RetrievalRequest">;
type Changes = Written<"RetrievalRequest">;

/** Days that a facility has for a response: the window of HIPAA's individual access. */
const dueAfterDays = 30;
export const followUpAfterDays = 10;

export type Authorization = LockedRow<"HipaaAuthorization">;

/** Maximum open requests of an authorization: a change of it records an event for each. */
export const maxOpenRequests = 100;

/** Reads the request without a lock. */
async function getRequestHead(context: Context, requestId: string): Promise<RequestHead> {
  const [head] = await findRequestHeads(context, [requestId]);
  if (head === undefined) throw notFound("Retrieval request");
  return head;
}

/**
 * Locks the request's case.
 *
 * @returns its id
 * @throws NOT_FOUND; INVALID_STATE_TRANSITION
 */
export async function lockCaseOfRequestForShare(context: Context, requestId: string): Promise<string> {
  const { caseId } = await getRequestHead(context, requestId);
  await lockCaseForShare(context, caseId);
  return caseId;
}

async function lockRequestRowForUpdate(context: Context, requestId: string): Promise<LockedRequest> {
  const request = await lockRowForUpdate(context, "RetrievalRequest", requestId);
  const vendorId = vendorOf(context.principal);
  // While it waited for the lock, the request may have been given to another vendor.
  if (request === undefined || (vendorId !== null && request.vendorId !== vendorId))
    throw notFound("Retrieval request");
  return request;
}

/**
 * Locks a request FOR UPDATE until commit, after its case.
 *
 * @throws NOT_FOUND; INVALID_STATE_TRANSITION when its case is archived
 */
export async function lockRequestForUpdate(context: Context, requestId: string): Promise<LockedRequest> {
  await lockCaseOfRequestForShare(context, requestId);
  return lockRequestRowForUpdate(context, requestId);
}

/**
 * Locks the case's authorization that a request is about to refer to FOR UPDATE, before the request.
 *
 * @throws NOT_FOUND; INVALID_STATE_TRANSITION when it has as many requests as it may
 */
export async function lockAuthorizationForUpdate(
  context: Context,
  caseId: string,
  authorizationId: string,
  requestId: string | null,
): Promise<Authorization> {
  const authorization = await lockRowForUpdate(context, "HipaaAuthorization", authorizationId);
  if (authorization?.caseId !== caseId) throw notFound("Authorization");
  const open = await listOpenRequestIds(context, authorizationId, maxOpenRequests);
  if (open.length < maxOpenRequests || (requestId !== null && open.includes(requestId))) return authorization;
  throw limitReached(
    `This authorization has ${maxOpenRequests} open requests; complete some, or add another authorization`,
  );
}

/**
 * Locks a request FOR UPDATE, and the authorization with which it is checked, in the order case, authorization,
 * request.
 *
 * @param given the authorization that it has from now on, null for none; without it the one that it has
 * @throws NOT_FOUND; INVALID_STATE_TRANSITION
 */
export async function lockAuthorizedRequestForUpdate(
  context: Context,
  requestId: string,
  given: string | null | undefined,
): Promise<{ request: LockedRequest; authorization: Authorization | undefined }> {
  const head = await getRequestHead(context, requestId);
  await lockCaseForShare(context, head.caseId);
  if (typeof given === "string") {
    const authorization = await lockAuthorizationForUpdate(context, head.caseId, given, requestId);
    return { request: await lockRequestRowForUpdate(context, requestId), authorization };
  }
  const authorizations = given === null ? [] : await lockAuthorizationsForShare(context, [head]);
  const request = await lockRequestRowForUpdate(context, requestId);
  return {
    request,
    authorization: given === null ? undefined : await lockNamedAuthorizationForShare(context, authorizations, request),
  };
}

/** Locks the requests' authorizations FOR SHARE, before the requests. */
export async function lockAuthorizationsForShare(
  context: Context,
  heads: readonly RequestHead[],
): Promise<Authorization[]> {
  const ids = new Set(heads.flatMap(({ authorizationId }) => authorizationId ?? []));
  return ids.size === 0 ? [] : lockRowsForShare(context, "HipaaAuthorization", [...ids]);
}

/** The authorization of a locked request: among those locked before, otherwise locked FOR SHARE. */
export async function lockNamedAuthorizationForShare(
  context: Context,
  authorizations: readonly Authorization[],
  { authorizationId }: LockedRequest,
): Promise<Authorization | undefined> {
  if (authorizationId === null) return undefined;
  // The request got another authorization meanwhile. Locked out of order: a deadlock only repeats the transaction.
  return (
    authorizations.find(({ id }) => id === authorizationId) ??
    (await lockRowsForShare(context, "HipaaAuthorization", [authorizationId]))[0]
  );
}

/** @throws INVALID_STATE_TRANSITION */
export function validateRequestMove(from: string, to: RetrievalStatus): void {
  requireTransition(retrievalStates, from as RetrievalStatus, to);
}

const needsAuthorization: ReadonlySet<RetrievalStatus> = new Set(["ready", "submitted"]);

const effects: Partial<Record<RetrievalStatus, (request: LockedRequest, move: RetrievalMove, now: string) => Changes>> =
  {
    awaiting_authorization: () => ({ authorizationStatus: "pending" }),
    ready: () => ({ authorizationStatus: "signed" }),
    submitted: (request, move, now) => {
      const isResent = request.submittedAt !== null;
      return {
        authorizationStatus: "signed",
        submittedAt: now,
        dueOn: move.dueOn ?? (isResent ? null : request.dueOn) ?? addDays(request.today, dueAfterDays),
        followUpOn: move.followUpOn ?? addDays(request.today, followUpAfterDays),
        ...(isResent && { followUpCount: request.followUpCount + 1, lastFollowUpAt: now }),
      };
    },
    acknowledged: (_request, _move, now) => ({ acknowledgedAt: now }),
    fee_approved: (request, move) => ({ feeApprovedCents: move.feeApprovedCents ?? request.feeQuotedCents }),
    rejected: () => ({ authorizationStatus: "rejected", followUpOn: null }),
    received: (_request, _move, now) => ({ receivedAt: now, followUpOn: null }),
    completed: (_request, _move, now) => ({ completedAt: now, followUpOn: null }),
    no_records: (_request, _move, now) => ({ completedAt: now, followUpOn: null }),
    cancelled: () => ({ followUpOn: null }),
    expired: () => ({ authorizationStatus: "expired", followUpOn: null }),
  };

/**
 * @param authorization the request's current or new one
 * @throws INVALID_STATE_TRANSITION for a transition that the table lacks, or an insufficient authorization
 */
export function validateEntry(
  request: LockedRequest,
  toStatus: RetrievalStatus,
  authorization: Authorization | undefined,
): void {
  validateRequestMove(request.status, toStatus);
  if (needsAuthorization.has(toStatus)) validateAuthorization(request, authorization, request.today);
}

/**
 * Transitions a locked request, with a timeline entry and an event. Its revision is one that the context expects.
 *
 * @param authorization the new one, which is also validated; undefined keeps the current one
 * @throws INVALID_STATE_TRANSITION; STALE_REVISION
 */
export async function enterStatus(
  context: Context,
  request: LockedRequest,
  move: RetrievalMove,
  authorization: Authorization | undefined,
): Promise<RetrievalRequest> {
  const { toStatus, reason = null, authorizationId: _, ...fields } = move;
  validateEntry(request, toStatus, authorization);
  const before = await readRequest(context, request.id);
  const now = new Date().toISOString();
  const { authorizationStatus, authorizationExpiresOn } = before;
  const changes: Changes = {
    ...fields,
    // A final status freezes the authorization's fields on the request.
    ...(isAtAnEnd(toStatus) && { authorizationStatus, authorizationExpiresOn }),
    ...(authorization !== undefined && {
      authorizationId: authorization.id,
      authorizationExpiresOn: authorization.expiresOn,
    }),
    ...effects[toStatus]?.(request, move, now),
    status: toStatus,
    statusReason: reason,
    statusChangedAt: now,
    leaseToken: null,
    leasedUntil: null,
  };
  if (!(await changeRow(context, "RetrievalRequest", request.id, changes))) throw staleRevision("retrieval request");
  await insertSteps(context, [
    { id: createId("retrievalRequestStep"), requestId: request.id, status: toStatus, note: reason },
  ]);
  const after = await readRequest(context, request.id);
  recordRequestEvent(context, "retrieval_request.status_changed", before, after);
  return after;
}

/** @throws NOT_FOUND; INVALID_STATE_TRANSITION; STALE_REVISION */
export async function moveRequest(context: Context, requestId: string, move: RetrievalMove): Promise<RetrievalRequest> {
  if (move.authorizationId === undefined && !needsAuthorization.has(move.toStatus)) {
    return enterStatus(context, await lockRequestForUpdate(context, requestId), move, undefined);
  }
  const { request, authorization } = await lockAuthorizedRequestForUpdate(context, requestId, move.authorizationId);
  return enterStatus(context, request, move, authorization);
}
