import { hkdfSync } from "node:crypto";
import { encrypt, decrypt } from "./encryption.ts";

/**
 * Stored responses that contain a secret are encrypted with a key derived from the client's API key, of which the
 * database has only a digest: the response can be replayed to that client, and the table reveals nothing.
 */
const form = "sealed:";
const purpose = "caseport stored response 2";

/** The only thing derived from a client's secret that leaves authentication: 32 bytes that do not reveal it. */
export type ResponseKey = Buffer & { readonly [isResponseKey]: true };
declare const isResponseKey: unique symbol;

export function deriveResponseKey(secret: string): ResponseKey {
  return Buffer.from(hkdfSync("sha256", secret, "", purpose, 32)) as ResponseKey;
}

export function encryptResponse(key: ResponseKey, associatedData: string, body: string): string {
  return form + encrypt({ secret: key, purpose }, associatedData, body).toString("base64url");
}

/** @returns null for another secret, other associated data, or changed bytes */
export function decryptResponse(key: ResponseKey, associatedData: string, stored: string): string | null {
  if (!stored.startsWith(form)) return null;
  return decrypt({ secret: key, purpose }, associatedData, Buffer.from(stored.slice(form.length), "base64url"));
}
