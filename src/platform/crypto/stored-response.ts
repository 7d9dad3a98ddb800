import { encrypt, decrypt } from "./encryption.ts";

/**
 * Answers that hold a secret, as they are kept for a retry: sealed with the secret that the caller presented, of which the
 * database has only a digest. So the answer can be told again, byte for byte, to that caller and to nobody else; whoever
 * reads the table learns nothing.
 */
const form = "sealed:";
const purpose = "caseport sealed answer 1";

/** @param place what the answer belongs to: sealed for one place it does not open at another */
export function encryptResponse(secret: string, place: string, body: string): string {
  return form + encrypt({ secret, purpose }, place, body).toString("base64url");
}

/** The answer as it was; null for another secret, another place, or bytes that were changed. */
export function decryptResponse(secret: string, place: string, stored: string): string | null {
  if (!stored.startsWith(form)) return null;
  return decrypt({ secret, purpose }, place, Buffer.from(stored.slice(form.length), "base64url"));
}
