import { sql } from "kysely";
import { createTurn } from "../../event-loop-turn.ts";
import { compareNames, type NameReason } from "../../names/compare-names.ts";
import { listLookups, type LookupKind, type NameLookup, type NameParts } from "../../names/name-lookups.ts";
import { listNicknames } from "../../names/nicknames.ts";
import { readName, type Name } from "../../names/read-name.ts";
import type { Transaction } from "../database.ts";

/** The kinds of records whose names have keys. */
export type NamedEntity = "client" | "contact" | "lead" | "member" | "referral";

export interface SearchedName {
  name: string;
  /** Both confirm that a record is meant; null if they are not known. */
  dateOfBirth: string | null;
  lastFour: string | null;
}

/** A record with what it is compared by. */
export interface NamedRecord {
  id: string;
  /** Each compared on its own. */
  names: string[];
  dateOfBirth: string | null;
  /** The last four digits of a social security or tax number. */
  lastFour: string | null;
}

/** Searched names with the keys to look for, which are the same for every kind of record. */
export interface PreparedNames {
  searches: readonly SearchedName[];
  lookups: readonly (readonly NameLookup[])[];
}

export interface SimilarName {
  /** The place of the searched name. */
  search: number;
  id: string;
  /** 1 to 90: how alike the names are. */
  points: number;
  reasons: NameReason[];
  /** The name of the record that is the most alike. */
  matchedName: string;
  dateOfBirth: string | null;
  lastFour: string | null;
}

export interface SimilarNames {
  hits: SimilarName[];
  /** Whether more records may be similar than were compared. */
  isCut: boolean;
  /** Words that so many records share that one of them in common says nothing. */
  commonWords: string[];
}

interface Scope {
  organizationId: string;
  transaction: Transaction;
}

/** At most so many records of a key are looked at, the newest. */
const maxPerKey: Readonly<Record<LookupKind, number>> = { alike: 400, variant: 200, close: 150, shared: 25 };
/** At most so many records of a searched name are compared, those with the best keys; with many names fewer of each. */
const maxCandidates = 1_000;
const minCandidates = 200;
/** Lookups of one statement: the names of a search are looked up in groups. */
const maxLookups = 2_000;
/** The names of so many records are read and compared at a time. */
const batchSize = 500;
/** At most so many similar records are kept, the most alike. */
const maxHits = 1_000;

/**
 * Takes searched names apart as the database takes those of records apart.
 *
 * @param dates whether the caller may learn that a date of birth is right: ignored, it finds nothing
 */
export async function prepareNames(
  transaction: Transaction,
  searches: readonly SearchedName[],
  dates: "searched" | "ignored",
): Promise<PreparedNames> {
  if (searches.length === 0) return { searches, lookups: [] };
  const { rows } = await sql<NameParts>`SELECT p.words, p.sounds, p.firsts, p.lasts
    FROM unnest(${searches.map(({ name }) => name)}::text[]) WITH ORDINALITY AS s (name, search)
    CROSS JOIN LATERAL name_parts(s.name) p ORDER BY search`.execute(transaction);
  const nicknames = new Set(rows.flatMap(({ words }) => words.flatMap((word) => [...listNicknames(word)])));
  const soundOf = await readSounds(transaction, [...nicknames]);
  const turn = createTurn();
  const lookups: NameLookup[][] = [];
  for (const [index, parts] of rows.entries()) {
    lookups.push(listLookups(parts, soundOf, dates === "searched" ? (searches[index]?.dateOfBirth ?? null) : null));
    await turn.end();
  }
  return { searches, lookups };
}

async function readSounds(transaction: Transaction, words: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ word: string; sound: string }>`
    SELECT word, name_sound(word) AS sound FROM unnest(${[...words]}::text[]) AS word`.execute(transaction);
  return new Map(rows.map(({ word, sound }) => [word, sound]));
}

interface NameReader {
  /** Reads live records by their IDs. */
  readNames: (ids: readonly string[]) => Promise<NamedRecord[]>;
  /** Whether one word in common is enough beside the same date of birth or last four digits. */
  admitsConfirmed: boolean;
}

/** Live records with similar names. Comparing them leaves the event loop to others every few milliseconds. */
export async function findSimilarNames(
  scope: Scope,
  entity: NamedEntity,
  { searches, lookups }: PreparedNames,
  { readNames, admitsConfirmed }: NameReader,
): Promise<SimilarNames> {
  const { candidates, cut, commonWords } = await findNameCandidates(scope, entity, lookups);
  const searched = searches.map((search) => ({ ...search, parsed: readName(search.name) }));
  const turn = createTurn();
  let hits: SimilarName[] = [];
  let isCut = cut.size > 0;
  for (let start = 0; start < candidates.length; start += batchSize) {
    const batch = candidates.slice(start, start + batchSize);
    const read = await readNames([...new Set(batch.map(({ id }) => id))]);
    const records = new Map(read.map((record) => [record.id, { ...record, parsed: parseNames(record) }]));
    for (const { search: index, id } of batch) {
      const [record, search] = [records.get(id), searched[index]];
      const hit = record === undefined || search === undefined ? null : compareRecord(record, search, admitsConfirmed);
      if (hit !== null) hits.push({ search: index, ...hit });
      await turn.end();
    }
    if (hits.length > maxHits) {
      isCut = true;
      hits = hits.toSorted((one, other) => other.points - one.points).slice(0, maxHits);
    }
  }
  return { hits, isCut, commonWords: [...new Set(commonWords)] };
}

