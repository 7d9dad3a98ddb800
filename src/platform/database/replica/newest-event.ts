import type { Transaction } from "../database.ts";

/**
 * The number of an organization's newest event; undefined if it has none. A snapshot that shows it shows every write up
 * to it.
 */
export async function findNewestEvent(transaction: Transaction, organizationId: string): Promise<number | undefined> {
  const counter = await transaction
    .selectFrom("EventCounter")
    .select("last")
    .where("organizationId", "=", organizationId)
    .executeTakeFirst();
  return counter?.last;
}
