import { randomBytes } from "node:crypto";
import { sha256 } from "../../crypto/digest.ts";
import { checksumLength, checksumOf, secretLength, writeBase62 } from "./integration-key.ts";

/** Calendar feeds are at `/api/calendar/<token>.ics`, outside the API of keys. */
export const calendarFeedPath = "/api/calendar";

/**
 * The token of a calendar feed: `cpc_<43 characters of secret><6 characters of checksum>`, base62. Its holder can read
 * the feed.
 */
export interface FeedToken {
  /** Shown once, never stored. */
  token: string;
  /** `cpc_` and 8 characters: they identify the token, and 208 random bits remain. */
  prefix: string;
  /** SHA-256 of the whole token, 32 bytes: what is stored and looked up. */
  digest: Buffer;
}

const shape = new RegExp(`^cpc_[0-9A-Za-z]{${secretLength + checksumLength}}$`);
const prefixLength = 12;

/** Creates a token with 256 bits from the system's CSPRNG. */
export function createFeedToken(): FeedToken {
  const body = `cpc_${writeBase62(BigInt(`0x${randomBytes(32).toString("hex")}`), secretLength)}`;
  const token = body + checksumOf(body);
  return { token, prefix: token.slice(0, prefixLength), digest: sha256(token) };
}

/** The digest of a token; null for a malformed or mistyped one, which costs no database work. */
export function readFeedToken(text: string): Buffer | null {
  if (!shape.test(text)) return null;
  return checksumOf(text.slice(0, -checksumLength)) === text.slice(-checksumLength) ? sha256(text) : null;
}
