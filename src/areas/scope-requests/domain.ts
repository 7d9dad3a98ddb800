import { invalidState, limitReached, notFound } from "../../contract/errors/error-codes.ts";
import type { PendingScope, RequestStatus } from "../../contract/portal/scope-requests.ts";
import type { Scope } from "../../contract/scopes.ts";
import { createId } from "../../platform/database/ids.ts";
import { recordEvent, diffRecords, type Context } from "../../rpc/context.ts";
import { describeActor, personOf } from "../../rpc/principal.ts";
import { mailAdministrators, notifyManagers } from "../notifications/domain.ts";
import { ScopeRequest } from "./schema.ts";
import {
  countPending,
  findGrantedLimit,
  findPersonBehindKey,
  findRequest,
  lockRequestQueueForUpdate,
  lockRequestForUpdate,
  insertRequests,
  isBehindKey,
  expireOverdue,
  listPending,
  listDenied,
  listRequestIds,
  readKeyName,
  settleRow,
  withdrawPending,
  type RequestRow,
} from "./store.ts";

/** An expiry also records the type's first name, for integrations that subscribed to it. */
const events = {
  granted: ["scope_request.granted"],
  denied: ["scope_request.denied"],
  withdrawn: ["scope_request.withdrawn"],
  lapsed: ["scope_request.expired", "scope_request.lapsed"],
} as const satisfies Record<Exclude<RequestStatus, "pending">, readonly string[]>;

const endings: Record<Exclude<RequestStatus, "pending">, string> = {
  granted: "was granted",
  denied: "was denied",
  lapsed: "has expired",
  withdrawn: "was withdrawn",
};

/** Maximum pending requests of an organization: each sends a mail to every administrator. */
const maxPending = 50;

const queueFull = `The organization has ${maxPending} pending requests for elevated scopes. Withdraw a request, or wait for decisions`;

function relate(request: { keyId: string }) {
  return [{ entity: "integration_key", id: request.keyId }];
}

/** A pending request before it ended. */
function describeBefore(after: ScopeRequest): ScopeRequest {
  return { ...after, status: "pending", decidedBy: null, decidedAt: null, note: null, latestExpiryAt: null };
}

function recordEndEvent(context: Context, row: RequestRow): ScopeRequest {
  const request = ScopeRequest.parse(row);
  if (request.status === "pending") throw new Error("a pending request has not ended");
  const diff = diffRecords(describeBefore(request), request);
  for (const eventType of events[request.status])
    recordEvent(context, { eventType, entityId: request.id, payload: request, diff, relatedIds: relate(request) });
  return request;
}

/** The person who may not decide on the request; for a key, the person who created it. */
async function findRequester(context: Context): Promise<string | null> {
  const { principal } = context;
  return principal.kind === "integration_key" ? findPersonBehindKey(context, principal.keyId) : personOf(principal);
}

/**
 * Requests elevated scopes for a key from the platform administrators. Requests expire after 14 days by the database's
 * clock. A scope that is already pending is not requested twice.
 *
 * @throws INVALID_STATE_TRANSITION if too many are pending
 */
export async function requestElevatedScopes(
  context: Context,
  key: { id: string; name: string },
  scopes: readonly Scope[],
  purpose: string,
): Promise<void> {
  if (scopes.length === 0) return;
  // Expired, but not yet processed by the job: it would block the new request.
  await expireRequests(context, { column: "keyId", value: key.id });
  await lockRequestQueueForUpdate(context);
  const requestedBy = describeActor(context.principal);
  const rows = await insertRequests(context, {
    keyId: key.id,
    requests: scopes.map((scope) => ({ id: createId("scopeRequest"), scope })),
    purpose,
    requestedBy,
    requestedByUserId: await findRequester(context),
  });
  if (rows.length === 0) return;
  if ((await countPending(context)) > maxPending) throw limitReached(queueFull);
  for (const row of rows) {
    const request = ScopeRequest.parse(row);
    recordEvent(context, {
      eventType: "scope_request.created",
      entityId: request.id,
      payload: request,
      diff: {},
      relatedIds: relate(request),
    });
  }
  const parameters = { keyName: key.name, scopes: rows.map(({ scope }) => scope), requestedBy: requestedBy.name };
  await notifyManagers(
    context,
    { kind: "scope_request.created", parameters, keyId: key.id },
    { except: requestedBy.id },
  );
  await mailAdministrators(context, parameters);
}

export function listRequestsOfKey(context: Context, keyId: string): Promise<string[]> {
  return listRequestIds(context, keyId);
}

/** Pending scopes by key; only keys that have some. */
export async function listPendingScopes(
  context: Context,
  keyIds: readonly string[],
): Promise<Map<string, PendingScope[]>> {
  const pending = new Map<string, PendingScope[]>();
  if (keyIds.length === 0) return pending;
  for (const row of await listPending(context, keyIds)) {
    const { id: requestId, scope, purpose, requestedBy, requestedAt, lapsesAt, keyId } = ScopeRequest.parse(row);
    const ofKey = pending.get(keyId) ?? [];
    pending.set(keyId, [...ofKey, { requestId, scope, purpose, requestedBy, requestedAt, lapsesAt }]);
  }
  return pending;
}

