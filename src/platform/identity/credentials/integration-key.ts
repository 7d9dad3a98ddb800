import { randomBytes, randomInt } from "node:crypto";
import { crc32 } from "node:zlib";
import { sha256 } from "../../crypto/digest.ts";

/**
 * The secret of a key: `cpk_<prefix 8>_<43 characters of secret><6 characters of checksum>`, base62 throughout. `cpk`
 * is an integration key, `cpp` a partner key, `cpo` a code or a token of a connected assistant; all follow the same
 * rule. Of a sandbox's key the 8 characters begin with `test_`: its length is that of all others, and people, logs and
 * scanners of leaks tell it apart.
 */
export type KeyKind = "cpk" | "cpp" | "cpo";

/** Of a firm's key, or of a sandbox's. */
export type KeyEnvironment = "live" | "sandbox";

export interface KeySecret {
  /** Shown once to the person who made the key, never stored. */
  secret: string;
  /**
   * `cpk_` and 8 characters, of which a sandbox's are `test_` and 3, shown alike everywhere and stored: they identify a
   * key and are no credential.
   */
  prefix: string;
  /** SHA-256 of the whole secret, 32 bytes: what is stored and looked up. */
  digest: Buffer;
}

const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const prefixLength = 8;
export const secretLength = 43; // 62^43 is the first power of 62 above 2^256
export const checksumLength = 6; // 62^6 is the first power of 62 above 2^32

const sandboxMark = "test_";

const shape = /^((?:cp[ko]_test_[0-9A-Za-z]{3}|cp[kpo]_[0-9A-Za-z]{8}))_[0-9A-Za-z]{49}$/;

/** Whether a key with this stored prefix belongs to a sandbox: the database stores no other prefix of a sandbox's key. */
export const isOfSandbox = (prefix: string | null): boolean => /^cp[ko]_test_/.test(prefix ?? "");

/** Creates a new secret with 256 bits from the system's CSPRNG. */
export function createKeySecret(kind: KeyKind = "cpk", environment: KeyEnvironment = "live"): KeySecret {
  const mark = environment === "sandbox" ? sandboxMark : "";
  const length = prefixLength - mark.length;
  // 62^8 is below 2^48, the widest range of randomInt, which draws without bias.
  const prefix = `${kind}_${mark}${writeBase62(BigInt(randomInt(62 ** length)), length)}`;
  return createSecretWithPrefix(prefix);
}

/** Creates another secret with the prefix of an earlier one: the tokens of one connection are known by it. */
export function createSecretWithPrefix(prefix: string): KeySecret {
  const secretNumber = BigInt(`0x${randomBytes(32).toString("hex")}`);
  const body = `${prefix}_${writeBase62(secretNumber, secretLength)}`;
  const secret = body + checksumOf(body);
  return { secret, prefix, digest: digestOf(secret) };
}

/**
 * Reads what a caller sent as a key. Null when it is malformed, of another kind, or mistyped (its checksum is
 * wrong), so that such a text costs no database work. Not null does not mean that the key exists.
 */
export function readKeySecret(text: string, kind: KeyKind = "cpk"): Omit<KeySecret, "secret"> | null {
  const match = shape.exec(text);
  const prefix = match?.[1];
  if (prefix === undefined || !prefix.startsWith(kind)) return null;
  if (checksumOf(text.slice(0, -checksumLength)) !== text.slice(-checksumLength)) return null;
  return { prefix, digest: digestOf(text) };
}

/**
 * CRC-32 over everything before it, prefix included. It is not a secret and no protection against forging, only
 * against mistakes, and there it is better than a cut-off hash: it finds every error that is confined to four
 * neighboring characters (a typing slip, two letters swapped), not only 1 - 2^-32 of them, and it costs less.
 */
export function checksumOf(body: string): string {
  return writeBase62(BigInt(crc32(body)), checksumLength);
}

/**
 * Plain SHA-256, without salt or stretching: 256 random bits cannot be guessed, and a digest can be looked up by an
 * index.
 */
function digestOf(secret: string): Buffer {
  return sha256(secret);
}

/** Fixed width, with leading zeros: a short number must not make a short key. */
export function writeBase62(number: bigint, length: number): string {
  let text = "";
  for (let rest = number; text.length < length; rest /= 62n) text = alphabet.charAt(Number(rest % 62n)) + text;
  return text;
}
