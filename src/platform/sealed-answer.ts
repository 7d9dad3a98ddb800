import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";

/**
 * Answers that hold a secret, as they are kept for a retry: sealed with the secret that the caller presented, of which the
 * database has only a digest. So the answer can be told again, byte for byte, to that caller and to nobody else; whoever
 * reads the table learns nothing. AES-256-GCM under HKDF-SHA256; the 256 random bits of a key's secret need no stretching.
 */
const form = "sealed:";
const algorithm = "aes-256-gcm";
const nonceBytes = 12;
const tagBytes = 16;
const saltBytes = 16;

function deriveKey(secret: string, salt: Buffer): Buffer {
  return Buffer.from(hkdfSync("sha256", secret, salt, "caseport sealed answer 1", 32));
}

/** @param place what the answer belongs to: sealed for one place it does not open at another */
export function sealAnswer(secret: string, place: string, body: string): string {
  const salt = randomBytes(saltBytes);
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv(algorithm, deriveKey(secret, salt), nonce, { authTagLength: tagBytes });
  cipher.setAAD(Buffer.from(place, "utf8"));
  const sealed = Buffer.concat([cipher.update(body, "utf8"), cipher.final()]);
  return form + Buffer.concat([salt, nonce, cipher.getAuthTag(), sealed]).toString("base64url");
}

/** The answer as it was; null for another secret, another place, or bytes that were changed. */
export function openAnswer(secret: string, place: string, stored: string): string | null {
  if (!stored.startsWith(form)) return null;
  const bytes = Buffer.from(stored.slice(form.length), "base64url");
  const start = saltBytes + nonceBytes + tagBytes;
  if (bytes.length < start) return null;
  const key = deriveKey(secret, bytes.subarray(0, saltBytes));
  const decipher = createDecipheriv(algorithm, key, bytes.subarray(saltBytes, saltBytes + nonceBytes), { authTagLength: tagBytes });
  decipher.setAAD(Buffer.from(place, "utf8"));
  decipher.setAuthTag(bytes.subarray(saltBytes + nonceBytes, start));
  try {
    return Buffer.concat([decipher.update(bytes.subarray(start)), decipher.final()]).toString("utf8");
  } catch {
    return null;
  }
}
