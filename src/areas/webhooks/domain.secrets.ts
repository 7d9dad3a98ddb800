import { randomBytes } from "node:crypto";
import { createId } from "../../platform/database/ids.ts";
import type { Context } from "../../rpc/context.ts";
import { insertSecret } from "./store.ts";

/** Standard Webhooks requires 24 to 64 bytes. */
const secretBytes = 32;
const shownCharacters = 12;

/** Associated data: a secret can be decrypted only in its own row. */
export function placeOfSecret(organizationId: string, subscriptionId: string, secretId: string): string {
  return `${organizationId} ${subscriptionId} ${secretId}`;
}

/** Creates an encrypted signing secret. @returns the secret, `whsec_` and base64 */
export async function issueSecret(context: Context, subscriptionId: string): Promise<string> {
  const secret = `whsec_${randomBytes(secretBytes).toString("base64")}`;
  const id = createId("webhookSecret");
  const sealed = context.installationKeys.encrypt(placeOfSecret(context.organizationId, subscriptionId, id), secret);
  await insertSecret(context, { id, subscriptionId, prefix: secret.slice(0, shownCharacters), sealed });
  return secret;
}
