import { sql } from "kysely";
import type { Transaction } from "./database.ts";

/** Whether the organization that the transaction is in is a sandbox. */
export async function isInSandbox(transaction: Transaction): Promise<boolean> {
  const { rows } = await sql<{ isSandbox: boolean }>`SELECT is_in_sandbox() AS "isSandbox"`.execute(transaction);
  return rows[0]?.isSandbox === true;
}
