import { invalidInput } from "../../contract/errors/error-codes.ts";
import type { Scope } from "../../contract/scopes.ts";
import { toE164 } from "../../platform/phone-number.ts";
import type { Context } from "../../rpc/context.ts";
import { listReadableScopes } from "../../rpc/principal.ts";
import { findNameHits, prepareTermNames, type NameSearch } from "./domain.names.ts";
import { bandOf, scoreHits, type Score } from "./domain.scores.ts";
import { conflictLimits, type ConflictMatch, type ConflictTerm } from "./schema.ts";
import { describeRecords, type FoundRecord } from "./store.records.ts";
import { findHits } from "./domain.keys.ts";
import type { SearchKey } from "./store.search.ts";

/** Maximum hits per record type, divided among the terms. Beyond it the result is marked `isCut`. */
const maxHits = 1_000;

type Entity = ConflictMatch["entity"];
/** A match before redaction. */
export interface FullMatch extends ConflictMatch {
  entityId: string;
  matchScore: number;
}

export interface FoundConflicts<Match extends ConflictMatch> {
  matches: Match[];
  /** Whether there are more matches, or more similar names than a search looks at. */
  isCut: boolean;
  /** Words that so many records share that records with nothing else in common are left out. */
  commonWords: string[];
}

/**
 * Searches without storing anything, and redacts the matches of records that the caller cannot read.
 *
 * @throws VALIDATION_FAILED for a phone that is not a number
 */
export async function searchConflicts(
  context: Context,
  terms: readonly ConflictTerm[],
): Promise<FoundConflicts<ConflictMatch>> {
  const { matches, ...found } = await searchUnredacted(context, terms);
  return { matches: matches.map((match) => redactMatch<ConflictMatch>(context, match)), ...found };
}

/**
 * Searches clients, contacts, parties of all cases, leads, members and referrals from other firms, in every status,
 * best matches first. The matches are to be stored; `redactMatch` redacts them for a caller.
 *
 * @returns at most 200 matches
 * @throws VALIDATION_FAILED for a phone that is not a number
 */
export async function searchUnredacted(
  context: Context,
  terms: readonly ConflictTerm[],
): Promise<FoundConflicts<FullMatch>> {
  const searchKeys = terms.flatMap(listSearchKeys);
  const names = await prepareTermNames(context, terms.flatMap(listNameSearches));
  const found: FullMatch[] = [];
  const commonWords = new Set<string>();
  let isCut = false;
  for (const source of ["client", "contact", "lead", "member", "referral"] as const) {
    const exact = await findHits(context, source, searchKeys, maxHits);
    const similar = await findNameHits(context, source, names, { seesRecords: seesMatch(context, { entity: source }) });
    const scores = scoreHits(exact.hits, similar.hits, terms);
    isCut ||= exact.isCut || similar.isCut;
    for (const word of similar.commonWords) commonWords.add(word);
    for (const entity of source === "contact" ? (["contact", "party"] as const) : [source]) {
      const records = await describeRecords(context, entity, [...new Set(scores.map(({ id }) => id))], maxHits + 1);
      isCut ||= records.length > maxHits;
      found.push(...combine(entity, scores, records));
    }
  }
  const sorted = found.toSorted(
    (left, right) => right.matchScore - left.matchScore || left.termIndex - right.termIndex,
  );
  isCut ||= sorted.length > conflictLimits.results;
  return { matches: sorted.slice(0, conflictLimits.results), isCut, commonWords: [...commonWords].toSorted() };
}

function listNameSearches(
  { name, aliases, organizationName, dateOfBirth, lastFour }: ConflictTerm,
  term: number,
): NameSearch[] {
  const search = (on: NameSearch["on"], given: string): NameSearch => ({
    term,
    on,
    name: given,
    dateOfBirth,
    lastFour,
  });
  return [
    ...[name, organizationName].filter((given) => given !== null).map((given) => search("name", given)),
    ...aliases.map((given) => search("alias", given)),
  ];
}

function listSearchKeys({ name, aliases, email, phone, organizationName }: ConflictTerm, term: number): SearchKey[] {
  const byName = (on: "name" | "alias", given: string) => ({ term, on, name: given, key: null });
  return [
    ...[name, organizationName].filter((given) => given !== null).map((given) => byName("name", given)),
    ...aliases.map((given) => byName("alias", given)),
    ...(email === null ? [] : [{ term, on: "email", name: null, key: email.toLowerCase() } as const]),
    ...(phone === null ? [] : [{ term, on: "phone", name: null, key: readTermPhone(phone, term) } as const]),
  ];
}

function readTermPhone(phone: string, term: number): string {
  const key = toE164(phone);
  if (key === null) throw invalidInput({ path: `terms.${term}.phone`, message: "must be a phone number" });
  return key;
}

function combine(entity: Entity, scores: readonly Score[], records: readonly FoundRecord[]): FullMatch[] {
  const byFound = Map.groupBy(records, ({ foundId }) => foundId);
  return scores.flatMap(({ id, term, matchedOn, matchScore, matchReasons, matchedName }) =>
    (byFound.get(id) ?? []).map(
      ({ id: entityId, displayName, caseId, caseTitle, role, side, matterStatus, attorneyName }) => ({
        entity,
        entityId,
        displayName,
        caseId,
        caseTitle,
        role,
        side,
        matterStatus,
        attorneyName,
        termIndex: term,
        // A search term has no NPI; the filter narrows the type.
        matchedOn: matchedOn.filter((match) => match !== "npi"),
        matchScore,
        matchBand: bandOf(matchScore),
        matchReasons,
        matchedName,
      }),
    ),
  );
}

const readingScopes: Readonly<Record<Entity, Scope>> = {
  client: "clients:read",
  contact: "contacts:read",
  party: "cases:read",
  lead: "leads:read",
  member: "org:read",
  referral: "referrals:read",
};

function seesMatch({ principal }: Context, { entity }: Pick<ConflictMatch, "entity">): boolean {
  return listReadableScopes(principal).has(readingScopes[entity]);
}

const nothing = {
  caseId: null,
  caseTitle: null,
  role: null,
  side: null,
  matterStatus: null,
  attorneyName: null,
} as const;

/**
 * Redacts a match of a record that the caller cannot read. The existence of a conflict is always shown; the matching
 * fields and score are not, because with them birth dates could be guessed.
 */
export function redactMatch<Match extends ConflictMatch>(context: Context, match: Match): Match {
  if (!seesMatch(context, match)) {
    const redacted = {
      entityId: null,
      displayName: "[redacted]",
      matchedOn: [],
      matchScore: null,
      matchBand: null,
      matchReasons: [],
      matchedName: null,
      ...("note" in match && { note: null }),
    };
    return { ...match, ...nothing, ...redacted };
  }
  // The case of a client requires `cases:read`.
  return match.entity === "client" && !listReadableScopes(context.principal).has("cases:read")
    ? { ...match, ...nothing }
    : match;
}
