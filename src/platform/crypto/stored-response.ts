import { hkdfSync } from "node:crypto";
import { encrypt, decrypt } from "./encryption.ts";

/**
 * Responses that hold a secret, as they are stored for a retry: encrypted with a key derived from the secret that the caller presented,
 * of which the database has only a digest. So the response can be sent again, byte for byte, to that caller and to nobody else; whoever
 * reads the table learns nothing.
 */
const form = "sealed:";
const purpose = "caseport stored response 2";

/** All that leaves authentication of a caller's secret: 32 bytes from which nobody finds it. */
export type ResponseKey = Buffer & { readonly [isResponseKey]: true };
declare const isResponseKey: unique symbol;

export function deriveResponseKey(secret: string): ResponseKey {
  return Buffer.from(hkdfSync("sha256", secret, "", purpose, 32)) as ResponseKey;
}

/** @param place what the response belongs to: encrypted for one place it does not open at another */
export function encryptResponse(key: ResponseKey, place: string, body: string): string {
  return form + encrypt({ secret: key, purpose }, place, body).toString("base64url");
}

/** The response as it was; null for another secret, another place, or bytes that were changed. */
export function decryptResponse(key: ResponseKey, place: string, stored: string): string | null {
  if (!stored.startsWith(form)) return null;
  return decrypt({ secret: key, purpose }, place, Buffer.from(stored.slice(form.length), "base64url"));
}
