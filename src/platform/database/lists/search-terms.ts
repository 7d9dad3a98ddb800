import { sql, type RawBuilder } from "kysely";
import { invalidInput } from "../../../contract/errors/error-codes.ts";
import type { Transaction } from "../database.ts";
import type { SortedPage } from "./sorted-list.ts";

/** Each word is one index lookup. */
export const maxSearchWords = 8;

/**
 * The words of a search, split and folded by the database as in the index: without accents and case, in their order.
 *
 * @param path the parameter, for the message
 * @throws VALIDATION_FAILED for no words or too many
 */
export async function readSearchWords(transaction: Transaction, search: string, path: string): Promise<string[]> {
  const { rows } = await sql<{ words: string[] }>`SELECT search_words(${search}) AS words`.execute(transaction);
  const words = rows[0]?.words ?? [];
  if (words.length === 0) throw invalidInput({ path, message: "must contain a letter or a digit" });
  if (words.length > maxSearchWords) throw invalidInput({ path, message: `must be at most ${maxSearchWords} words` });
  return words;
}

/** This number of records is looked up and sorted in 0.1 seconds. */
const few = 50_000;

/**
 * Adds the rarest word to a page that is sorted by a text, if few records have it. The store then starts with these
 * records: following the sort's index instead would read up to the end of the list, where all records of one surname
 * may be.
 */
export async function findRareWord(
  { organizationId, transaction }: { organizationId: string; transaction: Transaction },
  entity: string,
  words: readonly string[],
  page: SortedPage,
): Promise<SortedPage> {
  if (page.byText !== true || words.length === 0) return page;
  const { rows } = await sql<{ word: string; records: number }>`
    SELECT word, records FROM unnest(${[...words]}::text[]) word CROSS JOIN LATERAL (
      SELECT count(*)::integer AS records FROM (
        SELECT FROM "SearchTerm" WHERE "organizationId" = ${organizationId} AND entity = ${entity} AND term = word LIMIT ${few}::integer) t) n
    ORDER BY records LIMIT 1`.execute(transaction);
  const [rarest] = rows;
  return rarest === undefined || rarest.records >= few ? page : { ...page, rareWord: rarest.word };
}

interface WordSearch {
  organizationId: string;
  entity: string;
  /** The record's ID in the statement: `sql.ref("c.id")`. */
  id: RawBuilder<unknown>;
  words: readonly string[];
  /** With it the lookup of a common word starts at the page's position, not at the first record. */
  page?: Pick<SortedPage, "byId" | "rareWord"> | undefined;
}

/** The condition that a record has all of these words. */
export function hasWords({ organizationId, entity, id, words, page }: WordSearch): RawBuilder<boolean> {
  const after = page?.byId === undefined ? sql`` : sql` AND ${page.byId.after(sql`t."recordId"`)}`;
  const having = (word: string) =>
    sql`FROM "SearchTerm" t WHERE t."organizationId" = ${organizationId} AND t.entity = ${entity} AND t.term = ${word}`;
  const each = words.map((word) =>
    word === page?.rareWord
      ? sql`${id} = ANY (ARRAY(SELECT t."recordId" ${having(word)}))`
      : sql`EXISTS (SELECT ${having(word)} AND t."recordId" = ${id}${after})`,
  );
  return sql<boolean>`(${sql.join(each, sql` AND `)})`;
}
