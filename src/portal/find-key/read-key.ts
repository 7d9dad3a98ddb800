const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const checksumLength = 6;
/** With white space anywhere after the prefix: terminals and email break long lines. */
const keyPattern =
  /(?<![0-9A-Za-z])cp[kpo]_(?:(?:\s*[0-9A-Za-z]){8}|\s*t\s*e\s*s\s*t\s*_(?:\s*[0-9A-Za-z]){3})\s*_(?:\s*[0-9A-Za-z]){49}(?![0-9A-Za-z])/g;
const prefixLength = "cpk_".length + 8;

export type KeyFault = "empty" | "several" | "not_a_key" | "mistyped";

export type ReadKey = { secret: string; prefix: string; fault: null } | { fault: KeyFault };

/**
 * Extracts a key from pasted text: alone, or in a line such as `x-api-key: cpk_…`. Validates its checksum in the
 * browser, so that nothing else is sent.
 */
export function readKey(text: string): ReadKey {
  const pasted = text.trim();
  if (pasted === "") return { fault: "empty" };
  const found = new Set([...pasted.matchAll(keyPattern)].map(([match]) => match.replaceAll(/\s/g, "")));
  if (found.size > 1) return { fault: "several" };
  const [secret] = found;
  if (secret === undefined) return { fault: "not_a_key" };
  return hasItsChecksum(secret)
    ? { secret, prefix: secret.slice(0, prefixLength), fault: null }
    : { fault: "mistyped" };
}

/** SHA-256 in hexadecimal: what the server stores, and all that is sent. */
export async function digestKey(secret: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(secret));
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

function hasItsChecksum(secret: string): boolean {
  return writeBase62(crc32(secret.slice(0, -checksumLength)), checksumLength) === secret.slice(-checksumLength);
}

/** CRC-32 as in zlib, bit by bit: one key at a time needs no table. */
function crc32(text: string): number {
  let crc = 0xff_ff_ff_ff;
  for (const character of text) {
    crc ^= character.charCodeAt(0);
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xed_b8_83_20 : 0);
  }
  return ~crc >>> 0;
}

function writeBase62(number: number, length: number): string {
  let text = "";
  for (let rest = number; text.length < length; rest = Math.floor(rest / 62)) text = alphabet.charAt(rest % 62) + text;
  return text;
}
