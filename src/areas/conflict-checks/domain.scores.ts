import type { NameReason } from "../../platform/names/compare-names.ts";
import type { NameHit } from "./domain.names.ts";
import type { Hit } from "./domain.keys.ts";

export type Match = "name" | "alias" | "email" | "phone" | "dob" | "last_four" | "npi";

/**
 * Points for each kind of match. An email address rarely has two owners; namesakes share a name, households and offices
 * a phone. A date of birth and the last four digits only confirm.
 */
const worth = {
  npi: 100,
  email: 95,
  name: 90,
  alias: 85,
  phone: 85,
  nameAmongOthers: 70,
  aliasAmongOthers: 65,
} as const;
/** An alias is worth less than a name. */
const lossOfAlias = worth.name - worth.alias;

/** Points for each further match. */
const confirmation = 5;

export interface Score {
  id: string;
  term: number;
  matchedOn: Match[];
  /** 0 to 100: the best match, plus 5 for each further one. */
  matchScore: number;
  /** How the names differ; empty where none matched. */
  matchReasons: NameReason[];
  /** The record's name that matched; null where none did. */
  matchedName: string | null;
}

/** What confirms that a record is meant, by the places of the terms; null where it is not known. */
export interface Confirmation {
  dateOfBirth: string | null;
  lastFour: string | null;
}

interface ScoredHit extends Omit<Hit, "isWhole"> {
  points: number;
  reasons: NameReason[];
}

function scoreHit({ isWhole, ...base }: Hit): ScoredHit {
  const { on } = base;
  if (on === "email" || on === "phone") return { ...base, points: worth[on], reasons: [] };
  if (isWhole) return { ...base, points: worth[on], reasons: ["same_name"] };
  return { ...base, points: on === "alias" ? worth.aliasAmongOthers : worth.nameAmongOthers, reasons: ["extra_words"] };
}

function scoreNameHit(hit: NameHit): ScoredHit {
  return hit.on === "alias" ? { ...hit, points: hit.points - lossOfAlias } : hit;
}

const order: readonly Match[] = ["npi", "name", "alias", "email", "phone", "dob", "last_four"];

/**
 * The score of each record and term, best first.
 *
 * @param hits records with exactly what is searched
 * @param nameHits records with similar names
 * @param confirmations of the terms, by their places
 */
export function scoreHits(
  hits: readonly Hit[],
  nameHits: readonly NameHit[],
  confirmations: readonly Confirmation[],
): Score[] {
  const scored = [...hits.map(scoreHit), ...nameHits.map(scoreNameHit)];
  const groups = Map.groupBy(scored, ({ term, id }) => `${term} ${id}`);
  const scores = [...groups.values()].map((group) => scoreRecord(group, confirmations));
  return scores.toSorted((left, right) => right.matchScore - left.matchScore || (left.id < right.id ? -1 : 1));
}

/** @param group all hits of one record and term */
function scoreRecord(group: readonly ScoredHit[], confirmations: readonly Confirmation[]): Score {
  const { id = "", term = 0, dateOfBirth = null, lastFour = null } = group[0] ?? {};
  const given = confirmations[term];
  const matched = new Set<Match>(group.map(({ on }) => on));
  if (dateOfBirth !== null && dateOfBirth === given?.dateOfBirth) matched.add("dob");
  if (lastFour !== null && lastFour === given?.lastFour) matched.add("last_four");
  const best = Math.max(...group.map(({ points }) => points));
  return {
    id,
    term,
    matchedOn: order.filter((match) => matched.has(match)),
    matchScore: Math.min(100, best + confirmation * (matched.size - 1)),
    ...describeNames(group.filter(({ reasons }) => reasons.length > 0)),
  };
}

/** Of two ways that are worth the same, the comparison says how the names differ, such as in their order. */
function describeNames(named: readonly ScoredHit[]): Pick<Score, "matchReasons" | "matchedName"> {
  const best = named.toSorted((one, other) => other.points - one.points);
  const [first] = best;
  const telling = best.find(({ points, reasons }) => points === first?.points && reasons[0] !== "same_name") ?? first;
  const matchedName = best.find((hit) => hit.matchedName !== null)?.matchedName ?? null;
  return { matchReasons: telling?.reasons ?? [], matchedName };
}

/** Adds the match of a provider identifier to a record's score. */
export function scoreIdentifier(id: string, other: Score | undefined): Score {
  const { matchedOn = [], matchReasons = [], matchedName = null } = other ?? {};
  return { id, term: 0, matchedOn: ["npi", ...matchedOn], matchScore: worth.npi, matchReasons, matchedName };
}

export type MatchBand = "high" | "medium" | "low";

/** From these scores on a match is likely, and possible. */
const bandScores = { high: 80, medium: 60 } as const;

/** How likely a match is the same person or company. */
export function bandOf(matchScore: number): MatchBand {
  if (matchScore >= bandScores.high) return "high";
  return matchScore >= bandScores.medium ? "medium" : "low";
}
