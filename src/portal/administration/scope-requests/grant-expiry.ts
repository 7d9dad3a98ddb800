/** The key's expiry after a grant: the latest instant the grant allows, never later than now. */
export function foreseeExpiry(keyExpiresAt: string, latest: string): { expiresAt: string; isShortened: boolean } {
  const isShortened = Date.parse(keyExpiresAt) > Date.parse(latest);
  return { expiresAt: isShortened ? latest : keyExpiresAt, isShortened };
}
