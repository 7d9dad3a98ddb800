import { randomBytes } from "node:crypto";
import { sha256 } from "../../crypto/digest.ts";
import { checksumLength, checksumOf, secretLength, writeBase62 } from "./integration-key.ts";

/** A token that is itself the credential of a URL or of a cookie: whoever holds it needs nothing else. */
interface UrlToken {
  /** Shown once, never stored. */
  token: string;
  /** Its kind and 8 characters: they identify the token, and 208 random bits remain. */
  prefix: string;
  /** SHA-256 of the whole token, 32 bytes: what is stored and looked up. */
  digest: Buffer;
}

interface UrlTokenKind {
  /** Creates a token with 256 bits from the system's CSPRNG. */
  create: () => UrlToken;
  /** The digest of a token; null for a malformed or mistyped one, which costs no database work. */
  read: (text: string) => Buffer | null;
}

const visibleLength = 8;

/** A kind of token: `<kind>_<43 characters of secret><6 characters of checksum>`, base62. */
export function defineUrlToken(kind: string): UrlTokenKind {
  const shape = new RegExp(`^${kind}_[0-9A-Za-z]{${secretLength + checksumLength}}$`);
  const prefixLength = kind.length + 1 + visibleLength;
  return {
    create: () => {
      const body = `${kind}_${writeBase62(BigInt(`0x${randomBytes(32).toString("hex")}`), secretLength)}`;
      const token = body + checksumOf(body);
      return { token, prefix: token.slice(0, prefixLength), digest: sha256(token) };
    },
    read: (text) =>
      shape.test(text) && checksumOf(text.slice(0, -checksumLength)) === text.slice(-checksumLength)
        ? sha256(text)
        : null,
  };
}
