import { randomBytes } from "node:crypto";
import { createId } from "../../platform/database/ids.ts";
import type { Context } from "../../rpc/context.ts";
import type { InstallationKeys } from "../../platform/crypto/installation-keys.ts";
import { runDueWork } from "../../platform/jobs/due-work.ts";
import type { UnitOfWork } from "../../rpc/unit-of-work.ts";
import { insertSecret } from "./store.ts";
import { findNewestSecret, listSecretsToReencrypt, replaceEncryptedSecret } from "./store.secrets.ts";

/** Standard Webhooks requires 24 to 64 bytes. */
const secretBytes = 32;
const shownCharacters = 12;

/** Associated data: a secret can be decrypted only in its own row. */
export function placeOfSecret(organizationId: string, subscriptionId: string, secretId: string): string {
  return `${organizationId} ${subscriptionId} ${secretId}`;
}

/**
 * Creates an encrypted signing secret.
 *
 * @returns the secret, `whsec_` and base64
 */
export async function issueSecret(context: Context, subscriptionId: string): Promise<string> {
  const secret = `whsec_${randomBytes(secretBytes).toString("base64")}`;
  const id = createId("webhookSecret");
  const encrypted = context.installationKeys.encrypt(placeOfSecret(context.organizationId, subscriptionId, id), secret);
  await insertSecret(context, { id, subscriptionId, prefix: secret.slice(0, shownCharacters), sealed: encrypted });
  return secret;
}

/**
 * Encrypts secrets with the installation's current secret that its other one encrypted, in all organizations, a row a
 * transaction.
 *
 * @returns how many
 */
export function reencryptSecrets(
  database: UnitOfWork["database"],
  installationKeys: InstallationKeys,
): Promise<number> {
  return runDueWork({
    list: (batch) => listSecretsToReencrypt(database, installationKeys.mark, batch),
    execute: (row) =>
      replaceEncryptedSecret(database, row, (encrypted) => {
        const place = placeOfSecret(row.organizationId, row.subscriptionId, row.id);
        const secret = installationKeys.decrypt(place, encrypted);
        if (secret === null)
          throw new Error(
            "a webhook secret is encrypted with another secret than CASEPORT_SECRET and CASEPORT_ACCEPTED_SECRET",
          );
        return installationKeys.encrypt(place, secret);
      }),
  });
}

/** @throws if the installation's secrets do not decrypt the newest webhook secret */
export async function assertDecryptable(
  database: UnitOfWork["database"],
  installationKeys: InstallationKeys,
): Promise<void> {
  const newest = await findNewestSecret(database);
  if (newest === undefined) return;
  const { organizationId, subscriptionId, id, sealed } = newest;
  if (installationKeys.decrypt(placeOfSecret(organizationId, subscriptionId, id), sealed) === null)
    throw new Error(`A webhook secret, that of ${subscriptionId}, is encrypted with another secret.`);
}
