import { sql } from "kysely";
import type { Transaction } from "./database.ts";

const forms = {
  case: (year: number, count: string) => `${year}-${count.padStart(6, "0")}`,
  lead: (year: number, count: string) => `L-${year}-${count.padStart(6, "0")}`,
  invoice: (year: number, count: string) => `INV-${year}-${count.padStart(5, "0")}`,
  expense: (year: number, count: string) => `EXP-${year}-${count.padStart(5, "0")}`,
  retrieval_request: (year: number, count: string) => `RR-${year}-${count.padStart(5, "0")}`,
  referral: (year: number, count: string) => `REF-${year}-${count.padStart(5, "0")}`,
  settlement: (year: number, count: string) => `STL-${year}-${count.padStart(5, "0")}`,
  esign_request: (year: number, count: string) => `ES-${year}-${count.padStart(5, "0")}`,
  trust_disbursement: (year: number, count: string) => `D-${year}-${count.padStart(5, "0")}`,
} as const;

/**
 * The organization's next number of this kind, by the year in its time zone: `2026-000123`. The sequence's row is
 * locked until the commit, so call it late; a rollback frees the number for the next.
 */
export async function allocateNumber(
  transaction: Transaction,
  organizationId: string,
  kind: keyof typeof forms,
): Promise<string> {
  const [number] = await allocateNumbers(transaction, organizationId, kind, 1);
  return number ?? "";
}

/** The organization's next numbers of this kind, in one statement: see {@link allocateNumber}. */
export async function allocateNumbers(
  transaction: Transaction,
  organizationId: string,
  kind: keyof typeof forms,
  count: number,
): Promise<string[]> {
  const { rows } = await sql<{ year: number; last: number }>`
    INSERT INTO "NumberSequence" AS n ("organizationId", kind, year, last)
    SELECT id, ${kind}, extract(year FROM now() AT TIME ZONE timezone)::integer, ${count}::integer FROM "Organization" WHERE id = ${organizationId}
    ON CONFLICT ("organizationId", kind, year) DO UPDATE SET last = n.last + ${count}::integer
    RETURNING year, last`.execute(transaction);
  const [number] = rows;
  if (number === undefined) throw new Error("the organization has no numbers");
  return Array.from({ length: count }, (_, place) => forms[kind](number.year, String(number.last - count + place + 1)));
}
