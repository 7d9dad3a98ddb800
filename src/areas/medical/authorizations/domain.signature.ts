import { AppError, invalidState, notFound } from "../../../contract/errors/error-codes.ts";
import { attempt } from "../../../rpc/attempt.ts";
import type { Context } from "../../../rpc/context.ts";
import { moveRequest } from "../requests/domain.transitions.ts";
import { listWaitingRequestIds } from "../requests/store.ts";
import { changeRow, lockRowsForUpdate } from "../store.rows.ts";
import { describeAuthorization, recordChangeEvent, updateAuthorization } from "./domain.ts";
import type { HipaaAuthorization } from "./schema.ts";
import { findAuthorization } from "./store.ts";

/** The sensitive categories that an authorization includes or not. */
export type Category = "includesMentalHealth" | "includesSubstanceUse" | "includesHiv";

/** What the signed document of an authorization says. */
export interface SignedDocument {
  documentId: string;
  signedOn: string;
  /** The categories that have a box, and whether it was filled. */
  boxes: ReadonlyMap<Category, boolean>;
}

/** A retrieval request that waited for the signature; `reason` says why it is not ready, null if it is. */
export interface AwaitingRequest {
  requestId: string;
  reason: string | null;
}

/**
 * The pending authorization that a signature request asks the client to sign.
 *
 * @throws NOT_FOUND unless it is of the case; INVALID_STATE_TRANSITION unless it is pending
 */
export async function getPendingAuthorization(
  context: Context,
  caseId: string,
  authorizationId: string,
): Promise<HipaaAuthorization> {
  const row = await findAuthorization(context, authorizationId);
  if (row === undefined || row.case.id !== caseId) throw notFound("Authorization");
  const authorization = describeAuthorization(row);
  if (authorization.status !== "pending") throw invalidState(`The authorization is in status ${authorization.status}`);
  return authorization;
}

/**
 * Signs a pending authorization, and makes the retrieval requests ready that wait for it and lack nothing else. A
 * category stays included only if its box, where the document has one, was filled. The caller has locked the case FOR
 * NO KEY UPDATE.
 *
 * @returns the requests that waited
 * @throws NOT_FOUND; INVALID_STATE_TRANSITION unless it is pending
 */
export async function signAuthorization(
  context: Context,
  { caseId, authorizationId }: { caseId: string; authorizationId: string },
  { documentId, signedOn, boxes }: SignedDocument,
): Promise<AwaitingRequest[]> {
  const pending = await getPendingAuthorization(context, caseId, authorizationId);
  const included = [...boxes].map(([category, isFilled]) => [category, pending[category] && isFilled]);
  await updateAuthorization(context, authorizationId, { signedOn, documentId, ...Object.fromEntries(included) });
  const awaiting: AwaitingRequest[] = [];
  for (const requestId of await listWaitingRequestIds(context, authorizationId)) {
    const moved = await attempt(context, () => moveRequest(context, requestId, { toStatus: "ready" }));
    awaiting.push({ requestId, reason: moved instanceof AppError ? moved.message : null });
  }
  return awaiting;
}

/**
 * Names the signature request that asks the client to sign an authorization. The caller has locked the case.
 *
 * @throws NOT_FOUND
 */
export async function nameSignatureRequest(
  context: Context,
  { caseId, authorizationId }: { caseId: string; authorizationId: string },
  esignRequestId: string,
): Promise<void> {
  await lockRowsForUpdate(context, "HipaaAuthorization", [authorizationId]);
  const before = await findAuthorization(context, authorizationId);
  if (before?.case.id !== caseId) throw notFound("Authorization");
  await changeRow(context, "HipaaAuthorization", authorizationId, { esignRequestId });
  await recordChangeEvent(context, "hipaa_authorization.updated", before);
}
