import { createHmac, createSecretKey, hkdfSync } from "node:crypto";
import { createPiiKeyRing, type PiiKey, type PiiKeyRing } from "./pii-keys.ts";
import { encrypt, decrypt } from "./encryption.ts";

/**
 * Encrypts values at rest, such as webhook signing secrets, with the installation's secret (CASEPORT_SECRET), which is not in the
 * database. `associatedData` (AEAD) binds a ciphertext to its row: in another row it does not decrypt.
 */
export interface InstallationKeys {
  encrypt(associatedData: string, text: string): Buffer;
  /** @returns null for another installation's secret, other associated data, or changed bytes */
  decrypt(associatedData: string, ciphertext: Buffer): string | null;
  /** HMAC-SHA-256 by the installation's secret: a plain digest of nine digits of a social security number could be reversed by trying. */
  digest(bytes: Buffer): Buffer;
  /** For identifiers of people: separate keys that can be rotated. */
  pii: PiiKeyRing;
}

/** @param piiKeys from CASEPORT_PII_KEYS; without them one is derived from the secret */
export function createInstallationKeys(installationSecret: string, piiKeys: readonly PiiKey[] = []): InstallationKeys {
  const by = { secret: installationSecret, purpose: "caseport vault 1" };
  // With the key's bytes each HMAC costs five times as much in Node.js 24.
  const digestKey = createSecretKey(Buffer.from(hkdfSync("sha256", installationSecret, "", "caseport digest 1", 32)));
  return {
    digest: (bytes) => createHmac("sha256", digestKey).update(bytes).digest(),
    encrypt: (associatedData, text) => encrypt(by, associatedData, text),
    decrypt: (associatedData, ciphertext) => decrypt(by, associatedData, ciphertext),
    pii: createPiiKeyRing(installationSecret, piiKeys),
  };
}
