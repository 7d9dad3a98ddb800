import { createTurn } from "../../platform/event-loop-turn.ts";
import type { Context } from "../../rpc/context.ts";
import { findByKeys, type FoundRecordOfKey, type SearchedEntity, type SearchKey } from "./store.search.ts";

/** A record that has exactly what is searched: all words of a name, an e-mail address or a phone. */
export interface Hit extends Pick<FoundRecordOfKey, "id" | "term" | "on" | "dateOfBirth" | "lastFour"> {
  /** Whether one of the record's names has just these words, rather than these among others. */
  isWhole: boolean;
  /** That name; null where all names together have the words. */
  matchedName: string | null;
}

/**
 * Live records with exactly what is searched.
 *
 * @returns at most `limit`, and whether there are more
 */
export async function findHits(
  context: Context,
  entity: SearchedEntity,
  searchKeys: readonly SearchKey[],
  limit: number,
): Promise<{ hits: Hit[]; isCut: boolean }> {
  const records = await findByKeys(context, entity, searchKeys, limit);
  const turn = createTurn();
  const hits: Hit[] = [];
  for (const record of records) {
    const hit = readHit(record);
    if (hit !== null) hits.push(hit);
    await turn.end();
  }
  const best = hits.toSorted((one, other) => Number(other.isWhole) - Number(one.isWhole)).slice(0, limit);
  return { hits: best, isCut: hits.length > limit || records.some(({ isCut }) => isCut) };
}

/** @returns null for a record that has the words elsewhere than in its names */
function readHit({ id, term, on, words, names, dateOfBirth, lastFour }: FoundRecordOfKey): Hit | null {
  const base = { id, term, on, dateOfBirth, lastFour };
  if (words === null) return { ...base, isWhole: false, matchedName: null };
  const ofNames = names.map((name) => ({ name, words: listSearchWords(name) }));
  const whole = ofNames.find((each) => each.words.size === words.length && words.every((word) => each.words.has(word)));
  if (whole !== undefined) return { ...base, isWhole: true, matchedName: whole.name };
  const all = new Set(ofNames.flatMap((each) => [...each.words]));
  return words.every((word) => all.has(word)) ? { ...base, isWhole: false, matchedName: null } : null;
}

/** The words of a text as the database indexes them (`search_words`): without case and accents. */
function listSearchWords(text: string): Set<string> {
  const plain = text
    .normalize("NFKD")
    .replace(/[\u0300-\u036f]/g, "")
    .toLowerCase();
  return new Set(plain.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== ""));
}
