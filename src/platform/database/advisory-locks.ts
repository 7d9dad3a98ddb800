import { sql } from "kysely";
import type { Transaction } from "./database.ts";

/**
 * Tries to lock numbers until the end of the transaction, without waiting.
 *
 * @returns by number whether it holds the lock
 */
export async function tryAdvisoryLocks(
  transaction: Transaction,
  numbers: readonly bigint[],
): Promise<ReadonlyMap<bigint, boolean>> {
  // As text: a number of 64 bits is none of JavaScript's.
  const { rows } = await sql<{ number: string; locked: boolean }>`
    SELECT number::text AS number, pg_try_advisory_xact_lock(number) AS locked FROM unnest(${numbers.map(String)}::bigint[]) number`.execute(
    transaction,
  );
  return new Map(rows.map(({ number, locked }) => [BigInt(number), locked]));
}
