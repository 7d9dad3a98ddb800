import { createHmac, hkdfSync } from "node:crypto";
import { createPiiVault } from "./pii-keys.ts";
import type { PiiKey, PiiVault } from "./pii-keys.ts";
import { seal, unseal } from "./encryption.ts";

/**
 * What the installation keeps encrypted at rest and must be able to read again, such as the secrets that sign webhooks: sealed
 * with the installation's own secret (CASEPORT_SECRET), which is not in the database.
 */
export interface Vault {
  /** @param place what the text belongs to, such as the row's ids: moved to another row it does not open */
  seal(place: string, text: string): Buffer;
  /** The text; null when it was sealed by another installation's secret, for another place, or changed since. */
  open(place: string, sealed: Buffer): string | null;
  /**
   * A digest (32 bytes) that nobody makes without the installation's secret: what it is of cannot be found by trying, as the nine
   * digits of a social security number could be from a plain one.
   */
  digest(bytes: Buffer): Buffer;
  /** For identifiers of people: keys of their own, which can be rotated. */
  pii: PiiVault;
}

/** @param piiKeys as CASEPORT_PII_KEYS has them; without them one is derived from the secret */
export function createVault(installationSecret: string, piiKeys: readonly PiiKey[] = []): Vault {
  const by = { secret: installationSecret, purpose: "caseport vault 1" };
  const digestKey = Buffer.from(hkdfSync("sha256", installationSecret, "", "caseport digest 1", 32));
  return {
    digest: (bytes) => createHmac("sha256", digestKey).update(bytes).digest(),
    seal: (place, text) => seal(by, place, text),
    open: (place, sealed) => unseal(by, place, sealed),
    pii: createPiiVault(installationSecret, piiKeys),
  };
}
