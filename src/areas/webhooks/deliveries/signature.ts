import { createHmac } from "node:crypto";

const secretForm = /^whsec_([A-Za-z0-9+/]+={0,2})$/;
/** Standard Webhooks. */
const minSecretBytes = 24;

/**
 * The header `webhook-signature` of Standard Webhooks: one signature per secret, `v1,<base64> v1,…`, so that a receiver
 * with any of the secrets can verify it.
 *
 * @param secrets `whsec_<base64>`, at least one
 * @param id the header `webhook-id`
 * @param timestampSeconds the header `webhook-timestamp`, seconds since 1970
 * @param body the exact text that is sent
 * @throws without a valid secret
 */
export function signWebhook(secrets: readonly string[], id: string, timestampSeconds: number, body: string): string {
  if (secrets.length === 0) throw new Error("there is no secret to sign with");
  const signed = `${id}.${timestampSeconds}.${body}`;
  return secrets
    .map((secret) => `v1,${createHmac("sha256", readKey(secret)).update(signed, "utf8").digest("base64")}`)
    .join(" ");
}

function readKey(secret: string): Buffer {
  const key = Buffer.from(secretForm.exec(secret)?.[1] ?? "", "base64");
  if (key.length < minSecretBytes) throw new Error("this is no signing secret");
  return key;
}
