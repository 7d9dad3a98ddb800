import { sha256 } from "./digest.ts";

/**
 * The installation's secrets: the first signs and encrypts, each verifies and decrypts. There are two while
 * CASEPORT_SECRET is rotated.
 */
export type Secrets = readonly [current: string, ...accepted: string[]];

/** The first result of the secrets that is not null. */
export function findWith<Result>(secrets: readonly string[], find: (secret: string) => Result | null): Result | null {
  for (const secret of secrets) {
    const found = find(secret);
    if (found !== null) return found;
  }
  return null;
}

/**
 * The version that Better Auth writes to what the secret encrypts, so that two servers with the same secrets in another
 * order agree.
 */
export function versionOf(secret: string): number {
  return sha256(`caseport secret version ${secret}`).readUInt32BE(0);
}
