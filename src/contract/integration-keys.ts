// Shared by server and portal. Must not import zod, which is not in a screen's first load.

/** In order of precedence: a revoked key is revoked, even if it is also expired or paused. */
export const keyStatuses = ["revoked", "expired", "paused", "needs_attention", "expiring", "active"] as const;
export type KeyStatus = (typeof keyStatuses)[number];

/** Days before a key expires at which its managers are notified, if it was valid for twice as many. */
const expiryNoticeDays = [30, 14, 7, 1] as const;

/**
 * For how long before its end a key counts as expiring: from its first notice on, which comes in the second half of its
 * life. A key that was made for 30 days is no concern on its first day.
 *
 * @param validMilliseconds from when the expiry was set until the expiry
 */
export function expiringMilliseconds(validMilliseconds: number): number {
  const day = 86_400_000;
  const days = expiryNoticeDays.find((notice) => validMilliseconds >= 2 * notice * day) ?? 1;
  return days * day;
}

export const keySorts = ["newest", "name", "expires"] as const;

/** The overlap after a rotation, in hours. */
export const overlapHours = [0, 1, 24, 72, 168] as const;

/** Whether a text begins as the secret of a key, of a partner key or of an assistant does; only the prefix is read. */
export function isApiKeyLike(text: string): boolean {
  return /^cp[kpo]_/.test(text);
}

/** Whether a key is of a connected assistant: nobody has a secret of it, and its tokens count at `/mcp` alone. */
export function isOfAssistant({ keyPrefix }: { keyPrefix: string }): boolean {
  return keyPrefix.startsWith("cpo_");
}

/** Whether a text is a valid host name for webhooks. URL parsers treat a name whose last part is a number as an address. */
export function isHostName(host: string): boolean {
  const labels = host.split(".");
  return (
    host.length <= 253 &&
    labels.length >= 2 &&
    labels.every((label) => /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/.test(label)) &&
    !/^(?:\d+|0x[0-9a-f]*)$/.test(labels.at(-1) ?? "") &&
    !/\.(?:localhost|local|internal|home\.arpa)$/.test(`.${host}`)
  );
}
