import { AppError, invalidInput, invalidState } from "../../contract/errors/error-codes.ts";
import { isScope, needsActingAttorney } from "../../contract/scopes.ts";
import { lockAttorneyForShare } from "../../rpc/authorize.ts";
import type { Context } from "../../rpc/context.ts";
import type { PersonContext } from "../../rpc/portal-context.ts";
import { notifyManagers } from "../notifications/domain.ts";
import {
  getRequestedKeyId,
  lockOpenRequestForUpdate,
  isOwnRequest,
  listRequesters,
  settleScopeRequest,
  type OpenRequest,
} from "../scope-requests/domain.ts";
import { grantScope, lockKeyForUpdate, type LockedKey } from "../service-accounts/domain.changes.ts";
import { assertKnownHolders } from "../service-accounts/domain.secrets.ts";
import { runAsAdministrator } from "./domain.ts";
import type { DecidedRequest, ScopeDecision } from "./schema.ts";
import { isActiveMember, isAhead } from "./store.ts";

/**
 * Grants or denies scopes of one key, finally: requests, key, events, audit entries and notifications in one
 * transaction. A granted scope works from the key's next request on.
 *
 * @throws NOT_FOUND; FORBIDDEN for the person's own request, or to grant in their own organization;
 *   INVALID_STATE_TRANSITION if a request is decided or expired, the key has ended, or another key had its secret;
 *   INTEGRATION_NOT_CONFIGURED if a scope requires an acting attorney and the key has none; VALIDATION_FAILED for a
 *   request of another key
 */
export function decideScopeRequest(person: PersonContext, decision: ScopeDecision): Promise<DecidedRequest> {
  const { organizationId, requestId, alsoRequestIds } = decision;
  return runAsAdministrator(person, organizationId, async (context) => {
    const keyId = await getRequestedKeyId(context, requestId);
    let decided = await decideOne(context, person, decision, keyId);
    for (const also of new Set(alsoRequestIds)) {
      if (also === requestId) continue;
      if ((await getRequestedKeyId(context, also)) !== keyId)
        throw invalidInput({ path: "alsoRequestIds", message: "must be requests of the same key" });
      decided = await decideOne(context, person, { ...decision, requestId: also }, keyId);
    }
    return { ...decided, requestId };
  });
}

async function decideOne(
  context: Context,
  { session }: PersonContext,
  decision: ScopeDecision,
  keyId: string,
): Promise<DecidedRequest> {
  // With what an earlier grant of the same decision gave it.
  const key = await lockKeyForUpdate(context, keyId);
  const request = await lockOpenRequestForUpdate(context, decision.requestId);
  if (await isOwnRequest(context, request, session.userId)) throw new AppError("FORBIDDEN", ownRequest);
  if (decision.decision === "deny") return denyRequest(context, key, request, decision.note);
  if (await isActiveMember(context, session.userId)) throw new AppError("FORBIDDEN", ownOrganization);
  return grantRequest(context, key, request, decision);
}

const ownRequest =
  "You requested this scope, or had the secret of the key that requested it. Another platform administrator must decide";

const ownOrganization =
  "You are a member of this organization. Another platform administrator must grant the scope; you can deny it";

async function denyRequest(
  context: Context,
  key: LockedKey,
  request: OpenRequest,
  note: string | null,
): Promise<DecidedRequest> {
  await settleScopeRequest(context, request.id, { status: "denied", note, latestExpiryAt: null });
  const parameters = { keyName: key.name, scope: request.scope, decidedBy: context.principal.actorName, note };
  await notifyManagers(
    context,
    { kind: "scope_request.denied", parameters, keyId: key.id },
    { besides: listRequesters(request) },
  );
  return { requestId: request.id, status: "denied", keyExpiresAt: key.expiresAt, keyScopes: key.scopes };
}

async function grantRequest(
  context: Context,
  key: LockedKey,
  request: OpenRequest,
  decision: ScopeDecision,
): Promise<DecidedRequest> {
  const { note, latestExpiryAt } = decision;
  // Without a requester it cannot be ruled out that the administrator decides on their own request.
  if (request.requestedByUserId === null) {
    throw new AppError("FORBIDDEN", "The requester is unknown. A member must request the scope in the portal");
  }
  await assertKnownHolders(
    context,
    key,
    request.requestedBy.type === "integration_key" ? request.requestedBy.id : null,
  );
  assertGrantable(key);
  await lockNeededAttorneyForShare(context, key, request.scope);
  if (latestExpiryAt !== null && !(await isAhead(context, latestExpiryAt))) {
    throw invalidInput({ path: "latestExpiryAt", message: "must be in the future" });
  }
  await settleScopeRequest(context, request.id, { status: "granted", note, latestExpiryAt });
  const { expiresAt, scopes } = await grantScope(context, key, {
    requestId: request.id,
    scope: request.scope,
    latestExpiryAt,
  });
  const parameters = {
    keyName: key.name,
    scope: request.scope,
    decidedBy: context.principal.actorName,
    note,
    expiresAt,
  };
  await notifyManagers(
    context,
    { kind: "scope_request.granted", parameters, keyId: key.id },
    { besides: listRequesters(request) },
  );
  return { requestId: request.id, status: "granted", keyExpiresAt: expiresAt, keyScopes: scopes };
}

/**
 * A granted key must work; the firm has to fix what prevents it first.
 *
 * @throws INVALID_STATE_TRANSITION
 */
function assertGrantable(key: LockedKey): void {
  if (key.revokedAt !== null) throw invalidState("The key is revoked. Scopes cannot be granted to it");
  if (key.status === "expired") throw invalidState("The key has expired. Rotate it with a new expiry first");
}

/** @throws INTEGRATION_NOT_CONFIGURED if the scope needs an acting attorney and the key has no active one */
async function lockNeededAttorneyForShare(context: Context, key: LockedKey, scope: string): Promise<void> {
  if (!isScope(scope) || !needsActingAttorney(scope)) return;
  if (key.actingAttorneyId !== null && (await lockAttorneyForShare(context, key.actingAttorneyId))) return;
  throw new AppError(
    "INTEGRATION_NOT_CONFIGURED",
    "The scope needs an acting attorney, and the key has no active one. The organization must choose one first, under API keys",
  );
}
