import { createHmac, createSecretKey, hkdfSync } from "node:crypto";
import { createPiiKeyRing, type PiiKey, type PiiKeyRing } from "./pii-keys.ts";
import { encrypt, decrypt, markOf } from "./encryption.ts";
import { findWith, type Secrets } from "./secrets.ts";

/**
 * Encrypts values at rest, such as webhook signing secrets, with the installation's secret (CASEPORT_SECRET), which is
 * not in the database. `associatedData` (AEAD) binds a ciphertext to its row: in another row it does not decrypt.
 */
export interface InstallationKeys {
  encrypt(associatedData: string, text: string): Buffer;
  /** @returns null for another installation's secret, other associated data, or changed bytes */
  decrypt(associatedData: string, ciphertext: Buffer): string | null;
  /**
   * HMAC-SHA-256 by the installation's secret: a plain digest of nine digits of a social security number could be
   * reversed by trying.
   */
  digest(bytes: Buffer): Buffer;
  /** Whether `digest` is the digest of the bytes by one of the secrets. */
  hasDigest(bytes: Buffer, digest: Buffer): boolean;
  /** What the current secret encrypts begins with it. */
  mark: Buffer;
  /** For identifiers of people: separate keys that can be rotated. */
  pii: PiiKeyRing;
}

const purpose = "caseport vault 1";

/** @param piiKeys from CASEPORT_PII_KEYS; without them one is derived from the secret */
export function createInstallationKeys(given: string | Secrets, piiKeys: readonly PiiKey[] = []): InstallationKeys {
  const secrets: Secrets = typeof given === "string" ? [given] : given;
  const [current, ...accepted] = secrets;
  const digestBy = createDigest(current);
  const others = accepted.map(createDigest);
  return {
    digest: digestBy,
    hasDigest: (bytes, digest) => [digestBy, ...others].some((make) => make(bytes).equals(digest)),
    mark: markOf({ secret: current, purpose }),
    encrypt: (associatedData, text) => encrypt({ secret: current, purpose }, associatedData, text),
    decrypt: (associatedData, ciphertext) =>
      findWith(secrets, (secret) => decrypt({ secret, purpose }, associatedData, ciphertext)),
    pii: createPiiKeyRing(secrets, piiKeys),
  };
}

function createDigest(secret: string): (bytes: Buffer) => Buffer {
  // With the key's bytes each HMAC costs five times as much in Node.js 24.
  const key = createSecretKey(Buffer.from(hkdfSync("sha256", secret, "", "caseport digest 1", 32)));
  return (bytes) => createHmac("sha256", key).update(bytes).digest();
}
