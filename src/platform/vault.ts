import { seal, unseal } from "./seal.ts";

/**
 * What the installation keeps encrypted at rest and must be able to read again, such as the secrets that sign webhooks: sealed
 * with the installation's own secret (CASEPORT_SECRET), which is not in the database.
 */
export interface Vault {
  /** @param place what the text belongs to, such as the row's ids: moved to another row it does not open */
  seal(place: string, text: string): Buffer;
  /** The text; null when it was sealed by another installation's secret, for another place, or changed since. */
  open(place: string, sealed: Buffer): string | null;
}

export function createVault(installationSecret: string): Vault {
  const by = { secret: installationSecret, purpose: "caseport vault 1" };
  return { seal: (place, text) => seal(by, place, text), open: (place, sealed) => unseal(by, place, sealed) };
}
