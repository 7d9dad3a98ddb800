import { findNameCandidates, readLookups, type NamedEntity } from "../../platform/database/lists/similar-names.ts";
import { createTurn } from "../../platform/event-loop-turn.ts";
import { compareNames, type NameReason } from "../../platform/names/compare-names.ts";
import type { NameLookup } from "../../platform/names/name-lookups.ts";
import { readName, type Name } from "../../platform/names/read-name.ts";
import type { Context } from "../../rpc/context.ts";
import { readNamedRecords, type NamedRecord } from "./store.search.ts";

/** A name or an alias of a term. */
export interface NameSearch {
  /** The term's index. */
  term: number;
  on: "name" | "alias";
  name: string;
  /** Both confirm that a record is meant; null if they are not known. */
  dateOfBirth: string | null;
  lastFour: string | null;
}

/** Name searches with the keys to look for, which are the same for every kind of record. */
export interface PreparedNames {
  searches: readonly NameSearch[];
  lookups: readonly (readonly NameLookup[])[];
}

export interface NameHit {
  id: string;
  term: number;
  on: NameSearch["on"];
  /** 1 to 90: how alike the names are. */
  points: number;
  reasons: NameReason[];
  /** The name of the record that is the most alike. */
  matchedName: string;
  dateOfBirth: string | null;
  lastFour: string | null;
}

export interface NameHits {
  hits: NameHit[];
  isCut: boolean;
  commonWords: string[];
}

/** @param seesDates whether the caller may learn that a date of birth is right: otherwise it finds nothing */
export async function prepareNames({ transaction }: Context, searches: readonly NameSearch[], seesDates: boolean): Promise<PreparedNames> {
  const searched = searches.map(({ name, dateOfBirth }) => ({ name, dateOfBirth: seesDates ? dateOfBirth : null }));
  return { searches, lookups: await readLookups(transaction, searched) };
}

/** The names of so many records are read and compared at a time. */
const batchSize = 500;
/** At most so many hits of a kind of record are kept, the most alike. */
const maxHits = 1_000;

/**
 * Live records with similar names.
 * @param seesRecords whether the caller can read them: if so, one word in common is enough beside the same date of birth or last four digits
 */
export async function findSimilarNames(context: Context, entity: NamedEntity, { searches, lookups }: PreparedNames, seesRecords: boolean): Promise<NameHits> {
  const { candidates, cut, commonWords } = await findNameCandidates(context, entity, lookups);
  const searched = searches.map((search) => ({ ...search, parsed: readName(search.name) }));
  const turn = createTurn();
  let hits: NameHit[] = [];
  let isCut = cut.size > 0;
  for (let start = 0; start < candidates.length; start += batchSize) {
    const batch = candidates.slice(start, start + batchSize);
    const records = new Map((await readNamedRecords(context, entity, [...new Set(batch.map(({ id }) => id))])).map((record) => [record.id, { ...record, parsed: parseNames(record) }]));
    for (const { search: index, id } of batch) {
      const [record, search] = [records.get(id), searched[index]];
      const hit = record === undefined || search === undefined ? null : compareRecord(record, search, seesRecords);
      if (hit !== null) hits.push(hit);
      await turn.end();
    }
    if (hits.length > maxHits) {
      isCut = true;
      hits = hits.toSorted((one, other) => other.points - one.points).slice(0, maxHits);
    }
  }
  return { hits, isCut, commonWords: [...new Set(commonWords.map(({ word }) => word))] };
}

type ParsedNames = readonly { text: string; name: Name }[];

function parseNames({ names }: NamedRecord): ParsedNames {
  return [...new Set(names)].map((text) => ({ text, name: readName(text) }));
}

function compareRecord(record: NamedRecord & { parsed: ParsedNames }, search: NameSearch & { parsed: Name }, admitsConfirmed: boolean): NameHit | null {
  const { id, dateOfBirth, lastFour } = record;
  const isBornThen = dateOfBirth !== null && dateOfBirth === search.dateOfBirth;
  const isConfirmed = admitsConfirmed && (isBornThen || (lastFour !== null && lastFour === search.lastFour));
  let best: Pick<NameHit, "points" | "reasons" | "matchedName"> | null = null;
  for (const { text, name } of record.parsed) {
    const match = compareNames(search.parsed, name, isConfirmed);
    if (match !== null && match.points > (best?.points ?? 0)) best = { ...match, matchedName: text };
  }
  return best === null ? null : { id, term: search.term, on: search.on, ...best, dateOfBirth, lastFour };
}
