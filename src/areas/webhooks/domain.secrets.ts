import { randomBytes } from "node:crypto";
import { createId } from "../../platform/database/ids.ts";
import type { Context } from "../../rpc/context.ts";
import type { InstallationKeys } from "../../platform/crypto/installation-keys.ts";
import { defineEncryptedColumn } from "../../platform/jobs/encrypted-columns.ts";
import type { UnitOfWork } from "../../rpc/unit-of-work.ts";
import { insertSecret } from "./store.ts";
import { findNewestSecret, type SecretRow } from "./store.secrets.ts";

/** Standard Webhooks requires 24 to 64 bytes. */
const secretBytes = 32;
const shownCharacters = 12;

/** Associated data: a secret can be decrypted only in its own row. */
export function placeOfSecret(organizationId: string, subscriptionId: string, secretId: string): string {
  return `${organizationId} ${subscriptionId} ${secretId}`;
}

/** Live signing secrets. */
export const webhookSecretColumn = defineEncryptedColumn<SecretRow>({
  table: "WebhookSecret",
  column: "sealed",
  key: ["id"],
  listing: "list_webhook_secrets_to_reencrypt",
  describePlace: ({ organizationId, subscriptionId, id }) => placeOfSecret(organizationId, subscriptionId, id),
});

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
