import { sha256 } from "../../platform/crypto/digest.ts";

/** What of a secret must be nowhere: itself, its random part, and its digest as it may be written. */
export function listForms(secret: string): string[] {
  const digest = sha256(secret);
  return [
    secret,
    secret.slice(13),
    digest.toString("hex"),
    digest.toString("base64"),
    digest.toString("base64url"),
    JSON.stringify(digest.toJSON().data).slice(1, 40),
  ];
}
