import type { PiiKeyRing } from "../crypto/pii-keys.ts";
import { runDueWork } from "./due-work.ts";

/** Rows that keys of CASEPORT_PII_KEYS encrypt, in all organizations. */
export interface EncryptedRows<Row> {
  /** The numbers of the keys that encrypted any. */
  listKeyNumbers(): Promise<number[]>;
  /** Rows that one of these keys encrypted. */
  list(keyNumbers: readonly number[], batch: number): Promise<Row[]>;
  /**
   * Encrypts a row with the current key, in its own transaction.
   *
   * @returns false if it is gone, or another process has done it
   */
  reencrypt(row: Row): Promise<boolean>;
}

export interface Reencrypted {
  reencrypted: number;
  /** The numbers of keys that are in use and not configured. */
  missingKeys: number[];
}

/**
 * Encrypts with the current key all rows that other configured keys encrypted. Afterwards the other keys can be
 * removed.
 *
 * @throws for the first row that cannot be decrypted, after all others
 */
export async function reencryptRows<Row>(rows: EncryptedRows<Row>, pii: PiiKeyRing): Promise<Reencrypted> {
  const inUse = await rows.listKeyNumbers();
  const stale = inUse.filter((number) => number !== pii.current && pii.numbers.includes(number));
  const reencrypted = await runDueWork({
    list: (batch) => (stale.length === 0 ? Promise.resolve([]) : rows.list(stale, batch)),
    execute: (row) => rows.reencrypt(row),
  });
  return { reencrypted, missingKeys: inUse.filter((number) => !pii.numbers.includes(number)) };
}
