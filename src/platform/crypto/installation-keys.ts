import { createHmac, hkdfSync } from "node:crypto";
import { createPiiKeyRing } from "./pii-keys.ts";
import type { PiiKey, PiiKeyRing } from "./pii-keys.ts";
import { encrypt, decrypt } from "./encryption.ts";

/**
 * What the installation keeps encrypted at rest and must be able to read again, such as the secrets that sign webhooks: encrypted
 * with the installation's own secret (CASEPORT_SECRET), which is not in the database.
 */
export interface InstallationKeys {
  /** @param place what the text belongs to, such as the row's ids: moved to another row it does not open */
  encrypt(place: string, text: string): Buffer;
  /** The text; null when it was encrypted by another installation's secret, for another place, or changed since. */
  decrypt(place: string, sealed: Buffer): string | null;
  /**
   * A digest (32 bytes) that nobody makes without the installation's secret: what it is of cannot be found by trying, as the nine
   * digits of a social security number could be from a plain one.
   */
  digest(bytes: Buffer): Buffer;
  /** For identifiers of people: keys of their own, which can be rotated. */
  pii: PiiKeyRing;
}

/** @param piiKeys as CASEPORT_PII_KEYS has them; without them one is derived from the secret */
export function createInstallationKeys(installationSecret: string, piiKeys: readonly PiiKey[] = []): InstallationKeys {
  const by = { secret: installationSecret, purpose: "caseport vault 1" };
  const digestKey = Buffer.from(hkdfSync("sha256", installationSecret, "", "caseport digest 1", 32));
  return {
    digest: (bytes) => createHmac("sha256", digestKey).update(bytes).digest(),
    encrypt: (place, text) => encrypt(by, place, text),
    decrypt: (place, sealed) => decrypt(by, place, sealed),
    pii: createPiiKeyRing(installationSecret, piiKeys),
  };
}
