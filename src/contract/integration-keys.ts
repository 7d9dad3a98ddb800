// Words about integration keys that server and portal share: without zod, so that a screen's first load goes without it.

/** In the order in which they count: a revoked key is revoked, whatever else it is. */
export const keyStatuses = ["revoked", "expired", "paused", "needs_attention", "expiring", "active"] as const;
export type KeyStatus = (typeof keyStatuses)[number];

export const keySorts = ["newest", "name", "expires"] as const;

/** How long the old secret goes on after a rotation, in hours. Source: contract, "Keys". */
export const overlapHours = [0, 1, 24, 72, 168] as const;

/** Whether a text is a host name as webhooks may name one. A name whose last part is a number is an address to URL parsers. */
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
