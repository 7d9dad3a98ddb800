import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from "node:crypto";

const algorithm = "aes-256-gcm";
const nonceBytes = 12;
const tagBytes = 16;
const saltBytes = 16;
/** The salt begins with them. The other 12 bytes are random, which is enough to derive another key for each message. */
const markBytes = 4;

/** A secret of at least 256 random bits, which needs no stretching. */
export interface EncryptionSecret {
  secret: string | Buffer;
  /** Separates the derived keys of different uses. */
  purpose: string;
}

function deriveKey({ secret, purpose }: EncryptionSecret, salt: Buffer): Buffer {
  return Buffer.from(hkdfSync("sha256", secret, salt, purpose, 32));
}

/**
 * The first bytes of everything that the secret encrypts for the purpose: they show which of two secrets did, without
 * decrypting.
 */
export function markOf({ secret, purpose }: EncryptionSecret): Buffer {
  return createHash("sha256").update(`${purpose} mark`).update(secret).digest().subarray(0, markBytes);
}

/**
 * Encrypts a text: AES-256-GCM with a key derived by HKDF-SHA256 with a new salt.
 *
 * @param associatedData must be the same for decryption
 */
export function encrypt(by: EncryptionSecret, associatedData: string, text: string): Buffer {
  const salt = Buffer.concat([markOf(by), randomBytes(saltBytes - markBytes)]);
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv(algorithm, deriveKey(by, salt), nonce, { authTagLength: tagBytes });
  cipher.setAAD(Buffer.from(associatedData, "utf8"));
  const ciphertext = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return Buffer.concat([salt, nonce, cipher.getAuthTag(), ciphertext]);
}

/** @returns null for another secret, purpose or associated data, or changed bytes */
export function decrypt(by: EncryptionSecret, associatedData: string, bytes: Buffer): string | null {
  const start = saltBytes + nonceBytes + tagBytes;
  if (bytes.length < start) return null;
  const key = deriveKey(by, bytes.subarray(0, saltBytes));
  const decipher = createDecipheriv(algorithm, key, bytes.subarray(saltBytes, saltBytes + nonceBytes), {
    authTagLength: tagBytes,
  });
  decipher.setAAD(Buffer.from(associatedData, "utf8"));
  decipher.setAuthTag(bytes.subarray(saltBytes + nonceBytes, start));
  try {
    return Buffer.concat([decipher.update(bytes.subarray(start)), decipher.final()]).toString("utf8");
  } catch {
    return null;
  }
}
