import { encrypt, decrypt, type EncryptionSecret } from "./encryption.ts";
import { findWith, type Secrets } from "./secrets.ts";

export interface EncryptedByKey {
  keyNumber: number;
  sealed: Buffer;
}

/**
 * Encrypts identifiers of people (social security numbers) with keys that can be rotated: the first key encrypts, all
 * keys decrypt. After a rotation a job encrypts the rows of older keys again.
 */
export interface PiiKeyRing {
  /** The number of the key that encrypts. */
  readonly current: number;
  readonly numbers: readonly number[];
  encrypt(associatedData: string, text: string): EncryptedByKey;
  /** @returns null for a key that is not configured, other associated data, or changed bytes */
  decrypt(associatedData: string, encrypted: EncryptedByKey): string | null;
}

export interface PiiKey {
  /** 1 to 32767. */
  number: number;
  /** 32 random bytes in base64. */
  key: string;
}

/**
 * The key derived from the installation's secret: it encrypts if no other is configured, and always decrypts, by each
 * of the secrets.
 */
const derivedNumber = 0;

/** @param keys from CASEPORT_PII_KEYS; the first encrypts */
export function createPiiKeyRing(given: string | Secrets, keys: readonly PiiKey[]): PiiKeyRing {
  const secrets = new Map<number, EncryptionSecret>(
    keys.map(({ number, key }) => [number, { secret: key, purpose: "caseport pii 1" }]),
  );
  const installation: Secrets = typeof given === "string" ? [given] : given;
  const derive = (secret: string) => ({ secret, purpose: "caseport pii 0" });
  secrets.set(derivedNumber, derive(installation[0]));
  const [current = derivedNumber] = secrets.keys();
  const encryption = secrets.get(current);
  if (encryption === undefined) throw new Error("no key encrypts");
  return {
    current,
    numbers: [...secrets.keys()],
    encrypt: (associatedData, text) => ({ keyNumber: current, sealed: encrypt(encryption, associatedData, text) }),
    decrypt: (associatedData, { keyNumber, sealed }) => {
      if (keyNumber === derivedNumber)
        return findWith(installation, (secret) => decrypt(derive(secret), associatedData, sealed));
      const secret = secrets.get(keyNumber);
      return secret === undefined ? null : decrypt(secret, associatedData, sealed);
    },
  };
}

/**
 * Parses `2=<base64>,1=<base64>`.
 *
 * @returns null for any other text, or if two keys have one number
 */
export function readPiiKeys(text: string): PiiKey[] | null {
  const keys = text.split(",").map((part) => /^([1-9]\d{0,4})=([A-Za-z0-9+/]{43}=)$/.exec(part.trim()));
  const read = keys.flatMap((match) =>
    match?.[1] === undefined || match[2] === undefined ? [] : [{ number: Number(match[1]), key: match[2] }],
  );
  const numbers = new Set(read.map(({ number }) => number));
  return read.length === keys.length && numbers.size === keys.length && Math.max(...numbers) <= 32_767 ? read : null;
}