export function countPendingScopes(context: Context): Promise<number> {
  return countPending(context);
}

/**
 * Withdraws the key's pending requests except for the scopes to keep: the others are no longer wanted, or the key is
 * revoked.
 */
export async function withdrawPendingScopes(context: Context, keyId: string, keep: readonly Scope[]): Promise<void> {
  await expireRequests(context, { column: "keyId", value: keyId });
  for (const row of await withdrawPending(context, keyId, keep)) recordEndEvent(context, row);
}

/** The scopes whose newest request was denied, with the administrator's note. */
export async function listDeniedScopes(context: Context, keyId: string): Promise<ScopeRequest[]> {
  return (await listDenied(context, keyId)).map((row) => ScopeRequest.parse(row));
}

/** @throws NOT_FOUND; INVALID_STATE_TRANSITION if the request is not pending */
export async function withdrawScopeRequest(context: Context, requestId: string): Promise<ScopeRequest> {
  await lockOpenRequestForUpdate(context, requestId);
  const row = await settleRow(context, requestId, {
    status: "withdrawn",
    decidedBy: null,
    note: null,
    latestExpiryAt: null,
  });
  return recordEndEvent(context, row);
}

/**
 * The key of a request. Lock the key before the request.
 *
 * @throws NOT_FOUND
 */
export async function getRequestedKeyId(context: Context, requestId: string): Promise<string> {
  const row = await findRequest(context, requestId);
  if (row === undefined) throw notFound("Scope request");
  return row.keyId;
}

/** A pending request, locked until commit. */
export interface OpenRequest extends ScopeRequest {
  /** The person behind it; null if unknown. */
  requestedByUserId: string | null;
}

/** @throws NOT_FOUND; INVALID_STATE_TRANSITION with the request's status */
export async function lockOpenRequestForUpdate(context: Context, requestId: string): Promise<OpenRequest> {
  const row = await lockRequestForUpdate(context, requestId);
  if (row === undefined) throw notFound("Scope request");
  const request = ScopeRequest.parse(row);
  const status = request.status === "pending" && row.isOver ? "lapsed" : request.status;
  if (status !== "pending") throw invalidState(`The request can no longer be decided: it ${endings[status]}`);
  return { ...request, requestedByUserId: row.requestedByUserId };
}

/**
 * Whether the person requested the scope, or may have: anyone who created or rotated the requesting key had its secret.
 * Nobody decides on their own request.
 */
export async function isOwnRequest(context: Context, request: OpenRequest, userId: string): Promise<boolean> {
  if (request.requestedByUserId === userId) return true;
  const { requestedBy, requestedAt } = request;
  return (
    requestedBy.type === "integration_key" &&
    (await isBehindKey(context, { id: requestedBy.id, at: requestedAt }, userId))
  );
}

export interface Decision {
  status: "granted" | "denied";
  note: string | null;
  latestExpiryAt: string | null;
}

/** Records the decision on a request locked by lockOpenRequestForUpdate. */
export async function settleScopeRequest(
  context: Context,
  requestId: string,
  decision: Decision,
): Promise<ScopeRequest> {
  return recordEndEvent(
    context,
    await settleRow(context, requestId, { ...decision, decidedBy: describeActor(context.principal) }),
  );
}

/** Expires overdue requests and notifies the members concerned, each once. */
async function expireRequests(context: Context, which: Parameters<typeof expireOverdue>[1]): Promise<number> {
  const rows = await expireOverdue(context, which);
  for (const row of rows) {
    const { keyId, scope } = recordEndEvent(context, row);
    const parameters = { keyName: await readKeyName(context, keyId), scope };
    await notifyManagers(
      context,
      { kind: "scope_request.lapsed", parameters, keyId },
      { besides: listRequesters(row) },
    );
  }
  return rows.length;
}

/**
 * Expires one request if it is overdue.
 *
 * @returns whether it did
 */
export async function expireScopeRequest(context: Context, requestId: string): Promise<boolean> {
  return (await expireRequests(context, { column: "id", value: requestId })) > 0;
}

/** The members to notify besides those who manage integrations. */
export function listRequesters({ requestedByUserId }: { requestedByUserId: string | null }): string[] {
  return requestedByUserId === null ? [] : [requestedByUserId];
}

/**
 * The latest expiry that administrators allowed for a key with these scopes; null without a limit. A new expiry must
 * not exceed it.
 */
export function findExpiryLimit(context: Context, keyId: string, scopes: readonly Scope[]): Promise<string | null> {
  return findGrantedLimit(context, keyId, scopes);
}
