import { sql, type RawBuilder } from "kysely";
import { invalidInput } from "../../../contract/errors/error-codes.ts";
import { listWordsWithApostrophes, type SearchWord } from "../../names/record-words.ts";
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
export async function readSearchWords(transaction: Transaction, search: string, path: string): Promise<SearchWord[]> {
  const { rows } = await sql<{ words: string[] }>`SELECT search_words(${search}) AS words`.execute(transaction);
  const words = rows[0]?.words ?? [];
  if (words.length === 0) throw invalidInput({ path, message: "must contain a letter or a digit" });
  if (words.length > maxSearchWords) throw invalidInput({ path, message: `must be at most ${maxSearchWords} words` });
  const whole = listWordsWithApostrophes(search);
  return words.map((word) => [
    word,
    ...new Set(whole.filter(({ parts }) => parts.has(word)).map(({ joined }) => joined)),
  ]);
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
  words: readonly SearchWord[],
  page: SortedPage,
): Promise<SortedPage> {
  if (page.byText !== true || words.length === 0) return page;
  const counts = words.map(
    (word, index) => sql`SELECT ${index}::integer AS index, (SELECT count(*)::integer FROM (
      SELECT FROM "SearchTerm" t WHERE "organizationId" = ${organizationId} AND entity = ${entity} AND ${isTerm(word)} LIMIT ${few}::integer) t) AS records`,
  );
  const { rows } = await sql<{ index: number; records: number }>`
    SELECT index, records FROM (${sql.join(counts, sql` UNION ALL `)}) n ORDER BY records LIMIT 1`.execute(transaction);
  const [rarest] = rows;
  const rareWord = rarest === undefined || rarest.records >= few ? undefined : words[rarest.index];
  return rareWord === undefined ? page : { ...page, rareWord };
}

/** A word of one term is compared with `=`: along it, records come in the order of their IDs. */
function isTerm([term, ...others]: SearchWord): RawBuilder<boolean> {
  return others.length === 0
    ? sql<boolean>`t.term = ${term}`
    : sql<boolean>`t.term = ANY (${[term, ...others]}::text[])`;
}

interface WordSearch {
  organizationId: string;
  entity: string;
  /** The record's ID in the statement: `sql.ref("c.id")`. */
  id: RawBuilder<unknown>;
  words: readonly SearchWord[];
  /** With it the lookup of a common word starts at the page's position, not at the first record. */
  page?: Pick<SortedPage, "byId" | "rareWord"> | undefined;
}

/** The condition that a record has all of these words. */
export function hasWords({ organizationId, entity, id, words, page }: WordSearch): RawBuilder<boolean> {
  const after = page?.byId === undefined ? sql`` : sql` AND ${page.byId.after(sql`t."recordId"`)}`;
  const having = (word: SearchWord) =>
    sql`FROM "SearchTerm" t WHERE t."organizationId" = ${organizationId} AND t.entity = ${entity} AND ${isTerm(word)}`;
  const each = words.map((word) =>
    word === page?.rareWord
      ? sql`${id} = ANY (ARRAY(SELECT t."recordId" ${having(word)}))`
      : sql`EXISTS (SELECT ${having(word)} AND t."recordId" = ${id}${after})`,
  );
  return sql<boolean>`(${sql.join(each, sql` AND `)})`;
}
