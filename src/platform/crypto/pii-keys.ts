import { encrypt, decrypt } from "./encryption.ts";
import type { EncryptionSecret } from "./encryption.ts";

/** What was encrypted, and by which key. */
export interface EncryptedByKey {
  keyNumber: number;
  sealed: Buffer;
}

/**
 * Encrypts identifiers of people (social security numbers) with keys that can be rotated, AES-256-GCM: the first key encrypts, all open.
 * Each encrypted text carries the number of its key, so that a new key is put in front, and what the old one encrypted is encrypted again.
 */
export interface PiiKeyRing {
  /** The key that encrypts from now on. */
  readonly current: number;
  /** All keys that open. */
  readonly numbers: readonly number[];
  /** @param place what the text belongs to: moved to another row it does not open */
  encrypt(place: string, text: string): EncryptedByKey;
  /** The text; null when its key is not configured, or it belongs elsewhere, or was changed since. */
  decrypt(place: string, sealed: EncryptedByKey): string | null;
}

export interface PiiKey {
  /** 1 to 32767. */
  number: number;
  /** 32 random bytes in base64. */
  key: string;
}

/** The key that is derived from the installation's secret: it encrypts where no other is given, and always opens what it encrypted. */
const derivedNumber = 0;

/** @param keys as CASEPORT_PII_KEYS has them; the first encrypts */
export function createPiiKeyRing(installationSecret: string, keys: readonly PiiKey[]): PiiKeyRing {
  const secrets = new Map<number, EncryptionSecret>(keys.map(({ number, key }) => [number, { secret: key, purpose: "caseport pii 1" }]));
  secrets.set(derivedNumber, { secret: installationSecret, purpose: "caseport pii 0" });
  const [current = derivedNumber] = secrets.keys();
  const encryption = secrets.get(current);
  if (encryption === undefined) throw new Error("no key seals");
  return {
    current,
    numbers: [...secrets.keys()],
    encrypt: (place, text) => ({ keyNumber: current, sealed: encrypt(encryption, place, text) }),
    decrypt: (place, { keyNumber, sealed }) => {
      const secret = secrets.get(keyNumber);
      return secret === undefined ? null : decrypt(secret, place, sealed);
    },
  };
}

/** The keys of `2=<base64>,1=<base64>`; null when one is not like that, or two have one number. */
export function readPiiKeys(text: string): PiiKey[] | null {
  const keys = text.split(",").map((part) => /^([1-9]\d{0,4})=([A-Za-z0-9+/]{43}=)$/.exec(part.trim()));
  const read = keys.flatMap((match) => (match?.[1] === undefined || match[2] === undefined ? [] : [{ number: Number(match[1]), key: match[2] }]));
  const numbers = new Set(read.map(({ number }) => number));
  return read.length === keys.length && numbers.size === keys.length && Math.max(...numbers) <= 32_767 ? read : null;
}
