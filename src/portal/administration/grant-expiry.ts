/** When the key will end after a grant: at the latest instant that the grant allows, and never later than it does now. */
export function foreseeExpiry(keyExpiresAt: string, latest: string): { expiresAt: string; isShortened: boolean } {
  const isShortened = Date.parse(keyExpiresAt) > Date.parse(latest);
  return { expiresAt: isShortened ? latest : keyExpiresAt, isShortened };
}