type ParsedNames = readonly { text: string; name: Name }[];

function parseNames({ names }: NamedRecord): ParsedNames {
  return [...new Set(names)].map((text) => ({ text, name: readName(text) }));
}

function compareRecord(
  record: NamedRecord & { parsed: ParsedNames },
  search: SearchedName & { parsed: Name },
  admitsConfirmed: boolean,
): Omit<SimilarName, "search"> | null {
  const { id, dateOfBirth, lastFour } = record;
  const isBornThen = dateOfBirth !== null && dateOfBirth === search.dateOfBirth;
  const isConfirmed = admitsConfirmed && (isBornThen || (lastFour !== null && lastFour === search.lastFour));
  let best: Pick<SimilarName, "points" | "reasons" | "matchedName"> | null = null;
  for (const { text, name } of record.parsed) {
    const match = compareNames(search.parsed, name, isConfirmed);
    if (match !== null && match.points > (best?.points ?? 0)) best = { ...match, matchedName: text };
  }
  return best === null ? null : { id, ...best, dateOfBirth, lastFour };
}

interface NameCandidates {
  candidates: { search: number; id: string }[];
  /** The searched names that more records may be similar to than were looked at. */
  cut: Set<number>;
  commonWords: string[];
}

/**
 * Records whose names may be similar, found by the keys of their names: those with the best keys first, then the
 * newest.
 */
async function findNameCandidates(
  scope: Scope,
  entity: NamedEntity,
  searches: readonly (readonly NameLookup[])[],
): Promise<NameCandidates> {
  const limit = Math.max(minCandidates, Math.floor(maxCandidates / Math.max(1, searches.length)));
  const found: NameCandidates = { candidates: [], cut: new Set(), commonWords: [] };
  for (let start = 0; start < searches.length;) {
    const group: PlacedLookup[] = [];
    do {
      for (const lookup of searches[start] ?? []) group.push({ ...lookup, search: start });
      start += 1;
    } while (start < searches.length && group.length + (searches[start]?.length ?? 0) <= maxLookups);
    for (const { search, id, rank, isCut, commonWord } of await selectCandidates(scope, entity, group, limit)) {
      if (commonWord !== null) found.commonWords.push(commonWord);
      else if (isCut || rank > limit) found.cut.add(search);
      if (id !== null && rank <= limit) found.candidates.push({ search, id });
    }
  }
  return found;
}

interface PlacedLookup extends NameLookup {
  search: number;
}

interface CandidateRow {
  search: number;
  /** null in a row that says only what was left out. */
  id: string | null;
  rank: number;
  isCut: boolean;
  commonWord: string | null;
}

async function selectCandidates(
  { organizationId, transaction }: Scope,
  entity: NamedEntity,
  lookups: readonly PlacedLookup[],
  limit: number,
): Promise<CandidateRow[]> {
  const branch = (kind: LookupKind, worth: number) => {
    const chosen = lookups.filter((lookup) => lookup.kind === kind);
    const [searches, keys, words] = [
      chosen.map(({ search }) => search),
      chosen.map(({ key }) => key),
      chosen.map(({ word }) => word),
    ];
    return sql`SELECT s.search, s.word, ${worth}::integer AS worth, t."recordId" AS id,
        count(*) OVER (PARTITION BY s.search, s.key) > ${maxPerKey[kind]}::integer AS "isFull"
      FROM unnest(${searches}::integer[], ${keys}::text[], ${words}::text[]) AS s (search, key, word)
      CROSS JOIN LATERAL (
        SELECT k."recordId" FROM "NameKey" k WHERE k."organizationId" = ${organizationId} AND k.entity = ${entity} AND k.key = s.key
        ORDER BY k."recordId" DESC LIMIT ${maxPerKey[kind] + 1}::integer) t`;
  };
  const branches = [branch("alike", 3), branch("variant", 2), branch("close", 1), branch("shared", 0)];
  const { rows } = await sql<CandidateRow>`
    WITH found AS MATERIALIZED (${sql.join(branches, sql` UNION ALL `)}),
    ranked AS (
      SELECT search, id, row_number() OVER (PARTITION BY search ORDER BY max(worth) DESC, count(*) DESC, id DESC)::integer AS rank
      FROM found WHERE worth > 0 OR NOT "isFull" GROUP BY search, id
    )
    SELECT search, id, rank, false AS "isCut", NULL AS "commonWord" FROM ranked WHERE rank <= ${limit + 1}::integer
    UNION ALL SELECT DISTINCT search, NULL, 0, worth > 0, CASE worth WHEN 0 THEN word END FROM found WHERE "isFull"
    ORDER BY search, rank`.execute(transaction);
  return rows;
}
