import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";

const algorithm = "aes-256-gcm";
const nonceBytes = 12;
const tagBytes = 16;
const saltBytes = 16;

/** A secret of at least 256 random bits, which needs no stretching, and what is derived from it. */
export interface EncryptionSecret {
  secret: string | Buffer;
  /** Keeps keys of one use from opening what another use encrypted. */
  purpose: string;
}

function deriveKey({ secret, purpose }: EncryptionSecret, salt: Buffer): Buffer {
  return Buffer.from(hkdfSync("sha256", secret, salt, purpose, 32));
}

/**
 * Encrypts a text: AES-256-GCM under a key by HKDF-SHA256 with a salt of its own.
 * @param place what the text belongs to: encrypted for one place it does not open at another
 */
export function encrypt(by: EncryptionSecret, place: string, text: string): Buffer {
  const salt = randomBytes(saltBytes);
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv(algorithm, deriveKey(by, salt), nonce, { authTagLength: tagBytes });
  cipher.setAAD(Buffer.from(place, "utf8"));
  const sealed = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return Buffer.concat([salt, nonce, cipher.getAuthTag(), sealed]);
}

/** The text as it was; null for another secret, purpose or place, or bytes that were changed. */
export function decrypt(by: EncryptionSecret, place: string, bytes: Buffer): string | null {
  const start = saltBytes + nonceBytes + tagBytes;
  if (bytes.length < start) return null;
  const key = deriveKey(by, bytes.subarray(0, saltBytes));
  const decipher = createDecipheriv(algorithm, key, bytes.subarray(saltBytes, saltBytes + nonceBytes), { authTagLength: tagBytes });
  decipher.setAAD(Buffer.from(place, "utf8"));
  decipher.setAuthTag(bytes.subarray(saltBytes + nonceBytes, start));
  try {
    return Buffer.concat([decipher.update(bytes.subarray(start)), decipher.final()]).toString("utf8");
  } catch {
    return null;
  }
}
