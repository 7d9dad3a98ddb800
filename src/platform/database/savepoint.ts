import { sql } from "kysely";
import type { Transaction } from "./database.ts";

/**
 * Runs work behind a savepoint of a transaction.
 *
 * @throws what the work threw, after what it did is rolled back; the transaction goes on
 */
export async function inSavepoint<Result>(transaction: Transaction, work: () => Promise<Result>): Promise<Result> {
  await sql`SAVEPOINT attempt`.execute(transaction);
  try {
    const result = await work();
    await sql`RELEASE SAVEPOINT attempt`.execute(transaction);
    return result;
  } catch (error) {
    await sql`ROLLBACK TO SAVEPOINT attempt`.execute(transaction);
    await sql`RELEASE SAVEPOINT attempt`.execute(transaction);
    throw error;
  }
}
