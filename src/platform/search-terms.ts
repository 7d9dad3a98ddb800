import { sql } from "kysely";
import type { RawBuilder } from "kysely";
import { AppError } from "../contract/error-codes.ts";
import type { Transaction } from "./database.ts";

/** The most words that a search may name: each is one look into an index. */
export const maximumSearchWords = 8;

/**
 * The words that a search asks for, as the index has them: without accents and case. Split by the database, so that both sides agree.
 * @throws VALIDATION_FAILED when there is no word in it, or too many
 */
export async function readSearchWords(transaction: Transaction, search: string): Promise<string[]> {
  const { rows } = await sql<{ words: string[] }>`SELECT search_words(${search}) AS words`.execute(transaction);
  const words = rows[0]?.words ?? [];
  if (words.length === 0) throw new AppError("VALIDATION_FAILED", "q: must hold a letter or a digit");
  if (words.length > maximumSearchWords) throw new AppError("VALIDATION_FAILED", `q: must be at most ${maximumSearchWords} words`);
  return words;
}

/** The condition that a record has all of these words. @param id the record's id in the store's statement: `sql.ref("c.id")` */
export function hasWords(organizationId: string, entity: string, id: RawBuilder<unknown>, words: readonly string[]): RawBuilder<boolean> {
  const each = words.map(
    (word) => sql`EXISTS (SELECT FROM "SearchTerm" t
      WHERE t."organizationId" = ${organizationId} AND t.entity = ${entity} AND t.term = ${word} AND t."recordId" = ${id})`,
  );
  return sql<boolean>`(${sql.join(each, sql` AND `)})`;
}
