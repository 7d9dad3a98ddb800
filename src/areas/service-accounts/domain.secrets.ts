import { AppError } from "../../contract/error-codes.ts";
import { createId } from "../../platform/database/ids.ts";
import { createKeySecret } from "../../platform/identity/integration-key.ts";
import type { Context } from "../../rpc/context.ts";
import { describeActor } from "../../rpc/principal.ts";
import type { Actor } from "../../rpc/principal.ts";
import { isItself } from "./domain.rules.ts";
import type { ServiceAccount } from "./schema.ts";
import { findRecipient, hasForeignHolder, insertSecret, isBehind } from "./store.ts";

/** Gives a key another secret, and writes down to whom it is shown. @returns the secret */
export async function issueSecret(context: Context, keyId: string): Promise<string> {
  const { secret, prefix, digest } = createKeySecret();
  const issuedTo = await findHolder(context, keyId);
  await insertSecret(context, { id: createId("integrationKeySecret"), keyId, prefix, digest, issuedTo });
  return secret;
}

/** Whoever has a key's secret can rotate the key with it: the key counts as theirs. */
async function findHolder({ principal, ...rest }: Context, keyId: string): Promise<Actor | null> {
  if (principal.kind !== "integration_key" || principal.keyId !== keyId) return describeActor(principal);
  return findRecipient({ principal, ...rest }, keyId, principal.keyPrefix);
}

/**
 * A key that another made or rotated may be that other one in disguise, and so on: it does nothing to that one that a key may
 * not do to itself.
 * @throws FORBIDDEN
 */
export async function rejectMaker(context: Context, keyId: string, deed: string): Promise<void> {
  const { principal } = context;
  if (principal.kind !== "integration_key" || isItself(principal, keyId)) return;
  if (!(await isBehind(context, principal.keyId, keyId))) return;
  throw new AppError("FORBIDDEN", `A key cannot ${deed} a key that created it or had its secret, directly or indirectly; a member must`);
}

/**
 * What a key is granted works with all its live secrets. None may be in the hands of a program that did not ask for it.
 * @param requestingKeyId the key that asked; null when a person did
 * @throws INVALID_STATE_TRANSITION with what cures it
 */
export async function requireKnownHolders(context: Context, key: ServiceAccount, requestingKeyId: string | null): Promise<void> {
  if (!(await hasForeignHolder(context, key.id, requestingKeyId))) return;
  throw new AppError(
    "INVALID_STATE_TRANSITION",
    "A secret of this key was shown to another integration key; a member must rotate it in the portal first, without overlap",
  );
}
