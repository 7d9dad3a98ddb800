import { createHash } from "node:crypto";

/**
 * An idempotency key from what identifies a step of a run: the same parts make the same key, so that an attempt that is
 * repeated takes effect once.
 *
 * @param platform what stands in front, for those who read request logs
 * @param parts their text is hashed: they may be secret, long, or not printable
 */
export function deriveIdempotencyKey(platform: string, parts: readonly unknown[]): string {
  return `${platform}-${createHash("sha256").update(JSON.stringify(parts)).digest("base64url")}`;
}
