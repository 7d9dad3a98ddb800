import { sql } from "kysely";
import { listLookups, type LookupKind, type NameLookup, type NameParts } from "../../names/name-lookups.ts";
import { listNicknames } from "../../names/nicknames.ts";
import { createTurn } from "../../event-loop-turn.ts";
import type { Transaction } from "../database.ts";

/** The kinds of records whose names have keys. */
export type NamedEntity = "client" | "contact" | "lead" | "member";

export interface SearchedName {
  name: string;
  /** Finds records with this date of birth and one word in common; null for none. */
  dateOfBirth: string | null;
}

/** A record whose name may be similar to a searched one. */
export interface NameCandidate {
  /** The place of the searched name. */
  search: number;
  id: string;
}

export interface NameCandidates {
  candidates: NameCandidate[];
  /** The searched names that more records may be similar to than were looked at. */
  cut: Set<number>;
  /** Words that so many records share that one of them in common says nothing, by searched name. */
  commonWords: { search: number; word: string }[];
}

/** At most so many records of a key are looked at, the newest. */
const maxPerKey: Readonly<Record<LookupKind, number>> = { alike: 400, variant: 200, close: 150, shared: 25 };
/** At most so many records of a searched name are compared, those with the best keys. */
const maxCandidates = 1_000;
const minCandidates = 200;
/** Lookups of one statement: the names of a search are looked up in groups. */
const maxLookups = 2_000;

interface Scope {
  organizationId: string;
  transaction: Transaction;
}

/** Takes searched names apart as the database takes those of records apart, with the keys to look for. */
export async function readLookups(transaction: Transaction, searches: readonly SearchedName[]): Promise<NameLookup[][]> {
  if (searches.length === 0) return [];
  const { rows } = await sql<NameParts>`SELECT p.words, p.sounds, p.firsts, p.lasts
    FROM unnest(${searches.map(({ name }) => name)}::text[]) WITH ORDINALITY AS s (name, search) CROSS JOIN LATERAL name_parts(s.name) p ORDER BY search`.execute(transaction);
  const nicknames = [...new Set(rows.flatMap(({ words }) => words.flatMap((word) => [...listNicknames(word)])))];
  const soundOf = await readSounds(transaction, nicknames);
  const turn = createTurn();
  const lookups: NameLookup[][] = [];
  for (const [index, parts] of rows.entries()) {
    lookups.push(listLookups(parts, soundOf, searches[index]?.dateOfBirth ?? null));
    await turn.end();
  }
  return lookups;
}

async function readSounds(transaction: Transaction, words: readonly string[]): Promise<Map<string, string>> {
  if (words.length === 0) return new Map();
  const { rows } = await sql<{ word: string; sound: string }>`SELECT word, name_sound(word) AS sound FROM unnest(${[...words]}::text[]) AS word`.execute(transaction);
  return new Map(rows.map(({ word, sound }) => [word, sound]));
}

/** Records whose names may be similar, found by the keys of their names: those with the best keys first, then the newest. */
export async function findNameCandidates(scope: Scope, entity: NamedEntity, searches: readonly (readonly NameLookup[])[]): Promise<NameCandidates> {
  const limit = Math.max(minCandidates, Math.floor(maxCandidates / Math.max(1, searches.length)));
  const found: NameCandidates = { candidates: [], cut: new Set(), commonWords: [] };
  for (let start = 0; start < searches.length; ) {
    const group: PlacedLookup[] = [];
    do {
      for (const lookup of searches[start] ?? []) group.push({ ...lookup, search: start });
      start += 1;
    } while (start < searches.length && group.length + (searches[start]?.length ?? 0) <= maxLookups);
    for (const { search, id, rank, isCut, commonWord } of await selectCandidates(scope, entity, group, limit)) {
      if (commonWord !== null) found.commonWords.push({ search, word: commonWord });
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

async function selectCandidates({ organizationId, transaction }: Scope, entity: NamedEntity, lookups: readonly PlacedLookup[], limit: number): Promise<CandidateRow[]> {
  const branch = (kind: LookupKind, worth: number) => {
    const chosen = lookups.filter((lookup) => lookup.kind === kind);
    const searches = chosen.map(({ search }) => search);
    return sql`SELECT s.search, s.word, ${worth}::integer AS worth, t."recordId" AS id, count(*) OVER (PARTITION BY s.search, s.key) > ${maxPerKey[kind]}::integer AS "isFull"
      FROM unnest(${searches}::integer[], ${chosen.map(({ key }) => key)}::text[], ${chosen.map(({ word }) => word)}::text[]) AS s (search, key, word)
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
