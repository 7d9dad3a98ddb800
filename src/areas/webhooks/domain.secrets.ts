import { randomBytes } from "node:crypto";
import { createId } from "../../platform/database/ids.ts";
import type { Context } from "../../rpc/context.ts";
import { insertSecret } from "./store.ts";

/** Bytes of a signing secret. Source: Standard Webhooks, 24 to 64. */
const secretBytes = 32;
const shownCharacters = 12;

/** What a sealed secret belongs to: in another row it does not open. */
export function placeOfSecret(organizationId: string, subscriptionId: string, secretId: string): string {
  return `${organizationId} ${subscriptionId} ${secretId}`;
}

/** Gives a subscription another signing secret, kept sealed. @returns the secret, `whsec_` and base64 */
export async function issueSecret(context: Context, subscriptionId: string): Promise<string> {
  const secret = `whsec_${randomBytes(secretBytes).toString("base64")}`;
  const id = createId("webhookSecret");
  const sealed = context.installationKeys.encrypt(placeOfSecret(context.organizationId, subscriptionId, id), secret);
  await insertSecret(context, { id, subscriptionId, prefix: secret.slice(0, shownCharacters), sealed });
  return secret;
}
