import { AppError, unauthorizedMessage } from "../../../contract/errors/error-codes.ts";
import type { Context } from "../../../rpc/context.ts";
import { rejectBeyondMaker, type KeyLimits, type LimitedKey } from "../domain.rules.ts";
import { isAllowedByApi, lockUsableKeyForShare } from "./store.ts";
import { findKey } from "../store.ts";

/**
 * Locks the calling key until commit, so that no revocation misses what it creates.
 *
 * @returns its limits; null for a person
 * @throws UNAUTHORIZED if it was revoked, paused or expired after its authentication
 */
export async function lockMakerForShare(context: Context): Promise<KeyLimits | null> {
  const { principal } = context;
  if (principal.kind !== "integration_key") return null;
  const maker = await lockUsableKeyForShare(context, principal.keyId);
  if (maker === undefined) throw new AppError("UNAUTHORIZED", unauthorizedMessage);
  return maker;
}

/** The limits of the calling key for changes of another key; null for a person and for changes of itself. */
export async function findMaker(context: Context, keyId: string): Promise<KeyLimits | null> {
  const { principal } = context;
  if (principal.kind !== "integration_key" || principal.keyId === keyId) return null;
  return (await findKey(context, principal.keyId)) ?? null;
}

/**
 * @param maker null if no limits apply
 * @throws FORBIDDEN with the fields beyond the limits
 */
export async function assertWithinMaker(
  context: Context,
  maker: KeyLimits | null,
  wanted: LimitedKey,
  before?: LimitedKey,
): Promise<void> {
  if (maker === null) return;
  const isAttorneyAllowed =
    wanted.actingAttorneyId !== null && (await isAllowedByApi(context, wanted.actingAttorneyId));
  rejectBeyondMaker({ ...maker, isAttorneyAllowed }, wanted, before);
}
