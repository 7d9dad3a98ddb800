import { randomBytes } from "node:crypto";
import { AppError, invalidState, unauthorizedMessage } from "../../contract/errors/error-codes.ts";
import { createId } from "../../platform/database/ids.ts";
import { isInSandbox } from "../../platform/database/sandbox.ts";
import { createKeySecret } from "../../platform/identity/credentials/integration-key.ts";
import type { Context } from "../../rpc/context.ts";
import { describeActor, type Actor } from "../../rpc/principal.ts";
import { isItself } from "./domain.rules.ts";
import type { ServiceAccount } from "./schema.ts";
import { findRecipient, hasForeignHolder, isBehind } from "./makers/store.ts";
import { insertSecret } from "./store.ts";

/**
 * Creates a secret of a key, whose prefix says whether it is a sandbox's. @returns it, which is stored as its digest
 * alone
 */
export async function issueSecret(context: Context, keyId: string, issuedTo: Actor | null): Promise<string> {
  const environment = (await isInSandbox(context.transaction)) ? "sandbox" : "live";
  const { secret, prefix, digest } = createKeySecret("cpk", environment);
  await insertSecret(context, { id: createId("integrationKeySecret"), keyId, prefix, digest, issuedTo });
  return secret;
}

/**
 * Gives the key of a connected assistant a prefix, as {@link issueSecret} does, without a secret that works: what is
 * stored is the digest of no text. The assistant gets tokens with the prefix.
 *
 * @returns a text that no request is accepted with
 */
export async function issueUnknownSecret(context: Context, keyId: string, issuedTo: Actor | null): Promise<string> {
  const environment = (await isInSandbox(context.transaction)) ? "sandbox" : "live";
  const { secret, prefix } = createKeySecret("cpo", environment);
  const digest = randomBytes(32);
  await insertSecret(context, { id: createId("integrationKeySecret"), keyId, prefix, digest, issuedTo });
  return secret;
}

/**
 * To whom a new secret of a locked key is issued. A key that holds another key's secret can rotate it, so the recipient
 * counts as the holder.
 *
 * @throws UNAUTHORIZED if the secret that the key rotates itself with ended while it waited for the lock
 */
export async function findHolder(context: Context, keyId: string): Promise<Actor | null> {
  const { principal } = context;
  if (principal.kind !== "integration_key" || principal.keyId !== keyId) return describeActor(principal);
  const { issuedTo, isEnded } = await findRecipient(context, keyId, principal.keyPrefix);
  if (isEnded) throw new AppError("UNAUTHORIZED", unauthorizedMessage);
  return issuedTo;
}

/**
 * A key cannot do to a key that created or rotated it, directly or indirectly, what it cannot do to itself: both may
 * have the same holder.
 *
 * @throws FORBIDDEN
 */
export async function rejectMaker(context: Context, keyId: string, action: string): Promise<void> {
  const { principal } = context;
  if (principal.kind !== "integration_key" || isItself(principal, keyId)) return;
  if (!(await isBehind(context, principal.keyId, keyId))) return;
  throw new AppError(
    "FORBIDDEN",
    `A key cannot ${action} a key that created it or had its secret, directly or indirectly; a member must`,
  );
}

/**
 * A granted scope, or `org:manage`, works with all live secrets of the key, so no other integration may hold one.
 *
 * @param requestingKeyId the key that made the request; null for a person
 * @throws INVALID_STATE_TRANSITION with the way out
 */
export async function assertKnownHolders(
  context: Context,
  key: ServiceAccount,
  requestingKeyId: string | null,
): Promise<void> {
  if (!(await hasForeignHolder(context, key.id, requestingKeyId))) return;
  throw invalidState(
    "A secret of this key was shown to another integration key; a member must rotate it in the portal first, without overlap",
  );
}
