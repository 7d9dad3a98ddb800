import { invalidInput, invalidState } from "../../contract/errors/error-codes.ts";
import type { Scope } from "../../contract/scopes.ts";
import type { Context } from "../../rpc/context.ts";
import { requestElevatedScopes } from "../scope-requests/domain.ts";
import { lockKeyForUpdate } from "./domain.changes.ts";
import { listPendingNames } from "./domain.ts";

/**
 * Requests granted elevated scopes anew, because a key cannot be extended beyond what their grants allow. The key keeps
 * them meanwhile, and also if the renewal is denied.
 *
 * @throws NOT_FOUND; VALIDATION_FAILED at `scopes` for one that the key does not hold; INVALID_STATE_TRANSITION if the
 *   key is revoked, or a renewal is pending or too many requests are
 */
export async function requestRenewal(
  context: Context,
  keyId: string,
  { scopes, purpose }: { scopes: readonly Scope[]; purpose: string },
): Promise<void> {
  const key = await lockKeyForUpdate(context, keyId);
  if (key.revokedAt !== null) throw invalidState("The key is revoked. Its scopes cannot be renewed");
  const held = new Set<string>(key.elevatedScopes);
  if (scopes.some((scope) => !held.has(scope)))
    throw invalidInput({ path: "scopes", message: "must be granted elevated scopes of the key" });
  const pending = listPendingNames(key);
  if (scopes.some((scope) => pending.has(scope))) throw invalidState("A renewal of this scope is already pending");
  await requestElevatedScopes(context, key, [...new Set(scopes)], purpose);
}
