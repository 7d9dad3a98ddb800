import { createTurn } from "../../platform/event-loop-turn.ts";
import { listAskedWords, listJoinedWords } from "../../platform/names/record-words.ts";
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
  // O'Brien is found by both "o brien" and "obrien".
  const readings = names.flatMap((name) =>
    [listAskedWords(name), listJoinedWords(name)].map((own) => ({ name, words: own })),
  );
  const whole = readings.find(
    (each) => each.words.size === words.length && words.every((word) => each.words.has(word)),
  );
  if (whole !== undefined) return { ...base, isWhole: true, matchedName: whole.name };
  const all = new Set(readings.flatMap((each) => [...each.words]));
  return words.every((word) => all.has(word)) ? { ...base, isWhole: false, matchedName: null } : null;
}
